"""What people said of an image: the answers in the run's own table of ratings, by question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Annotator, Subject
from paragone.core.errors import NotReady
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True, slots=True)
class Ratings(Annotator):
    """Answers by image content; the stage fills in `digest`, so that more votes make other numbers."""

    digest: str = ""  # of the run's ratings
    subject: ClassVar[Subject] = "people"
    columns: ClassVar[Mapping[str, Column]] = {"answers": "json"}  # question -> [[rater, value, answer, seconds] ...]

    @property
    def version(self) -> str:
        """With what was rated so far."""
        return f"1-{self.digest[:16]}"

    def check(self) -> None:
        """Somebody must have rated."""
        if not self.digest:
            raise NotReady(
                "nobody has rated the images of this run; leave the metric out, `paragone study analyse` adds it later"
            )

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """Nothing: people have looked already."""
        return [Missing("people look, not programs") for _ in pictures]


annotator = Ratings
