"""Inception-v3 pool features as `inception_fid`, of images resized as clean-fid does (antialiased)."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.inception.inception_fid import InceptionFid


@dataclass(frozen=True, slots=True)
class InceptionCleanFid(InceptionFid):
    """A name of its own, so that no number under one resizing can be taken for one under the other."""

    protocol: ClassVar[str] = "clean-fid"


annotator = InceptionCleanFid
