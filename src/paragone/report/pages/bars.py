"""Intervals as bars: where they lie in a range that models share."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Row = Mapping[str, Any]
Span = tuple[float, float]
ARROWS = {"higher": "↑", "lower": "↓"}


class Bar(NamedTuple):
    """An interval and its value within a range, in hundredths; no mark where there is no value."""

    left: float
    width: float
    mark: float | None


def span_of(rows: Sequence[Row]) -> Span:
    """The range that a column's bars share."""
    ends = [row[name] for row in rows for name in ("low", "value", "high") if row[name] is not None]
    return (min(ends), max(ends)) if ends else (0.0, 1.0)


def bar(row: Row, span: Span) -> Bar:
    """Where an interval lies in a range."""
    start, end = span
    if row["value"] is None:
        return Bar(0.0, 0.0, None)
    if end <= start:
        return Bar(50.0, 0.0, 50.0)
    scale = 100 / (end - start)
    low = row["value"] if row["low"] is None else row["low"]
    high = row["value"] if row["high"] is None else row["high"]
    return Bar((low - start) * scale, (high - low) * scale, (row["value"] - start) * scale)
