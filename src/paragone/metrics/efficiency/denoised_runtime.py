"""Seconds for an image with the noise of the machine taken out, as HEIM: the shortest of several trials of a prompt.

    denoised(prompt) = min over trials of seconds;   the estimate is its mean over prompts

HEIM sends each request five times. A seed is a trial here: the work of a diffusion model does not depend on the seed.
Give a plan as many seeds as you want trials (HEIM's number is 5). One trial cannot be denoised and is missing, not raw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.errors import BadOption
from paragone.core.types import Score
from paragone.metrics.efficiency._details import TakenByPrompt


@dataclass(frozen=True)
class DenoisedRuntime(TakenByPrompt):
    """The shortest time among at least `trials` drawings of one prompt."""

    trials: int = 2
    title: ClassVar[str] = "Denoised runtime, s"

    def __post_init__(self) -> None:
        """Refuse a minimum over nothing."""
        if self.trials < 1:
            raise BadOption(f"trials is 1 or more, not {self.trials}")

    def score(self, seconds: Sequence[float]) -> Score:
        """Seconds."""
        if len(seconds) < self.trials:
            return Score(None, f"needs {self.trials} timed drawings of the prompt, has {len(seconds)}: give more seeds")
        return Score(min(seconds), f"the shortest of {len(seconds)} trials")


metric = DenoisedRuntime
