"""Charts of the pages Perturbed and Aspects as inline SVG: slopes, and dots of a matrix."""

import math

from markupsafe import Markup

from paragone.report.pages.perturbed import SlopeChart

WIDTH, HEIGHT, LEFT, RIGHT = 200, 130, 44, 156


def slope_chart(chart: SlopeChart) -> Markup:
    """A line a model from original (left) to perturbed (right)."""
    parts = Markup("").join(
        Markup('<path class="axis" d="M{0} 6V{1}"/><text x="{0}" y="{2}" class="under">{3}</text>').format(
            at, HEIGHT - 16, HEIGHT - 4, word
        )
        for at, word in ((LEFT, "original"), (RIGHT, "perturbed"))
    )
    for number, slope in enumerate(chart.slopes):
        if slope.start is None or slope.end is None:
            continue
        start, end = (8 + place * (HEIGHT - 26) / 100 for place in (slope.start, slope.end))
        parts += Markup(
            '<g class="slope slope-{0}"><path d="M{1} {2:.1f}L{3} {4:.1f}"/>'
            '<circle cx="{1}" cy="{2:.1f}" r="3"/><circle cx="{3}" cy="{4:.1f}" r="3"/></g>'
        ).format(number % 6, LEFT, start, RIGHT, end)
    ends = Markup('<text x="{0}" y="12" class="end">{1}</text><text x="{0}" y="{2}" class="end">{3}</text>').format(
        LEFT - 6, chart.top, HEIGHT - 18, chart.bottom
    )
    words = "; ".join(f"{one.model} from {one.original} to {one.perturbed}" for one in chart.slopes)
    return Markup('<svg class="slope-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>').format(
        WIDTH, HEIGHT, words, ends, parts
    )


def dot(rate: float | None, low: float | None, high: float | None) -> Markup:
    """A win rate as a dot: the larger and darker, the better; a ring as wide as the upper end of the interval."""
    if rate is None:
        return Markup('<svg class="dot" viewBox="0 0 24 24" aria-hidden="true"><path class="none" d="M9 12h6"/></svg>')
    parts = Markup("")
    if low is not None and high is not None:
        for name, end in (("most", high), ("least", low)):
            parts += Markup('<circle class="{}" cx="12" cy="12" r="{:.1f}"/>').format(name, radius(end))
    parts += Markup('<circle class="at" cx="12" cy="12" r="{:.1f}"/>').format(radius(rate))
    return Markup('<svg class="dot" viewBox="0 0 24 24" aria-hidden="true">{}</svg>').format(parts)


def radius(rate: float) -> float:
    """Of a dot whose area goes with the rate; one that never wins can still be seen.

    >>> radius(0.0), radius(1.0)
    (1.5, 10.0)
    """
    return max(1.5, 10 * math.sqrt(rate))
