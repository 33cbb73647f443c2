"""What a model that answers questions says a person looks like, read as DALL-Eval reads BLIP-2's answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators._networks.kinds import Hosted
from paragone.annotators.people._answers import QUESTION, gender_of
from paragone.annotators.text.vqa import Ask, load_asker
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class GenderVqa(Hosted):
    """The `answer`, and `label`: female, male, or empty where the answer is neither.

    DALL-Eval's own is BLIP-2 with Flan-T5-XXL; the default here is the XL one. Memory: as `vqa`.
    """

    model: str = "Salesforce/blip2-flan-t5-xl"
    name: ClassVar[str] = "gender_vqa"
    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"answer": "text", "label": "text"}

    def load(self) -> Ask:
        """A function that answers one question about one image."""
        return load_asker(self.model)

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """One question an image."""
        ask = self.load()
        answers = [ask(picture.pixels, QUESTION, 20).words for picture in pictures]
        return [{"answer": answer, "label": gender_of(answer)} for answer in answers]


annotator = GenderVqa
