"""Images a second, one after the other: drawings of a prompt divided by the seconds they took.

The estimate is the mean over prompts of that rate; the rate over all prompts together is 1 / `runtime`. What several
devices or requests at once reach together is not in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Direction, Score
from paragone.metrics.efficiency._details import TakenByPrompt


@dataclass(frozen=True)
class ImagesPerSecond(TakenByPrompt):
    """The rate over the drawings of one prompt."""

    title: ClassVar[str] = "Images per second"
    direction: ClassVar[Direction | None] = "higher"

    def score(self, seconds: Sequence[float]) -> Score:
        """Images a second."""
        if not seconds:
            return Score(None, "no drawing of the prompt was timed")
        if sum(seconds) <= 0.0:
            return Score(None, "the drawings took no measurable time")
        return Score(len(seconds) / sum(seconds))


metric = ImagesPerSecond
