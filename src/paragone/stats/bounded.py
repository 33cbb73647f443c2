"""Intervals for means of scores that cannot leave a range: Wilson's, with as many trials as the prompts are worth.

Prompts whose images always go together are worth one trial each, prompts whose images differ freely one for every
image. How much they are worth is estimated from how far prompts' means spread (the design effect); scores that hardly
vary tell little about it, and then a prompt counts as one trial.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.stats.wilson import wilson

Array = npt.NDArray[np.float64]
Ends = tuple[float, float]
PSEUDO = 0.5  # of a prompt at each end of the range, of which the images go together: what little data is weighed with
RARE = 0.2 + 1e-9  # shares up to this (in spite of rounding) are small


class Scale(NamedTuple):
    """What a score can be: anything between two ends (which may be infinite), or 0 and 1 only."""

    least: float = -math.inf
    most: float = math.inf
    is_binary: bool = False

    @property
    def span(self) -> Ends | None:
        """The two ends, if both are there."""
        return (self.least, self.most) if math.isfinite(self.most - self.least) else None


def bounded_interval(
    units: Array, span: Ends, *, level: float, images: float = math.inf, worth: float | None = None
) -> Ends:
    """The ends for the mean of units (prompts' means, each within `span`), worth no more trials than `images`.

    Units of unequal weight say how many they are `worth`, and what each stands for may lie beyond the span.
    """
    least, most = span
    n = float(len(units)) if worth is None else worth
    shares = (units - least) / (most - least)
    mean = min(max(math.fsum(shares) / len(units), 0.0), 1.0)
    trials = effective_trials(shares, images=images, least=n)
    low, high = wilson(mean * trials, trials, level)
    low = min(low, _rare(mean, trials, level))
    high = max(high, 1 - _rare(1 - mean, trials, level))
    # A hit among misses must not make the upper end fall below that of misses alone (nor a miss among hits raise it).
    alone = wilson(0, n, level)[1]
    return least + (most - least) * min(low, 1 - alone), least + (most - least) * max(high, alone)


def _rare(share: float, trials: float, level: float) -> float:
    """The lower end for a small share, from the Poisson distribution; 1 where the share is not small.

    Wilson's lower end is too high for a few hits: shares near 0.2 / n are held in 84 % of cases. Here it is the share
    that gives so many hits or more in 1 - level of cases (Brown, Cai and DasGupta 2001, Statistical Science 16).
    """
    from scipy.special import gammaincinv

    if share > RARE:
        return 1.0
    return float(gammaincinv(share * trials, 1 - level)) / trials if share > 0 else 0.0


def effective_trials(shares: Array, *, images: float, least: float | None = None) -> float:
    """How many independent 0/1 trials would leave the mean of these shares as uncertain as it is: n to `images`.

    Shares of unequal weight may be worth fewer than their number, and are worth `least`.

    A trial of share p has the variance p (1 - p); the mean of n prompts has that of their shares over n.

    >>> effective_trials(np.array([0.0, 1.0, 1.0]), images=12)  # the four images of each prompt went together
    3.0
    """
    n = len(shares)
    weight = n + 2 * PSEUDO
    share = (math.fsum(shares) + PSEUDO) / weight
    variance = (math.fsum(shares**2) + PSEUDO) / weight - share**2
    least = float(n) if least is None else least
    return min(max(n * share * (1 - share) / variance, least), max(float(images), least))
