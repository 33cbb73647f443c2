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
    influence: Vector  # (images,), in the order given; 0 for images that no part holds


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
        gains = _gains(scaled[start:stop])
        parts.append(np.exp(gains.mean()))
        # The derivative of log(score) by the weight of an image is its own divergence, less the mean.
        influence[slice(start, stop) if order is None else order[start:stop]] = parts[-1] * (gains - gains.mean())
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


def _gains(logits: Vector) -> Vector:
    """KL(p(y|x) || p(y)) of each image."""
    log_p = log_softmax(logits)
    p = np.exp(log_p)
    marginal = p.mean(axis=0)
    # A class that underflows in every image has p = 0 throughout, and 0 log 0 is 0.
    log_marginal = np.log(np.where(marginal > 0, marginal, 1.0))
    return np.asarray((p * (log_p - log_marginal)).sum(axis=1))
