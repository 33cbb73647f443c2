"""Inception-v3 pool features as `inception_fid`, of images resized as torch-fidelity does (as TensorFlow 1 did)."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.inception.inception_fid import InceptionFid


@dataclass(frozen=True, slots=True)
class InceptionTorchFidelity(InceptionFid):
    """What HEIM's FID is of, by way of torch-fidelity."""

    protocol: ClassVar[str] = "torch-fidelity"


annotator = InceptionTorchFidelity
