"""One number over several scenarios, with its interval: scenarios count equally, as in HEIM, or prompts do."""

import math
from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """A scenario's value with its interval (None: it has none), how many prompts it has, and scores."""

    name: str
    value: float
    low: float | None
    high: float | None
    prompts: int
    n: int
    family: str = ""  # parts of one family share prompts; '': it has prompts of its own


class Average(NamedTuple):
    """The weighted mean of the parts, and its interval where every part has one."""

    value: float
    low: float | None
    high: float | None
    n: int


def average(parts: Sequence[Part], *, by_prompts: bool) -> Average:
    """The weighted mean, with an interval from those of the parts by the method of variance estimates recovery.

    Each end is as far from the mean as the root of the sum of squares of the parts' own weighted distances (Zou and
    Donner, 2008). Scenarios have prompts of their own, so their errors are independent, but for those of one family,
    whose distances are added as if they went together. Intervals of shares keep their shape and their width where
    every score is the same.

    >>> average([Part("a", 0.5, 0.2, 0.9, 10, 10), Part("b", 0.0, 0.0, 0.3, 30, 30)], by_prompts=False)
    Average(value=0.25, low=0.1, high=0.5, n=40)
    """
    weights = [float(part.prompts) if by_prompts else 1.0 for part in parts]
    shares = [weight / math.fsum(weights) for weight in weights]
    value = math.fsum(share * part.value for share, part in zip(shares, parts, strict=True))
    n = sum(part.n for part in parts)
    below: dict[str, float] = {}
    above: dict[str, float] = {}
    for place, (share, part) in enumerate(zip(shares, parts, strict=True)):
        if part.low is None or part.high is None:
            return Average(value, None, None, n)
        family = part.family or f"its own {place}"
        below[family] = below.get(family, 0.0) + share * (part.value - part.low)
        above[family] = above.get(family, 0.0) + share * (part.high - part.value)
    return Average(value, value - math.hypot(*below.values()), value + math.hypot(*above.values()), n)
