"""Was the object in the prompt detected in the image: the mean over object classes (SOA-C)."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.metrics.objects._object_accuracy import ObjectAccuracy

HALF = 40


@dataclass(frozen=True)
class SoaC(ObjectAccuracy):
    """The mean over classes of the share of images in which the class was detected (Hinz et al., 2020).

    `strict` counts every image; `tise` leaves out images in which nothing was detected, which flatters poor models.
    `classes`: all, or the 40 with the most images (`top40`), or the others (`bottom40`).
    """

    classes: Literal["all", "top40", "bottom40"] = "all"
    known_as: ClassVar[str] = "SOA-C"

    def group_of(self, label: str) -> Hashable:
        """Each class by itself."""
        return label

    def kept(self, images: Counter[str]) -> set[str]:
        """All, or the common or the rare half; classes with equally many images by their names."""
        common = sorted(images, key=lambda label: (-images[label], label))
        return {"all": set(common), "top40": set(common[:HALF]), "bottom40": set(common[HALF:])}[self.classes]


metric = SoaC
