"""The Inception Score, and IS* with a calibrated temperature: single images clear, all together varied."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import Features, Vector, as_features

# even: part i is [i n // splits, (i + 1) n // splits), so no image is lost (TISE on CUB and COCO, torch-fidelity);
# floor: every part has n // splits images and the remainder is dropped (TISE on objects).
Split: TypeAlias = Literal["even", "floor"]


@dataclass(frozen=True, slots=True, eq=False)
class InceptionScore:
    """Mean and population deviation over the parts, the score of each part, and how each image moves the mean."""

    mean: float
    deviation: float
    parts: Vector
    influence: Vector  # (images,), in the order given: what it was without each; 0 for images that no part holds


def inception_score(
    logits: Features,
    splits: int = 10,
    temperature: float = 1.0,
    *,
    rule: Split = "even",
    order: npt.NDArray[np.integer[Any]] | None = None,
) -> InceptionScore:
    """exp(mean over images of KL(p(y|x) || p(y))) in each part, with p(y|x) = softmax(logits / temperature).

    Salimans et al. (2016); a temperature other than 1 gives TISE's IS* (Dinh et al., 2022). `order` shuffles the
    images first; the parts of a fixed order depend on it, the score of one part (splits = 1) does not.

    >>> inception_score(np.array([[50.0, 0.0], [0.0, 50.0]]), splits=1).mean  # two certain images of two classes
    2.0
    """
    rows = as_features(logits, "the logits", least=1)
    if not 1 <= splits <= len(rows):
        raise BadInput(f"{len(rows)} images cannot be split into {splits} parts; ask for fewer splits")
    if not temperature > 0:
        raise BadInput(f"the temperature is {temperature}; give a positive number")
    scaled = rows.astype(np.float64) / temperature
    if order is not None:
        scaled = scaled[order]
    parts, influence = [], np.zeros(len(rows))
    for start, stop in _bounds(len(rows), splits, rule):
        score, without = _scores(scaled[start:stop])
        parts.append(score)
        influence[slice(start, stop) if order is None else order[start:stop]] = (stop - start - 1) * (score - without)
    return InceptionScore(float(np.mean(parts)), float(np.std(parts)), np.array(parts), influence)


def log_softmax(logits: Vector) -> Vector:
    """Log-probabilities of each row, safe for large logits.

    >>> log_softmax(np.array([[1000.0, 1000.0]])).round(4).tolist()
    [[-0.6931, -0.6931]]
    """
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))


def _bounds(count: int, splits: int, rule: Split) -> list[tuple[int, int]]:
    if rule == "floor":
        size = count // splits
        return [(part * size, (part + 1) * size) for part in range(splits)]
    return [(part * count // splits, (part + 1) * count // splits) for part in range(splits)]


def _scores(logits: Vector) -> tuple[float, Vector]:
    """exp(H(mean p) - mean H(p)) of a part, and the same without each image: parts are small, and it is not linear."""
    log_p = log_softmax(logits)
    p = np.exp(log_p)
    entropies = -(p * log_p).sum(axis=1)
    count, total = len(p), p.sum(axis=0)
    score = float(np.exp(_entropy(total / count) - entropies.mean()))
    if count < 2:
        return score, np.full(count, score)
    rest = np.maximum(total - p, 0.0) / (count - 1)
    return score, np.exp(_entropy(rest) - (entropies.sum() - entropies) / (count - 1))


def _entropy(p: Vector) -> Vector:
    """Of each row; a class that nothing is in adds nothing."""
    return np.asarray(-(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=-1))
