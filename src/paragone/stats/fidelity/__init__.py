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
from paragone.stats.fidelity.clusters import Clusters, cluster_error, cluster_groups, clusters_of
from paragone.stats.fidelity.diversity import Vendi, vendi, vendi_score
from paragone.stats.fidelity.features import Features, Vector, as_features, unit_rows
from paragone.stats.fidelity.frechet import (
    TOLERANCE,
    frechet_distance,
    frechet_from_features,
    frechet_from_moments,
    spatial_frechet,
)
from paragone.stats.fidelity.inception import InceptionScore, Split, inception_score
from paragone.stats.fidelity.infinity import Extrapolation, frechet_infinity
from paragone.stats.fidelity.influence import FrechetError, frechet_error
from paragone.stats.fidelity.jackknife import Jackknife, group_jackknife
from paragone.stats.fidelity.kernel import (
    cmmd,
    cmmd_blocks,
    gaussian,
    kernel_distance,
    kernel_distance_blocks,
    kernel_distance_subsets,
    polynomial,
)
from paragone.stats.fidelity.kernel_clusters import KernelEstimate, kernel_jackknife
from paragone.stats.fidelity.moments import Moments
from paragone.stats.fidelity.neighbours import Neighbourhoods, precision_recall, without_groups

__all__ = [
    "TOLERANCE",
    "Calibration",
    "Clusters",
    "Extrapolation",
    "Features",
    "FrechetError",
    "InceptionScore",
    "Jackknife",
    "KernelEstimate",
    "Moments",
    "Neighbourhoods",
    "ReliabilityBin",
    "Split",
    "Vector",
    "Vendi",
    "as_features",
    "cluster_error",
    "cluster_groups",
    "clusters_of",
    "cmmd",
    "cmmd_blocks",
    "expected_calibration_error",
    "fit_temperature",
    "frechet_distance",
    "frechet_error",
    "frechet_from_features",
    "frechet_from_moments",
    "frechet_infinity",
    "gaussian",
    "group_jackknife",
    "inception_score",
    "kernel_distance",
    "kernel_distance_blocks",
    "kernel_distance_subsets",
    "kernel_jackknife",
    "negative_log_likelihood",
    "polynomial",
    "precision_recall",
    "spatial_frechet",
    "unit_rows",
    "vendi",
    "vendi_score",
    "without_groups",
]
