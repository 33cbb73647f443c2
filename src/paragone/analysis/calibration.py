"""A classifier's temperature, fitted on labelled images: how sure it is and how often right, before and after."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.stats.fidelity.calibration import (
    Calibration,
    expected_calibration_error,
    fit_by_lbfgs,
    fit_temperature,
    negative_log_likelihood,
    temperature_interval,
)
from paragone.store.folder import RunFolder

BINS = 15


@dataclass(frozen=True)
class Fitted:
    """A temperature with its interval, and the reliability diagrams without and with it."""

    classifier: str
    images: int
    classes: int
    temperature: float
    low: float
    high: float
    by_lbfgs: float
    loss_before: float
    loss_after: float
    before: Calibration
    after: Calibration


def fitted(classifier: str, logits: npt.NDArray[np.float64], labels: npt.NDArray[np.int64]) -> Fitted:
    """Fit a classifier's temperature (Guo et al., 2017) with the expected calibration error in 15 bins."""
    found = fit_temperature(logits, labels)
    low, high = temperature_interval(logits, labels)
    return Fitted(
        classifier,
        images=len(logits),
        classes=logits.shape[1],
        temperature=found,
        low=low,
        high=high,
        by_lbfgs=fit_by_lbfgs(logits, labels),
        loss_before=negative_log_likelihood(logits, labels),
        loss_after=negative_log_likelihood(logits / found, labels),
        before=expected_calibration_error(logits, labels, bins=BINS),
        after=expected_calibration_error(logits, labels, bins=BINS, temperature=found),
    )


def store_calibration(folder: RunFolder, found: Fitted) -> None:
    """Keep it in a run, for its report: a row a bin; one classifier's fit replaces its last."""
    table = folder.table("calibrations")
    kept = [row for row in table.read().to_dicts() if row["classifier"] != found.classifier]
    with folder.writing():
        table.replace([*kept, *_rows(found)])


def _rows(found: Fitted) -> list[dict[str, Any]]:
    shared = {name: getattr(found, name) for name in ("classifier", "images", "classes", "temperature", "low", "high")}
    return [
        shared
        | {"state": state, "error": one.error, "bin": place, "count": bar.count}
        | {"confidence": bar.confidence, "accuracy": bar.accuracy}
        for state, one in (("before", found.before), ("after", found.after))
        for place, bar in enumerate(one.bins)
    ]
