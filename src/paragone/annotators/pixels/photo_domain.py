"""How far an image is from photographs, by statistics that they share: noise, flat graphics, one texture are far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._domain import fitted
from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.images.resize import PIL_BILINEAR, resize
from paragone.stats.natural import SIDE, natural_statistics

SMALLEST = 32  # pixels a side; below it there is too little to tell


@dataclass(frozen=True, slots=True)
class PhotoDomain(Annotator):
    """The Mahalanobis distance of an image's statistics to those of photographs, and whether it is within the line.

    Photographs of five sharpnesses were fitted apart and the nearest counts: blur is a fault, and no other domain.
    Fitted on photographs alone by `python -m benchmarks.domains --fit-photographs`; docs/perception.md has its errors.
    """

    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"distance": "number", "is_photograph": "flag"}

    @property
    def version(self) -> str:
        """The hash of what was fitted."""
        return f"1-{fitted(self.name).digest[:12]}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """The distance of each picture."""
        return [self._place_of(picture) for picture in pictures]

    def _place_of(self, picture: Picture) -> Facts | Missing:
        if min(picture.pixels.shape[:2]) < SMALLEST:
            return Missing(f"the image is smaller than {SMALLEST} pixels a side")
        found = natural_statistics(resize(picture.pixels, (SIDE, SIDE), policy=PIL_BILINEAR))
        distance = float(fitted(self.name).distances(np.asarray(found)[None])[0])
        return {"distance": distance, "is_photograph": distance <= fitted(self.name).line}


annotator = PhotoDomain
