"""HYPE-time's staircase: how long the next image is shown, from right and wrong answers so far."""

from collections.abc import Sequence
from typing import NamedTuple


class Staircase(NamedTuple):
    """Milliseconds; 10 less when right and 30 more when wrong settle where three of four answers are right."""

    start: int = 500
    right: int = -10
    wrong: int = 30
    least: int = 100
    most: int = 1000


USUAL = Staircase()


def next_exposure(history: Sequence[tuple[int, bool]], rule: Staircase = USUAL) -> int:
    """The exposure after a history of exposures and whether each was answered rightly.

    >>> next_exposure([]), next_exposure([(500, True)]), next_exposure([(990, False)])
    (500, 490, 1000)
    """
    if not history:
        return rule.start
    last, was_right = history[-1]
    return min(max(last + (rule.right if was_right else rule.wrong), rule.least), rule.most)


def modal_exposure(exposures: Sequence[int]) -> int:
    """The exposure that a rater was at most often, the shortest of several: HYPE-time's score of one rater.

    >>> modal_exposure([500, 490, 490, 480, 480])
    480
    """
    return min(set(exposures), key=lambda one: (-exposures.count(one), one))
