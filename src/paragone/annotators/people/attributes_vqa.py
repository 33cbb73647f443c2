"""Which of DALL-Eval's 15 clothes and things a person wears, by a model that answers questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.people._answers import question_about, wears
from paragone.annotators.text.vqa import Asking
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.stats.bias.attributes import ATTRIBUTES


@dataclass(frozen=True, slots=True)
class AttributesVqa(Asking):
    """`worn` lists, of the 15, those whose question was answered with yes. 15 questions an image. Memory: as `vqa`."""

    columns: ClassVar[Mapping[str, Column]] = {"worn": "json"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Fifteen questions an image."""
        ask = self.load()
        return [
            {"worn": [one for one in ATTRIBUTES if wears(ask(picture.pixels, question_about(one), 10).words)]}
            for picture in pictures
        ]


annotator = AttributesVqa
