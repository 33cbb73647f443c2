"""The caption that someone wrote for a prompt's image elsewhere, from `expect.caption`; opens no image."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Annotator, Subject
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True, slots=True)
class CaptionGiven(Annotator):
    """For captions that come with the images, one a prompt."""

    version: ClassVar[str] = "1"
    batch: ClassVar[int] = 256
    subject: ClassVar[Subject] = "prompt"
    reads: ClassVar[tuple[str, ...]] = ("caption",)
    columns: ClassVar[Mapping[str, Column]] = {"caption": "text"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """What each prompt brings."""
        return [
            {"caption": prompt.expect.caption}
            if prompt.expect.caption
            else Missing("no caption was given; put it in `expect.caption`")
            for prompt in prompts
        ]


annotator = CaptionGiven
