"""One number over several scenarios, with its interval: scenarios count equally, as in HEIM, or prompts do."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paragone.stats.influences import Influenced


class Part(NamedTuple):
    """A scenario's value, what each prompt contributed to its error (None: not known), and its prompts."""

    name: str
    value: float
    influences: Mapping[str, float] | None
    prompts: int
    n: int  # scores


def average(parts: Sequence[Part], *, by_prompts: bool) -> Influenced:
    """The weighted mean of the parts; prompts of different scenarios are independent, so that influences are scaled.

    Without the influences of a part there are none of the average.

    >>> heim = average([Part("a", 1.0, {}, 10, 10), Part("b", 0.0, {}, 30, 30)], by_prompts=False)
    >>> strict = average([Part("a", 1.0, {}, 10, 10), Part("b", 0.0, {}, 30, 30)], by_prompts=True)
    >>> heim.value, strict.value
    (0.5, 0.25)
    """
    weights = [float(part.prompts) if by_prompts else 1.0 for part in parts]
    total = math.fsum(weights)
    value = math.fsum(weight * part.value for weight, part in zip(weights, parts, strict=True)) / total
    joined: dict[str, float] = {}
    for weight, part in zip(weights, parts, strict=True):
        for unit, influence in (part.influences or {}).items():
            joined[f"{part.name}/{unit}"] = influence * weight / total
    n = sum(part.n for part in parts)
    known = joined if all(part.influences for part in parts) else {}
    return Influenced(value, known, _degrees(parts, weights), n)


def _degrees(parts: Sequence[Part], weights: Sequence[float]) -> float:
    """Welch's and Satterthwaite's degrees of freedom of the sum of the parts' variances."""
    variances = [
        weight**2 * math.fsum(one * one for one in (part.influences or {}).values())
        for weight, part in zip(weights, parts, strict=True)
    ]
    below = math.fsum(
        variance**2 / max(len(part.influences or {}) - 1, 1) for variance, part in zip(variances, parts, strict=True)
    )
    return math.fsum(variances) ** 2 / below if below > 0 else math.inf
