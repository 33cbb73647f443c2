"""How crisp the edges of an image are: the variance of its Laplacian."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.stats.similarity import sharpness


@dataclass(frozen=True, slots=True)
class Sharpness(Annotator):
    """On grey levels 0 to 255 at the image's own size; images of different sizes should not be compared."""

    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"laplacian_variance": "number"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """One number a picture."""
        return [
            {"laplacian_variance": sharpness(picture.pixels)}
            if min(picture.pixels.shape[:2]) >= 3
            else Missing("the image is smaller than 3 pixels a side")
            for picture in pictures
        ]


annotator = Sharpness
