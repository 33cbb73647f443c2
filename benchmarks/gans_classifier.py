"""IS and IS* of the GANs by a classifier of the things they should draw: TISE's tuned Inception in small.

    python benchmarks/gans_classifier.py --scenes scenes.npz --run run [--logits labelled.npz]

A logistic regression on MobileNetV2's logits learns to tell v1's objects apart on scenes of one thing, at 64 pixels.
The temperature of IS* is fitted on scenes that it never saw, as `paragone calibrate` does (`--logits` writes its file).
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax
from scipy.stats import t as student

import paragone
from paragone.baselines.damsm import data
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.images.decode import decode
from paragone.scenes.vocabulary import COLOURS
from paragone.stats.fidelity import by_unit, degrees_of, inception_score
from paragone.stats.fidelity.calibration import expected_calibration_error, fit_temperature, temperature_interval

LEARNT, LABELLED = 900, 600  # scenes to learn from, and to fit T on
RIDGE = 1e-3
SPLITS = 4


def thing_of(caption: str) -> str:
    """The one thing of a caption, or nothing where it counts or relates."""
    words = caption.removeprefix("a photo of ").split()
    kept = words[1:] if words[0] in COLOURS else words
    return " ".join(kept) if caption.startswith("a photo of ") and not words[0].isdigit() and ";" not in caption else ""


def seen(pictures: list[Picture]) -> np.ndarray:
    """MobileNetV2's logits."""
    judge = make("annotators", "mobilenet_v2", {})
    parts = [judge.see(pictures[start : start + 16]) for start in range(0, len(pictures), 16)]
    return np.stack([facts["logits"] for part in parts for facts in part]).astype(float)


class Classifier:
    """Standardised features times weights."""

    def __init__(self, features: np.ndarray, labels: np.ndarray, classes: int) -> None:
        self.mean, self.spread = features.mean(0), features.std(0) + 1e-9
        x, y = self._columns(features), np.eye(classes)[labels]

        def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
            weights = flat.reshape(x.shape[1], classes)
            scores = x @ weights
            value = -(y * log_softmax(scores, axis=1)).sum(1).mean() + RIDGE * (weights**2).sum() / 2
            return value, (x.T @ (softmax(scores, axis=1) - y) / len(x) + RIDGE * weights).ravel()

        start = np.zeros(x.shape[1] * classes)
        found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200})
        self.weights = found.x.reshape(-1, classes)

    def _columns(self, features: np.ndarray) -> np.ndarray:
        return np.column_stack([(features - self.mean) / self.spread, np.ones(len(features))])

    def __call__(self, features: np.ndarray) -> np.ndarray:
        return self._columns(features) @ self.weights


def scored(logits: np.ndarray, prompts: np.ndarray, temperature: float) -> str:
    """A score with its 95 % interval over prompts."""
    order = np.random.default_rng(0).permutation(len(logits))
    found = inception_score(logits, SPLITS, temperature, order=order)
    units = np.unique(prompts, return_inverse=True)[1]
    moved = by_unit(found.influence, units, units.max() + 1)
    half = student.ppf(0.975, degrees_of(moved, len(moved))) * float(np.sqrt(moved @ moved))
    return f"{found.mean:.2f} [{max(found.mean - half, 1):.2f}, {found.mean + half:.2f}]"


def main() -> None:
    """Print T, and both scores of each model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--logits", type=Path)
    options = parser.parse_args()
    scenes = data.load(options.scenes)
    assert isinstance(scenes, data.Scenes), "give what paragone.baselines.damsm.data rendered"
    things = np.array([thing_of(str(caption)) for caption in scenes.captions])
    rows = np.flatnonzero(things != "")[: LEARNT + LABELLED]
    names, labels = np.unique(things[rows], return_inverse=True)
    features = seen([Picture(scenes.images[row], "", "PNG", "RGB", 1) for row in rows])
    knows = Classifier(features[:LEARNT], labels[:LEARNT], len(names))
    held, truth = knows(features[LEARNT:]), labels[LEARNT:]
    temperature, ends = fit_temperature(held, truth), temperature_interval(held, truth)
    errors = [expected_calibration_error(held, truth, temperature=one).error for one in (1.0, temperature)]
    if options.logits:
        np.savez(options.logits, logits=held, labels=truth)
    right = float((held.argmax(1) == truth).mean())
    print(f"{len(names)} things, {len(held)} scenes held out: {right:.2f} right")
    print(f"T {temperature:.3f} [{ends[0]:.3f}, {ends[1]:.3f}], calibration error {errors[0]:.3f} -> {errors[1]:.3f}")
    run = paragone.load(options.run)
    for model in run.estimates["model"].unique(maintain_order=True):
        gallery = run.images(model=model, n=100_000)
        drawn = knows(seen([decode(file.read_bytes()) for file in gallery.files]))
        prompts = np.array([f"{row['scenario']} {row['prompt_id']}" for row in gallery.rows])
        print(
            f"{model:<14} IS {scored(drawn, prompts, 1.0)}   IS* {scored(drawn, prompts, temperature)}   n {len(drawn)}"
        )


if __name__ == "__main__":
    main()
