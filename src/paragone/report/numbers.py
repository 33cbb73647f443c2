"""Numbers as people read them: as many digits as the interval supports."""

import math
from typing import NamedTuple

ROUNDING = 1e-9  # less than this is nothing but the rounding of sums


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
    >>> formatted(-3e-14, -5e-14, 1e-14)  # the rounding of a sum that is 0
    Formatted(value='0', interval='0, 0')
    """
    if value is None:
        return Formatted("missing", "")
    if low is None or high is None:
        return Formatted(plain(value, 4), "no interval")
    if max(abs(value), abs(low), abs(high)) < ROUNDING:
        return Formatted("0", "0, 0")
    if high <= low:
        return Formatted(plain(value, 4), f"{plain(low, 4)}, {plain(high, 4)}")
    digits = decimals(high - low)
    return Formatted(f"{value:z.{digits}f}", f"{low:z.{digits}f}, {high:z.{digits}f}")  # z: never "-0.00"


def rate_text(value: float | None, low: float | None, high: float | None) -> Formatted:
    """A win rate, in hundredths: its ends are counts of contests, so a width of nothing is no greater precision.

    >>> rate_text(1.0, 1.0, 1.0), rate_text(0.75, 0.0, 1.0)
    (Formatted(value='1.00', interval='1.00, 1.00'), Formatted(value='0.75', interval='0.00, 1.00'))
    """
    if value is None or low is None or high is None:
        return formatted(value, low, high)
    return Formatted(f"{value:.2f}", f"{low:.2f}, {high:.2f}")


def short(value: float | None) -> str:
    """One score of one image.

    >>> short(0.123456), short(1.0), short(1694.2), short(None)
    ('0.123', '1', '1694', 'missing')
    """
    return "missing" if value is None else plain(value, 3)


def p_text(p_value: float | None) -> str:
    """A p-value, never with more digits than it deserves.

    >>> p_text(0.0469), p_text(4.9e-05), p_text(1.0), p_text(None)
    ('0.047', '<0.0001', '1', '-')
    """
    return "-" if p_value is None else "<0.0001" if p_value < 0.0001 else plain(p_value, 2)


def plain(value: float, digits: int) -> str:
    """A number to some digits, never as a power of ten where people would write it out.

    >>> plain(1694.2, 3), plain(0.00012345, 3), plain(2.5e9, 3), plain(0.5, 3)
    ('1694', '0.000123', '2.5e+09', '0.5')
    """
    if value == 0 or not 1e-5 <= abs(value) < 1e7:
        return f"{value:.{digits}g}"
    if abs(value) >= 10**digits:
        return f"{value:.0f}"
    decimal = f"{value:.{max(digits - 1 - math.floor(math.log10(abs(value))), 0)}f}"
    return decimal.rstrip("0").rstrip(".") if "." in decimal else decimal


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
