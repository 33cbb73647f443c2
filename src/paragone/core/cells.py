"""Names for places in a run: a cell of the leaderboard, and one drawing."""

from typing import NamedTuple

NOT_COUNTED = "not counted, the judge is out of its domain: "  # then the notice; the reason of such a number

# What is said of intervals that hold the truth less often than they say, of scores that are missing, and of bias.
DOUBTS = ("of cases", "the truth lies elsewhere", "is bias of this n", "an interval without width")


def is_foreign(reason: str | None) -> bool:
    """Whether a number's reason says that its judge does not know such images."""
    return (reason or "").startswith(NOT_COUNTED)


def in_doubt(reason: str | None) -> bool:
    """Whether a number's reason says that its interval, or its value, is known to mislead: shown beside the number."""
    return any(mark in (reason or "") for mark in DOUBTS)


class Cell(NamedTuple):
    """A metric on a scenario: a column of the leaderboard."""

    scenario: str
    metric: str


class SampleId(NamedTuple):
    """One drawing of a run."""

    model: str
    scenario: str
    prompt_id: str
    seed: int
