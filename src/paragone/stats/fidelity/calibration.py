"""Temperature scaling of a classifier, and how far its confidence is from its accuracy."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.stats.fidelity.features import Features, as_features
from paragone.stats.fidelity.inception import log_softmax

Labels = npt.NDArray[np.integer[Any]]  # (images,)
COLDEST, HOTTEST = 1e-3, 1e3


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """One bar of a reliability diagram; confidence and accuracy are None where no image fell into it."""

    low: float
    high: float
    count: int
    confidence: float | None
    accuracy: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """The expected calibration error and the reliability diagram it sums up."""

    error: float
    bins: tuple[ReliabilityBin, ...]


def fit_temperature(logits: Features, labels: Labels) -> float:
    """The one T > 0 that minimises the negative log-likelihood of softmax(logits / T) on labelled images.

    Guo et al. (2017). The loss is convex in 1/T, so its slope there, mean(E_p[logit] - logit of the label), has one
    root. Logits that are right with certainty have none (T tends to 0) and give the lowest T tried, 0.001; logits that
    are wrong on the whole give the highest, 1000. Where every row is flat, all T are alike: 1.

    >>> logits = np.array([[2.0, 0.0]] * 4)  # says 88 %, is right 3 times in 4: log(3) wanted, T = 2 / log(3)
    >>> round(fit_temperature(logits, np.array([0, 0, 0, 1])), 4)
    1.8205
    """
    from scipy.optimize import brentq

    rows, targets = _checked(logits, labels)
    if not np.ptp(rows, axis=1).any():
        return 1.0
    own = rows[np.arange(len(rows)), targets]

    def slope(sharpness: float) -> float:
        p = np.exp(log_softmax(rows * sharpness))
        return float(((p * rows).sum(axis=1) - own).mean())

    if slope(1 / COLDEST) <= 0:
        return COLDEST
    if slope(1 / HOTTEST) >= 0:
        return HOTTEST
    return float(1 / brentq(slope, 1 / HOTTEST, 1 / COLDEST, xtol=1e-13, rtol=1e-13))


def temperature_interval(logits: Features, labels: Labels, *, level: float = 0.95) -> tuple[float, float]:
    """Where the temperature may lie, given that images are a sample: on the log scale, by the sandwich formula.

    With s = 1/T and g_i = E_p[logit] - logit of the label, the variance of s is mean(g^2) / mean(Var_p[logit])^2 / n.
    At an end of what is tried there is no interval, and all T from there on are possible.
    """
    from scipy.stats import norm

    rows, targets = _checked(logits, labels)
    found = fit_temperature(rows, targets)
    if found <= COLDEST or found >= HOTTEST or not np.ptp(rows, axis=1).any():
        return COLDEST, HOTTEST
    p = np.exp(log_softmax(rows / found))
    mean = (p * rows).sum(axis=1)
    gradient = mean - rows[np.arange(len(rows)), targets]
    curvature = ((p * rows**2).sum(axis=1) - mean**2).mean()
    error = found * np.sqrt((gradient**2).mean() / len(rows)) / curvature  # of log T, which is -log s
    half_width = float(norm.ppf((1 + level) / 2)) * error
    return float(found * np.exp(-half_width)), float(found * np.exp(half_width))


def fit_by_lbfgs(logits: Features, labels: Labels, *, start: float = 1.0, iterations: int = 50) -> float:
    """The same T as TISE's code looks for it: L-BFGS on the loss from a first T, so many steps at most."""
    from scipy.optimize import minimize

    rows, targets = _checked(logits, labels)
    own = rows[np.arange(len(rows)), targets]

    def loss(point: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        sharpness = float(np.exp(-point[0]))
        logs = log_softmax(rows * sharpness)
        slope = ((np.exp(logs) * rows).sum(axis=1) - own).mean()
        return float(-logs[np.arange(len(rows)), targets].mean()), np.array([-slope * sharpness])

    ends = (np.log(COLDEST), np.log(HOTTEST))
    found = minimize(loss, [np.log(start)], jac=True, method="L-BFGS-B", bounds=[ends], options={"maxiter": iterations})
    return float(np.exp(found.x[0]))


def negative_log_likelihood(logits: Features, labels: Labels) -> float:
    """Mean of -log p(label), with p the softmax of the logits.

    >>> round(negative_log_likelihood(np.zeros((3, 2)), np.array([0, 1, 1])), 4)  # log 2
    0.6931
    """
    rows, targets = _checked(logits, labels)
    return float(-log_softmax(rows)[np.arange(len(rows)), targets].mean())


def expected_calibration_error(
    logits: Features, labels: Labels, *, bins: int = 15, temperature: float = 1.0
) -> Calibration:
    """Sum over equal-width bins of (images in bin / images) |accuracy - mean confidence|, with the bars themselves.

    Guo et al. (2017), 15 bins, each open below and closed above. Confidence is the largest probability.

    >>> logits = np.log(np.array([[0.8, 0.2], [0.8, 0.2]]))
    >>> round(expected_calibration_error(logits, np.array([0, 1])).error, 4)  # says 0.8, is right half the time
    0.3
    """
    rows, targets = _checked(logits, labels)
    if bins < 1:
        raise BadInput(f"{bins} bins were asked for; give at least 1")
    p = np.exp(log_softmax(rows / temperature))
    confidence, is_right = p.max(axis=1), p.argmax(axis=1) == targets
    edges = np.linspace(0.0, 1.0, bins + 1)
    place = np.clip(np.searchsorted(edges, confidence, side="left") - 1, 0, bins - 1)
    bars, error = [], 0.0
    for index in range(bins):
        inside = place == index
        count = int(inside.sum())
        said, was = (float(v[inside].mean()) if count else None for v in (confidence, is_right))
        bars.append(ReliabilityBin(float(edges[index]), float(edges[index + 1]), count, said, was))
        if said is not None and was is not None:
            error += abs(was - said) * count / len(rows)
    return Calibration(error, tuple(bars))


def _checked(logits: Features, labels: Labels) -> tuple[npt.NDArray[np.float64], Labels]:
    rows = as_features(logits, "the logits", least=1).astype(np.float64)
    targets = np.asarray(labels)
    if targets.shape != (len(rows),):
        raise BadInput(
            f"there are {len(rows)} rows of logits and labels of the shape {targets.shape}; give one label a row"
        )
    if targets.min() < 0 or targets.max() >= rows.shape[1]:
        raise BadInput(
            f"labels run from {targets.min()} to {targets.max()}; {rows.shape[1]} classes are 0 to {rows.shape[1] - 1}"
        )
    return rows, targets
