"""Was the object in the prompt detected in the image: the mean over images (SOA-I)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics._names import named
from paragone.metrics.objects._object_accuracy import ObjectAccuracy


@dataclass(frozen=True)
class SoaI(ObjectAccuracy):
    """The share of images in which the class named was detected, every image alike (Hinz et al., 2020).

    `strict` counts every image; `tise` leaves out images in which nothing was detected, which flatters poor models.
    """

    title: ClassVar[str] = "SOA-I"

    @property
    def name(self) -> str:
        """With the detector."""
        return named("soa_i", self)

    def group_of(self, label: str) -> Hashable:
        """All classes together."""
        return "all"


metric = SoaI
