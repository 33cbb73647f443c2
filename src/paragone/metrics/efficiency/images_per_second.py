"""Images a second, one after the other: drawings of a prompt divided by the seconds they took.

The estimate is the mean over prompts of that rate; the rate over all prompts together is 1 / `runtime`. What several
devices or requests at once reach together is not in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View


@dataclass(frozen=True, slots=True)
class ImagesPerSecond:
    """The rate over the drawings of one prompt."""

    name: ClassVar[str] = "images_per_second"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["prompt"]] = "prompt"
    needs: ClassVar[tuple[str, ...]] = ()
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)

    def judge(self, views: Sequence[View], /) -> Score:
        """Images a second."""
        times = [
            view.sample.seconds for view in views if view.sample.outcome == "drawn" and view.sample.seconds is not None
        ]
        if not times:
            return Score(None, "no drawing of the prompt was timed")
        if sum(times) <= 0.0:
            return Score(None, "the drawings took no measurable time")
        return Score(len(times) / sum(times))


metric = ImagesPerSecond
