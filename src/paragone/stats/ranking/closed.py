"""How many of many claims must be true, whichever they are: closed testing with Simes' test.

Single claims among hundreds are hard to prove, but "at least so many of these hold" is not: ten claims with p = 0.02
each cannot all be chance. The bounds hold for every set of claims at once (Goeman, Meijer, Krebs and Solari 2019,
Biometrika 106), where the tests are not negatively dependent; comparisons that share a model or prompts are not.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Claims:
    """A family of claims with one-sided p-values; all bounds together err with a probability of at most `alpha`."""

    def __init__(self, p_values: Array, *, alpha: float) -> None:
        self.p_values = p_values
        self._alpha = alpha
        self._false_at_most = _most_false(np.sort(p_values), alpha)

    def least_true(self, chosen: Mask) -> int:
        """How many of the chosen claims are true at the least.

        >>> claims = Claims(np.array([0.001, 0.002, 0.003, 0.9]), alpha=0.05)
        >>> claims.least_true(np.array([True, True, True, True]))
        3
        """
        return self._least_true(self.p_values[chosen])

    def least_weight(self, weights: Array) -> float:
        """What the weights of the true claims add up to at the least; claims of weight 0 do not count."""
        there = weights > 0
        p_values, weights = self.p_values[there], weights[there]
        steps = np.unique(np.append(weights, 0.0))
        counts = [self._least_true(p_values[weights >= step]) for step in steps[1:]]
        return float(np.diff(steps) @ counts) if counts else 0.0

    def _least_true(self, p_values: Array) -> int:
        if len(p_values) == 0 or self._false_at_most == 0:
            return len(p_values)
        # All but u - 1 of the claims with a p-value up to u alpha / h are true, for every u: these are their u.
        places = np.ceil(np.maximum(self._false_at_most * np.sort(p_values) / self._alpha, 1.0))
        return max(0, int(np.max(np.arange(1, len(p_values) + 1) - places + 1)))


def _most_false(p_values: Array, alpha: float) -> int:
    """Hommel's h: the largest number of claims, those with the largest p-values, that Simes' test lets all be false."""
    low, high = 0, len(p_values)
    while low < high:  # what holds for i claims holds for fewer
        middle = (low + high + 1) // 2
        largest = p_values[len(p_values) - middle :]
        if np.all(middle * largest > alpha * np.arange(1, middle + 1)):
            low = middle
        else:
            high = middle - 1
    return low
