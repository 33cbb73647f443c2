"""Reliability diagrams as SVG: how often a classifier is right, by how sure it is; colours from the style sheet."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from paragone.analysis.calibration import Fitted

SIDE, MARGIN = 160, 26
# For a picture by itself, where there is no style sheet: ink that can be read on white and on black.
STYLE = (
    ".reliability text{font:9px sans-serif;fill:#777}.reliability .axis,.reliability .even{stroke:#777;fill:none}"
    ".reliability .even{stroke-dasharray:3 3}.reliability .was{fill:#3b82b8}.reliability .gap{fill:#d97a3a;opacity:.5}"
)


class Bar(NamedTuple):
    """One bin: images in it, how sure the classifier is on average, and how often right; None where it is empty."""

    images: int
    confidence: float | None
    accuracy: float | None


def reliability(bars: Sequence[Bar], *, label: str) -> Markup:
    """Accuracy by confidence; what lies between a bar and the dashed line is the error of its bin."""
    width = SIDE / max(len(bars), 1)
    parts = Markup("")
    for place, bar in enumerate(bars):
        if bar.accuracy is None or bar.confidence is None:
            continue
        low, high = sorted((bar.accuracy, bar.confidence))
        parts += _rect("was", place * width, 0.0, bar.accuracy, width)
        parts += _rect("gap", place * width, low, high, width)
    parts += Markup('<line class="even" x1="{0}" y1="{2}" x2="{1}" y2="{0}"/>').format(
        MARGIN, MARGIN + SIDE, MARGIN + SIDE
    )
    parts += Markup('<rect class="axis" x="{0}" y="{0}" width="{1}" height="{1}" fill="none"/>').format(MARGIN, SIDE)
    for at in (0.0, 0.5, 1.0):
        x, y = MARGIN + at * SIDE, MARGIN + SIDE - at * SIDE
        parts += Markup('<text x="{}" y="{}" text-anchor="middle">{:g}</text>').format(x, MARGIN + SIDE + 11, at)
        parts += Markup('<text x="{}" y="{}" text-anchor="end">{:g}</text>').format(MARGIN - 4, y + 3, at)
    middle = MARGIN + SIDE / 2
    parts += Markup('<text x="{}" y="{}" text-anchor="middle">confidence</text>').format(middle, MARGIN + SIDE + 22)
    parts += Markup('<text x="{}" y="{}" text-anchor="middle">accuracy, {}</text>').format(middle, MARGIN - 8, label)
    whole = SIDE + 2 * MARGIN
    return Markup('<svg class="reliability" viewBox="0 0 {0} {0}" role="img" aria-label="{1}">{2}</svg>').format(
        whole, f"Reliability diagram, {label}", parts
    )


def _rect(kind: str, x: float, low: float, high: float, width: float) -> Markup:
    place = MARGIN + x + 0.5, MARGIN + SIDE * (1 - high), width - 1, SIDE * (high - low)
    return Markup('<rect class="{}" x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"/>').format(kind, *place)


def picture_of(found: Fitted) -> str:
    """Both diagrams side by side, as a file of its own."""
    whole = SIDE + 2 * MARGIN
    parts = Markup("")
    for place, (state, one) in enumerate((("before", found.before), ("after", found.after))):
        bars = [Bar(bar.count, bar.confidence, bar.accuracy) for bar in one.bins]
        drawn = reliability(bars, label=f"{state}: ECE {one.error:.3f}")
        parts += Markup('<g transform="translate({},0)"><svg width="{}" height="{}">').format(
            place * whole, whole, whole
        )
        parts += drawn + Markup("</svg></g>")
    opening = Markup('<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">').format(
        2 * whole, whole
    )
    return str(opening + Markup("<style>{}</style>").format(Markup(STYLE)) + parts + Markup("</svg>\n"))
