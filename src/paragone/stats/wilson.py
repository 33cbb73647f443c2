"""The Wilson interval for a share of successes: right where the usual one fails, near 0, near 1 and for few trials."""

import math
from statistics import NormalDist


def wilson(successes: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """The interval (low, high) of a share, from `successes` out of `n` independent trials (or as good as so many).

    It holds every share p that a two-sided score test would not reject:
    |successes / n - p| <= z sqrt(p (1 - p) / n)  (Wilson 1927, Journal of the American Statistical Association 22).
    It never leaves 0..1 and has width even where every trial went the same way.

    >>> [round(end, 4) for end in wilson(0, 10)]
    [0.0, 0.2775]
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(f"a share needs 0 <= successes <= n and n >= 1, got {successes} of {n}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # The ends at 0 and 1 are exact; rounding must not push them past the share itself.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return low, high
