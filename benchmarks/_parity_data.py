"""The inputs on which we and the peers are compared: made from fixed seeds, written in full here."""

import numpy as np


def feature_pairs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Drawn and real features by name, float64, equal n so that every peer can take them."""
    rng = np.random.default_rng(20240611)
    plain = rng.normal(size=(260, 24)), rng.normal(size=(260, 24)) * 1.2 + 0.3
    mixing = rng.normal(size=(40, 40)) / np.sqrt(40)
    pooled = (
        np.maximum(rng.normal(size=(500, 40)) @ mixing, 0),
        np.maximum(rng.normal(size=(500, 40)) @ mixing.T + 0.1, 0),
    )
    few = rng.normal(size=(20, 32)), rng.normal(size=(20, 32)) + 0.2
    doubled = rng.normal(size=(120, 16)), rng.normal(size=(120, 16)) * 0.8
    for rows in doubled:
        rows[60:] = rows[:60]
    constant = rng.normal(size=(150, 12)), rng.normal(size=(150, 12)) + 0.5
    for rows in constant:
        rows[:, [3, 7]] = 0.25
    return {
        "normal, n 260, d 24": plain,
        "rectified like Inception's, n 500, d 40": pooled,
        "below the dimension, n 20, d 32": few,
        "every image twice, n 120, d 16": doubled,
        "two constant features, n 150, d 12": constant,
    }


def logits() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Logits and labels by name."""
    rng = np.random.default_rng(7)
    found = {}
    for name, count, classes, scale in (
        ("1000 classes, n 230", 230, 1000, 3.0),
        ("10 classes, sure, n 500", 500, 10, 12.0),
        ("50 classes, unsure, n 300", 300, 50, 0.5),
    ):
        labels = rng.integers(0, classes, size=count)
        found[name] = scale * (rng.normal(size=(count, classes)) + 1.5 * np.eye(classes)[labels]), labels
    same = np.tile(rng.normal(size=(1, 8)), (40, 1))
    found["every image alike, n 40"] = same, np.arange(40) % 8
    return found


def image_pairs() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Images in [0, 1] by name, (192, 192, 3)."""
    rng = np.random.default_rng(3)
    y, x = np.mgrid[0:192, 0:192] / 40
    scene = np.stack([np.sin(x), np.cos(y), np.sin(x * y / 3)], axis=-1) / 2.5 + 0.5
    noisy = np.clip(scene + rng.normal(size=scene.shape) * 0.1, 0, 1)
    halves = 0.1 * rng.uniform(size=scene.shape)
    halves[:, 96:] += 0.9
    return {
        "waves and noise": (noisy, scene),
        "waves and their mirror": (scene[:, ::-1].copy(), scene),
        "two grainy halves, one moved": (np.roll(halves, 9, axis=1), halves),
    }


def captions() -> dict[str, tuple[list[list[str]], list[list[list[str]]]]]:
    """Captions and references by name, written for this purpose."""
    told = {
        "a dog runs on the beach": ["a brown dog runs along the beach", "a dog running on sand near the sea"],
        "two cats sleep on a red sofa": ["two cats are asleep on a red couch", "a pair of cats sleep on a sofa"],
        "a man rides a bicycle": ["a man in a blue shirt is riding a bicycle down the street", "a cyclist on a road"],
        "a a a a plate of food": ["a plate with rice and vegetables", "food on a white plate on a table"],
        "snow": ["a mountain covered with snow under a clear sky", "snowy mountains"],
        "a bus is parked in front of a tall building": ["a bus parked in front of a tall building", "a red bus"],
    }
    written = [key.split() for key in told], [[text.split() for text in texts] for texts in told.values()]
    rng = np.random.default_rng(11)
    words = [
        "a",
        "the",
        "cat",
        "dog",
        "man",
        "on",
        "in",
        "under",
        "red",
        "blue",
        "house",
        "tree",
        "runs",
        "sits",
        "big",
        "small",
    ]
    drawn = [list(rng.choice(words, size=rng.integers(3, 12))) for _ in range(60)]
    truths = [[list(rng.choice(words, size=rng.integers(3, 12))) for _ in range(5)] for _ in range(60)]
    copies = [truth[0] for truth in truths]
    return {
        "six captions": written,
        "random words, n 60": (drawn, truths),
        "copies of a reference, n 60": (copies, truths),
    }
