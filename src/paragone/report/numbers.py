"""Numbers as people read them: as many digits as the interval supports."""

import math
from typing import NamedTuple


class Formatted(NamedTuple):
    """A number in words: the value, and the interval beside it."""

    value: str
    interval: str


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
    text = formatted(value, low, high)
    return f"{text.value} [{text.interval}]" if text.interval else text.value


def formatted(value: float | None, low: float | None, high: float | None) -> Formatted:
    """The value and the interval apart, for pages that set them apart.

    >>> formatted(21.7312, 20.1, 23.4)
    Formatted(value='21.7', interval='20.1, 23.4')
    >>> formatted(1.0, 1.0, 1.0)
    Formatted(value='1', interval='1, 1')
    >>> formatted(0.01, -0.0001, 0.02)
    Formatted(value='0.010', interval='0.000, 0.020')
    """
    if value is None:
        return Formatted("missing", "")
    if low is None or high is None:
        return Formatted(f"{value:.4g}", "no interval")
    if high <= low:
        return Formatted(f"{value:.4g}", f"{low:.4g}, {high:.4g}")
    digits = decimals(high - low)
    return Formatted(f"{value:z.{digits}f}", f"{low:z.{digits}f}, {high:z.{digits}f}")  # z: never "-0.00"


def short(value: float | None) -> str:
    """One score of one image.

    >>> short(0.123456), short(1.0), short(None)
    ('0.123', '1', 'missing')
    """
    return "missing" if value is None else f"{value:.3g}"


def signed(value: float | None, low: float | None, high: float | None) -> str:
    """A difference, with its sign.

    >>> signed(0.0512, 0.01, 0.09), signed(-0.0512, -0.09, -0.01)
    ('+0.051', '\u22120.051')
    >>> signed(-0.0001, -0.2, 0.1)
    '0.00'
    """
    if value == 0:
        return "0"
    text = formatted(value, low, high).value
    return (
        text if value is None or not text.strip("0.") else f"\u2212{text[1:]}" if text.startswith("-") else f"+{text}"
    )


def decimals(width: float) -> int:
    """How many decimals show two digits of an interval's width.

    >>> decimals(0.05), decimals(3.3), decimals(120.0), decimals(1.0 - 0.9)
    (3, 1, 0, 2)
    """
    return min(max(1 - math.floor(math.log10(width) + 1e-9), 0), 12)  # 1.0 - 0.9 is a little less than 0.1
