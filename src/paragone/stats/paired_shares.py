"""Paired differences of 0/1 scores: an interval with width even where the two models agree on every prompt."""

import math
from statistics import NormalDist

import numpy as np

from paragone.stats.bounded import Array, Ends

EXACT = 12  # up to this many differing prompts all 2**n sign patterns are counted
PSEUDO = 0.5  # of a prompt that differs wholly: what the size of a difference is taken for before any is seen


def paired_share_interval(differences: Array, *, level: float) -> Ends:
    """The ends for the mean difference of shares, from each prompt's difference (-1 to 1)  # (prompts,).

    One prompt that differs by +h and one by -h are added before the normal interval is taken. With one image a prompt
    h is 1 and this is the interval of Bonett and Price (2012, J. of Educational and Behavioral Statistics 37). With
    several h is the root mean square of the prompts that differ, so that it has the size that differences have here.
    """
    n = len(differences)
    squares = math.fsum(differences**2)
    size = (squares + PSEUDO) / (np.count_nonzero(differences) + PSEUDO)
    centre = math.fsum(differences) / (n + 2)
    variance = (squares + 2 * size) / (n + 2) - centre**2
    half_width = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(variance / (n + 2))
    return max(centre - half_width, -1.0), min(centre + half_width, 1.0)


def exact_p(differences: Array) -> float | None:
    """The two-sided p-value of a mean difference, by swapping the two models on each prompt in every possible way.

    Were the models alike, each difference could as well have had the other sign. p is the share of the sign patterns
    whose sum is at least as far from zero; for one image a prompt this is McNemar's exact test. None where more than
    12 prompts differ: the patterns are then too many, and not needed.

    >>> exact_p(np.array([1.0, 2.0, 4.0]))
    0.25
    """
    differing = differences[differences != 0]  # zeros have no sign to flip
    if len(differing) > EXACT:
        return None
    patterns = np.arange(2 ** len(differing))[:, None] >> np.arange(len(differing)) & 1
    total = math.fsum(differing)
    sums = total - 2 * (patterns @ differing)
    slack = 1e-12 * math.fsum(np.abs(differing))  # ties in spite of rounding count
    return float(np.mean(np.abs(sums) >= abs(total) - slack))
