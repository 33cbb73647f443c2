"""How close two sets of images are, and how varied or certain one set is: pure functions on feature arrays.

Rows are images, columns are feature dimensions. Any float type comes in; every sum is float64.
"""

from paragone.stats.fidelity.calibration import (
    Calibration,
    ReliabilityBin,
    expected_calibration_error,
    fit_temperature,
    negative_log_likelihood,
)
from paragone.stats.fidelity.discrepancy import discrepancy
from paragone.stats.fidelity.diversity import Vendi, vendi, vendi_score
from paragone.stats.fidelity.features import Features, Vector, as_features, unit_rows
from paragone.stats.fidelity.frechet import (
    TOLERANCE,
    Gaussian,
    frechet_distance,
    frechet_from_features,
    frechet_from_moments,
    spatial_frechet,
)
from paragone.stats.fidelity.halves import between_halves, group_count, without_each
from paragone.stats.fidelity.inception import InceptionScore, Split, inception_score
from paragone.stats.fidelity.infinity import Extrapolation, frechet_extrapolated, frechet_infinity
from paragone.stats.fidelity.influence import FrechetError, frechet_error
from paragone.stats.fidelity.kernel import (
    KernelSums,
    cmmd,
    gaussian,
    kernel_distance,
    kernel_distance_subsets,
    kernel_sums,
    polynomial,
)
from paragone.stats.fidelity.moments import Moments
from paragone.stats.fidelity.neighbours import Distances, Neighbourhoods, precision_recall
from paragone.stats.fidelity.units import Measured, Units, by_unit, degrees_of, units_of

__all__ = [
    "TOLERANCE",
    "Calibration",
    "Distances",
    "Extrapolation",
    "Features",
    "FrechetError",
    "Gaussian",
    "InceptionScore",
    "KernelSums",
    "Measured",
    "Moments",
    "Neighbourhoods",
    "ReliabilityBin",
    "Split",
    "Units",
    "Vector",
    "Vendi",
    "as_features",
    "between_halves",
    "by_unit",
    "cmmd",
    "degrees_of",
    "discrepancy",
    "expected_calibration_error",
    "fit_temperature",
    "frechet_distance",
    "frechet_error",
    "frechet_extrapolated",
    "frechet_from_features",
    "frechet_from_moments",
    "frechet_infinity",
    "gaussian",
    "group_count",
    "inception_score",
    "kernel_distance",
    "kernel_distance_subsets",
    "kernel_sums",
    "negative_log_likelihood",
    "polynomial",
    "precision_recall",
    "spatial_frechet",
    "unit_rows",
    "units_of",
    "vendi",
    "vendi_score",
    "without_each",
]
