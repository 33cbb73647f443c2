"""Numbers as people read them: as many digits as the interval supports."""

import math


def interval_text(value: float | None, low: float | None, high: float | None) -> str:
    """A value with its interval, rounded to the interval's second digit.

    >>> interval_text(0.123456, 0.1011, 0.1499)
    '0.123 [0.101, 0.150]'
    >>> interval_text(21.7312, 20.1, 23.4)
    '21.7 [20.1, 23.4]'
    >>> interval_text(0.5, None, None)
    '0.5 [no interval]'
    >>> interval_text(None, None, None)
    'missing'
    """
    if value is None:
        return "missing"
    if low is None or high is None:
        return f"{value:.4g} [no interval]"
    digits = decimals(high - low) if high > low else 4
    return f"{value:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def decimals(width: float) -> int:
    """How many decimals show two digits of an interval's width.

    >>> decimals(0.05), decimals(3.3), decimals(120.0)
    (3, 1, 0)
    """
    return min(max(1 - math.floor(math.log10(width)), 0), 12)
