"""How well an image fits a text, from the vectors of a dual encoder such as CLIP."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import unit_rows

Vectors = npt.NDArray[np.floating[Any]]  # (dimension,) or (texts, dimension)
Floats = npt.NDArray[np.float64]


def cosine(a: Vectors, b: Vectors) -> float:
    """The cosine of the angle between two vectors; 0 where one has no direction.

    >>> cosine(np.array([3.0, 4.0]), np.array([4.0, 3.0]))
    0.96
    """
    if a.shape != b.shape:
        raise BadInput(f"an image vector of {a.shape} and a text vector of {b.shape} are not of one encoder")
    one, other = (np.asarray(vector, dtype=np.float64) for vector in (a, b))
    lengths = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other / lengths) if lengths > 0 else 0.0


def clip_score(image: Vectors, text: Vectors, *, scale: float = 2.5, clipped: bool = True) -> float:
    """The score w max(cos(image, text), 0): Hessel et al. (2021) with w = 2.5; torchmetrics and HEIM use w = 100.

    >>> clip_score(np.array([1.0, 0.0]), np.array([0.6, 0.8]))
    1.5
    """
    found = cosine(image, text)
    return scale * (max(found, 0.0) if clipped else found)


def ref_clip_score(image: Vectors, text: Vectors, references: Vectors) -> float:
    """The harmonic mean of CLIPScore (w = 2.5) and the best cosine of the text with a reference text, if positive.

    Hessel et al. (2021), equation 2.

    >>> image, text = np.array([1.0, 0.0]), np.array([0.6, 0.8])
    >>> ref_clip_score(image, text, np.array([[0.6, 0.8], [1.0, 0.0]]))  # 2 * 1.5 * 1 / 2.5
    1.2
    """
    own = clip_score(image, text)
    best = max(max(cosine(text, reference) for reference in np.atleast_2d(references)), 0.0)
    return 2 * own * best / (own + best) if own + best > 0 else 0.0


def ranks(similarities: Floats) -> npt.NDArray[np.int64]:
    """How many of the other texts are at least as near as the true one, which is in column 0; 0 is a hit.

    >>> ranks(np.array([[0.9, 0.1, 0.2], [0.5, 0.5, 0.9]])).tolist()
    [0, 2]
    """
    return np.asarray((similarities[:, 1:] >= similarities[:, :1]).sum(axis=1), dtype=np.int64)


def first_argmax(similarities: Floats) -> npt.NDArray[np.bool_]:
    """Whether column 0 is the first largest, so that a tie is a hit: how the published codes count.

    >>> first_argmax(np.array([[0.5, 0.5], [0.5, 0.9]])).tolist()
    [True, False]
    """
    return np.asarray(similarities.argmax(axis=1) == 0)


def choose_others(
    texts: Sequence[str], true: npt.NDArray[np.int64], *, count: int, chances: Sequence[np.random.Generator]
) -> npt.NDArray[np.int64]:
    """For each row, `count` different texts (by index) of which none reads as the true one, by the row's own chance.

    >>> chances = [np.random.default_rng(seed) for seed in range(2)]
    >>> chosen = choose_others(["a", "b", "a", "c"], np.array([0, 1]), count=2, chances=chances)
    >>> sorted(chosen[0].tolist()), len(set(chosen[1].tolist()) & {0, 2})  # of the two "a" only one may come
    ([1, 3], 1)
    """
    places: dict[str, int] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, index)
    # In the order of the texts, so that the order of the rows has no part in what is drawn.
    different = np.array([places[text] for text in sorted(places)], dtype=np.int64)
    if len(different) <= count:
        raise BadInput(f"{count} other texts are needed, there are {len(different) - 1}; ask for fewer candidates")
    chosen = np.zeros((len(true), count), dtype=np.int64)
    for row, (index, rng) in enumerate(zip(true, chances, strict=True)):
        own = places[texts[int(index)]]
        # One more than needed: at most one of them is the true text.
        drawn = rng.choice(different, size=count + 1, replace=False)
        chosen[row] = drawn[drawn != own][:count]
    return chosen


def similarities_of(images: Vectors, texts: Vectors, candidates: npt.NDArray[np.int64]) -> Floats:
    """Cosine of each image with its candidate texts, (images, candidates).

    >>> similarities_of(np.eye(2), np.eye(2), np.array([[0, 1], [1, 0]])).tolist()
    [[1.0, 0.0], [1.0, 0.0]]
    """
    return dots(unit_rows(images), unit_rows(texts), candidates)


def dots(images: Vectors, texts: Vectors, candidates: npt.NDArray[np.int64]) -> Floats:
    """Dot product of each image with its candidate texts, a row at a time, so that memory stays level."""
    rows = [
        texts[chosen].astype(np.float64) @ image
        for image, chosen in zip(images.astype(np.float64), candidates, strict=True)
    ]
    return np.array(rows, dtype=np.float64).reshape(candidates.shape)
