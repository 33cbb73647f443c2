"""Small real components that tests install as a plug-in: a painter that draws from numbers, metrics that misbehave."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import ImageMetric, Model, Role, Scenario, SetMetric
from paragone.core.keys import key_of
from paragone.core.types import Cohort, Direction, Drawing, Missing, Prompt, Score, SetScore, View

ENTRY_POINTS = """
[paragone.scenarios]
numbered = plug:Numbered
[paragone.models]
painter = plug:Painter
painter_oracle = plug:PainterOracle
[paragone.metrics]
warmth = plug:Warmth
not_a_number = plug:NotANumber
out_of_bounds = plug:OutOfBounds
red_distance = plug:RedDistance
"""


@dataclass(frozen=True)
class Numbered(Scenario):
    """Prompts with a number in them."""

    count: int = 6
    name: ClassVar[str] = "numbered"
    version: ClassVar[str] = "1"
    source: ClassVar[str] = "tests"
    licence: ClassVar[str] = "none"

    def load(self) -> tuple[Prompt, ...]:
        return tuple(Prompt(f"p{n:03}", f"prompt <b>{n}</b>") for n in range(self.count))


@dataclass(frozen=True)
class Painter(Model):
    """Squares of one colour with a dark corner, chosen by prompt and seed."""

    shift: int = 0
    refuse: str = ""  # id of a prompt it refuses
    break_on: str = ""  # id of a prompt it fails on, as a bug would
    spoil: str = ""  # id of a prompt for which it sends half a file
    wait_s: float = 0.0
    name: ClassVar[str] = "painter"
    revision: ClassVar[str] = "1"
    batch: ClassVar[int] = 2
    threads: ClassVar[int] = 2

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        time.sleep(self.wait_s)
        return [self._draw(prompt, seed) for prompt in prompts]

    def _draw(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        if prompt.id == self.refuse:
            return Missing("against our policy", "refused")
        if prompt.id == self.break_on:
            raise RuntimeError("a bug in the painter")
        if prompt.id == self.spoil:
            return Drawing(b"\x89PNG\r\n\x1a\n half a file")
        colour = [int(key_of(prompt.id, seed, channel)[:2], 16) for channel in range(3)]
        pixels = np.full((24, 24, 3), colour, dtype=np.uint8)
        pixels[:7, : 5 + self.shift] = 0
        return Drawing(pixels, details={"shift": self.shift})


@dataclass(frozen=True)
class PainterOracle(Painter):
    """A painter that does not compete."""

    role: ClassVar[Role] = "ceiling"


@dataclass(frozen=True)
class Warmth(ImageMetric):
    """How much redder than blue an image is."""

    name: ClassVar[str] = "warmth"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (-255.0, 255.0)

    def judge(self, view: View, /) -> Score:
        facts = view.facts["pixels"]
        return Score(facts["mean_red"] - facts["mean_blue"], "red less blue")


@dataclass(frozen=True)
class NotANumber(Warmth):
    """Gives NaN."""

    name: ClassVar[str] = "not_a_number"

    def judge(self, view: View, /) -> Score:
        return Score(float("nan"))


@dataclass(frozen=True)
class OutOfBounds(Warmth):
    """Gives what it says it never gives."""

    name: ClassVar[str] = "out_of_bounds"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)


@dataclass(frozen=True)
class RedDistance(SetMetric):
    """The distance between two sets' mean red."""

    name: ClassVar[str] = "red_distance"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, 255.0)
    needs_real: ClassVar[bool] = True

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        assert real is not None
        ours, theirs = (side.columns["pixels"]["mean_red"] for side in (drawn, real))
        influences: dict[str, float] = {}
        for side, sign in ((drawn, 1.0), (real, -1.0)):
            red = side.columns["pixels"]["mean_red"]
            for prompt, value in zip(side.prompts, red - red.mean(), strict=True):
                influences[prompt.id] = influences.get(prompt.id, 0.0) + sign * float(value) / len(red)
        value = abs(float(ours.mean() - theirs.mean()))
        return SetScore(value, len(ours), drawn.missing, "means", influences=influences)
