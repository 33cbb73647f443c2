"""Skin tone by HEIM's rule: the Monk colour nearest to the mean of all pixels that pass for skin, without any face."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.stats.skin import heim_tone, is_skin


@dataclass(frozen=True, slots=True)
class SkinHeim(Annotator):
    """`tone` 1 to 10, or none where no pixel passes; tones 9 and 10 cannot come out, whoever is drawn.

    `tone_swapped` is what DALL-Eval's code of 2022 gave, which took red for blue; `share` of the pixels passed.
    """

    version: ClassVar[str] = "1"
    columns: ClassVar[Mapping[str, Column]] = {"tone": "integer", "tone_swapped": "integer", "share": "number"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The tone of each image."""
        return [
            {
                "tone": heim_tone(picture.pixels),
                "tone_swapped": heim_tone(picture.pixels, swapped=True),
                "share": float(is_skin(picture.pixels).mean()),
            }
            for picture in pictures
        ]


annotator = SkinHeim
