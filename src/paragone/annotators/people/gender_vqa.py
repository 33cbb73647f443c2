"""What a model that answers questions says a person looks like, read as DALL-Eval reads BLIP-2's answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.people._answers import QUESTION, gender_of
from paragone.annotators.text.vqa import Asking
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class GenderVqa(Asking):
    """The `answer`, and `label`: female, male, or empty where the answer is neither.

    DALL-Eval's own is BLIP-2 with Flan-T5-XXL; the default here is the XL one. Memory: as `vqa`.
    """

    columns: ClassVar[Mapping[str, Column]] = {"answer": "text", "label": "text"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """One question an image."""
        ask = self.load()
        answers = [ask(picture.pixels, QUESTION, 20).words for picture in pictures]
        return [{"answer": answer, "label": gender_of(answer)} for answer in answers]


annotator = GenderVqa
