"""Small charts as inline SVG: no script, no style attributes, colours from the style sheet."""

from collections.abc import Sequence
from typing import TypeAlias

from markupsafe import Markup

from paragone.report.pages.first.interval_plot import PlotRow
from paragone.report.pages.overlays import Layer

Box: TypeAlias = tuple[float, float, float, float]  # left, top, width, height
LANE = 12  # the height of a model in the interval plot

_BAR = Markup(
    '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
    '<rect class="track" x="0" y="4" width="100" height="2"/>{inside}</svg>'
)


_FAINT = Markup(' class="faint"')


def interval_bar(left: float, width: float, mark: float | None, *, zero: float | None = None) -> Markup:
    """An interval and its value within a column's range; all places in 0..100."""
    parts = Markup("")
    if zero is not None:
        parts += Markup('<line class="zero" x1="{0:.2f}" x2="{0:.2f}" y1="0" y2="10"/>').format(zero)
    if mark is not None:
        parts += Markup('<rect class="range" x="{:.2f}" y="2" width="{:.2f}" height="6"/>').format(left, width)
        parts += Markup('<line class="mark" x1="{0:.2f}" x2="{0:.2f}" y1="0" y2="10"/>').format(mark)
    return _BAR.format(inside=parts)


def tiny_bar(left: float, width: float, mark: float | None) -> Markup:
    """The same in as few characters as can be, for a matrix of hundreds; the number stands beside it."""
    if mark is None:
        return Markup("")
    return Markup('<svg class="tiny"><rect x="{:.0f}%" width="{:.0f}%"/><rect x="{:.0f}%"/></svg>').format(
        left, width, mark
    )


def lanes(row: PlotRow) -> Markup:
    """The intervals of several models on one measure, one below the other, with a line at every tick."""
    height = LANE * len(row.lanes)
    grid = Markup("").join(
        Markup('<path class="grid-line" d="M{0:.2f} 0v{1}"/>').format(100 * place / (len(row.ticks) - 1), height)
        for place in range(len(row.ticks))
    )
    drawn = Markup("").join(
        Markup(
            '<g class="lane-{0}"><path class="band" d="M{1:.2f} {2}h{3:.2f}"/><path class="at" d="M{4:.2f} {5}v8"/></g>'
        ).format(
            place, lane.bar.left, place * LANE + LANE / 2, lane.bar.width, lane.bar.mark, place * LANE + LANE / 2 - 4
        )
        for place, lane in enumerate(row.lanes)
        if lane.bar.mark is not None
    )
    words = "; ".join(f"{lane.model} {lane.text} [{lane.interval}]" for lane in row.lanes)
    return Markup(
        '<svg class="plotted lanes-{n}" viewBox="0 0 100 {h}" preserveAspectRatio="none" role="img"'
        ' aria-label="{words}">{grid}{drawn}</svg>'
    ).format(
        n=len(row.lanes),
        h=height,
        words=f"{row.name}, axis from {row.ticks[0]} to {row.ticks[-1]}: {words}",
        grid=grid,
        drawn=drawn,
    )


def histogram(counts: Sequence[int], *, label: str) -> Markup:
    """Bars for counts, the tallest as high as the chart."""
    top, width = max([*counts, 1]), 120 / max(len(counts), 1)
    bars = Markup("").join(
        Markup('<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"/>').format(
            place * width, 36 - 36 * count / top, width * 0.9, 36 * count / top
        )
        for place, count in enumerate(counts)
    )
    return Markup(
        '<svg class="histogram" viewBox="0 0 120 37" role="img" aria-label="{}" preserveAspectRatio="none">'
        '<line class="axis" x1="0" x2="120" y1="36.5" y2="36.5"/>{}</svg>'
    ).format(label, bars)


def overlay(layers: Sequence[Layer], names: Sequence[str], width: int, height: int) -> Markup:
    """What was seen, over an image of this size; each layer can be switched by its place in `names`."""
    groups = Markup("").join(
        Markup('<g class="layer layer-{}">{}</g>').format(names.index(layer.name), _shapes(layer, width, height))
        for layer in layers
        if layer.name in names
    )
    return Markup('<svg class="overlay" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        width, height, describe(layers), groups
    )


def describe(layers: Sequence[Layer]) -> str:
    """A layer in words, for those who cannot see it."""
    sentences = [
        f"{layer.name} saw {', '.join(shape.label or 'something' for shape in layer.shapes[:20] if not shape.is_faint)}"
        for layer in layers
    ]
    return "; ".join(sentences) or "nothing was seen"


def label_place(
    box: Box, label: tuple[float, float], picture: tuple[float, float], taken: Sequence[Box]
) -> tuple[float, float]:
    """Where a label begins (left, baseline): in its box or beside it, inside the picture, clear of those placed before.

    >>> label_place((0, 0, 50, 50), (20, 10), (100, 100), [])
    (0, 10)
    >>> label_place((0, 0, 50, 50), (20, 10), (100, 100), [(0, 0, 20, 10)])
    (0, 20)
    """
    left, top, _, down = box
    long, size = label
    x = max(min(left, picture[0] - long), 0)
    first = max(top, 0) + size
    steps = [first + size * step for step in range(int(max(down, size) // size) + 1)]
    above = [first - size * step for step in range(1, 6)]
    places = [y for y in (*steps, *above) if size <= y <= picture[1]] or [min(max(first, size), picture[1])]
    free = (y for y in places if not any(_overlap((x, y - size, long, size), other) for other in taken))
    return x, next(free, places[0])


def _overlap(one: Box, other: Box) -> bool:
    return all(one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2] for axis in (0, 1))


def _shapes(layer: Layer, width: int, height: int) -> Markup:
    drawn = Markup("")
    if layer.mask:
        drawn += Markup(
            '<image class="mask" href="data:image/png;base64,{}" width="{}" height="{}" preserveAspectRatio="none"/>'
        ).format(layer.mask, width, height)
    thickness = max(width, height) / 200
    size = thickness * 7
    taken: list[Box] = []
    for shape in sorted(layer.shapes, key=lambda shape: not shape.is_faint):
        left, top, across, down = shape.box
        drawn += Markup('<rect{} x="{:g}" y="{:g}" width="{:g}" height="{:g}" stroke-width="{:g}"/>').format(
            _FAINT if shape.is_faint else "", left, top, across, down, thickness
        )
        if shape.outline:
            drawn += Markup('<polygon points="{}" stroke-width="{:g}"/>').format(shape.outline, thickness)
        for x, y in shape.points:
            drawn += Markup('<circle cx="{:g}" cy="{:g}" r="{:g}"/>').format(x, y, thickness * 1.5)
        if shape.label and not shape.is_faint:
            long = 0.58 * size * len(shape.label)  # a letter is some 0.58 as wide as high
            x, y = label_place((left, top, across, down), (long, size), (width, height), taken)
            taken.append((x, y - size, long, size))
            drawn += Markup('<text x="{:g}" y="{:g}" font-size="{:g}" stroke-width="{:g}">{}</text>').format(
                x, y, size, thickness, shape.label
            )
    return drawn
