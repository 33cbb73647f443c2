"""Inception-v3 features as `inception_spatial`, of images resized as ADM's evaluator does (TensorFlow 1), for sFID."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.inception.inception_spatial import InceptionSpatial


@dataclass(frozen=True, slots=True)
class InceptionSpatialAdm(InceptionSpatial):
    """What published sFID is of."""

    protocol: ClassVar[str] = "torch-fidelity"


annotator = InceptionSpatialAdm
