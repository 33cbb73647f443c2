"""What one row of docs/coverage.md is: a case, simulated many times, and how often its interval held the truth."""

import math
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

Z = 1.959964
ENOUGH = 20  # prompts from which on the target holds
TARGET = (0.93, 0.97)


class Drawn(NamedTuple):
    """One interval of one simulation; `position` tells several numbers of a case apart (the best model, say).

    Where the truth is itself a range (ranks of models that are tied), `truth` and `most` are its ends.
    """

    truth: float
    value: float | None
    low: float | None
    high: float | None
    position: str = ""
    most: float | None = None
    is_warned: bool = False  # whether what is said of the number puts it in doubt


@dataclass(frozen=True)
class Case:
    """Something that we print an interval for. `draw` simulates the data, estimates, and says what the truth is."""

    kind: str  # means, shares, ...: the page has a table for each
    name: str
    prompts: int
    draw: Callable[[np.random.Generator], Iterable[Drawn]]
    effort: float = 1.0  # the share of the runs that is made, for costly cases


class Row(NamedTuple):
    """How one case came out."""

    case: Case
    position: str
    runs: int  # with an interval
    without: int  # runs in which no interval could be given
    held: float
    error: float  # Monte Carlo standard error of `held`
    width: float  # the mean
    best: float  # the width of an interval that knows the value's true spread
    silent: float = math.nan  # the share of intervals that miss the truth and carry no warning

    @property
    def mark(self) -> str:
        """What to say where coverage is off the target by more than two Monte Carlo errors."""
        low, high = TARGET
        if self.held + 2 * self.error < low:
            said = "**below target**" if self.case.prompts >= ENOUGH else "below (few prompts)"
            return f"{said}; missed without a warning: {self.silent:.3f}"
        return "wide" if self.held - 2 * self.error > high else ""


def run(case: Case, *, runs: int, seed: int) -> list[Row]:
    """Simulate a case; its numbers depend on its name and the seed, not on what else is simulated."""
    rng = np.random.default_rng([seed, zlib.crc32(f"{case.kind} {case.name} {case.prompts}".encode())])
    drawn: dict[str, list[Drawn]] = {}
    for _ in range(max(20, round(runs * case.effort))):
        for one in case.draw(rng):
            drawn.setdefault(one.position, []).append(one)
    return [_row(case, position, made) for position, made in drawn.items()]


def _row(case: Case, position: str, made: list[Drawn]) -> Row:
    ends = [(one, one.low, one.high) for one in made if one.low is not None and one.high is not None]
    held = np.mean([_holds(one, low, high) for one, low, high in ends]) if ends else math.nan
    error = math.sqrt(max(float(held) * (1 - float(held)), 0.25 / len(ends)) / len(ends)) if ends else math.nan
    width = float(np.mean([high - low for _, low, high in ends])) if ends else math.nan
    values = [one.value for one in made if one.value is not None]
    best = 2 * Z * float(np.std(values)) if values else math.nan
    silent = [not _holds(one, low, high) and not one.is_warned for one, low, high in ends]
    sizes = (len(ends), len(made) - len(ends))
    return Row(case, position, *sizes, float(held), error, width, best, float(np.mean(silent or [math.nan])))


def _holds(one: Drawn, low: float, high: float) -> bool:
    most = one.truth if one.most is None else one.most
    return low - 1e-9 <= one.truth and most <= high + 1e-9
