"""Names for places in a run: a cell of the leaderboard, and one drawing."""

from typing import NamedTuple


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
