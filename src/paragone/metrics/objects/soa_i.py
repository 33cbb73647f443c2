"""Was the object in the prompt detected in the image: the mean over images (SOA-I)."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.objects._object_accuracy import ObjectAccuracy


@dataclass(frozen=True)
class SoaI(ObjectAccuracy):
    """The share of images in which the class named was detected, every image alike (Hinz et al., 2020).

    `strict` counts every image; `tise` leaves out images in which nothing was detected, which flatters poor models.
    """

    known_as: ClassVar[str] = "SOA-I"

    def group_of(self, label: str) -> Hashable:
        """All classes together."""
        return "all"


metric = SoaI
