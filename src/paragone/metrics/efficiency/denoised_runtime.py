"""Seconds for an image with the noise of the machine taken out, as HEIM: the shortest of several trials of a prompt.

    denoised(prompt) = min over trials of seconds;   the estimate is its mean over prompts

HEIM sends each request five times. A seed is a trial here: the work of a diffusion model does not depend on the seed.
Give a plan as many seeds as you want trials (HEIM's number is 5). One trial cannot be denoised and is missing, not raw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.errors import BadOption
from paragone.core.types import Direction, Score, View


@dataclass(frozen=True, slots=True)
class DenoisedRuntime:
    """The shortest time among at least `trials` drawings of one prompt."""

    name: ClassVar[str] = "denoised_runtime"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["prompt"]] = "prompt"
    needs: ClassVar[tuple[str, ...]] = ()
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)
    trials: int = 2

    def __post_init__(self) -> None:
        """Refuse a minimum over nothing."""
        if self.trials < 1:
            raise BadOption(f"trials is 1 or more, not {self.trials}")

    def judge(self, views: Sequence[View], /) -> Score:
        """Seconds."""
        times = [
            view.sample.seconds for view in views if view.sample.outcome == "drawn" and view.sample.seconds is not None
        ]
        if len(times) < self.trials:
            return Score(None, f"needs {self.trials} timed drawings of the prompt, has {len(times)}: give more seeds")
        return Score(min(times), f"the shortest of {len(times)} trials")


metric = DenoisedRuntime
