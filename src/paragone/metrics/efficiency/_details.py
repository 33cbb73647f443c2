"""What metrics of efficiency share: they read of a sample what drawing it took, and a refusal is no drawing."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from paragone.core.components import ImageMetric, PromptMetric
from paragone.core.types import Direction, Score, View


class Taken:
    """Less is better, from 0 on."""

    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)


class TakenByImage(Taken, ImageMetric):
    """What one drawing took, as the model noted it."""

    detail: ClassVar[str]  # the name of the number in the sample's details
    unknown: ClassVar[str]  # what to say where there is no such number

    def judge(self, view: View, /) -> Score:
        """The number, or why there is none."""
        if view.sample.outcome != "drawn":
            return Score(None, f"the drawing is {view.sample.outcome}")
        found = self.found(view)
        return Score(float(found)) if isinstance(found, (int, float)) else Score(None, self.why(view))

    def found(self, view: View) -> object:
        """What was noted."""
        return view.sample.details.get(self.detail)

    def why(self, view: View) -> str:
        """Why nothing was noted."""
        return self.unknown


class TakenByPrompt(Taken, PromptMetric):
    """What the drawings of one prompt took, in seconds."""

    def judge(self, views: Sequence[View], /) -> Score:
        """From the seconds of the drawings that were timed."""
        samples = [view.sample for view in views if view.sample.outcome == "drawn"]
        return self.score([sample.seconds for sample in samples if sample.seconds is not None])

    @abstractmethod
    def score(self, seconds: Sequence[float]) -> Score:
        """The score of the times."""
