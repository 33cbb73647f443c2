"""A line with whiskers over steps or dates, as inline SVG with both axes labelled."""

from markupsafe import Markup

from paragone.report.pages.history import HistoryChart

WIDTH, HEIGHT = 380, 190
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 10, 40
LABELS = 4  # below the axis; of more points only some are named


def history_chart(chart: HistoryChart) -> Markup:
    """The chart; what it shows is told in words, too."""
    xs, ys = _across(chart), _down(chart)
    grid = Markup("").join(
        Markup('<path class="grid-line" d="M{} {:.1f}H{}"/><text x="{}" y="{:.1f}" text-anchor="end">{}</text>').format(
            LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 3, word
        )
        for y, word in zip((ys(tick) for tick in chart.ticks), chart.tick_words, strict=True)
    )
    path = " ".join(
        f"{'L' if number else 'M'}{xs(p.at):.1f} {ys(p.value):.1f}" for number, p in enumerate(chart.points)
    )
    marks = Markup("").join(
        Markup('<path class="whisker" d="M{0:.1f} {1:.1f}V{2:.1f}"/><circle cx="{0:.1f}" cy="{3:.1f}" r="3"/>').format(
            xs(p.at), ys(p.low), ys(p.high), ys(p.value)
        )
        for p in chart.points
    )
    words = "; ".join(f"{p.label}: {p.text} [{p.interval}]" for p in chart.points)
    middle = (LEFT + WIDTH - RIGHT) / 2
    return Markup(
        '<svg class="history-chart" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{grid}'
        '<path class="line" d="{path}"/>{marks}{labels}<text x="{x}" y="{y}" text-anchor="middle">{axis}</text></svg>'
    ).format(
        w=WIDTH,
        h=HEIGHT,
        label=f"{chart.line}, {chart.measure} by {chart.axis}: {words}",
        grid=grid,
        path=path,
        marks=marks,
        labels=_labels(chart),
        x=middle,
        y=HEIGHT - 6,
        axis=chart.axis,
    )


def _labels(chart: HistoryChart) -> Markup:
    every = max(1, -(-len(chart.points) // LABELS))
    xs, last = _across(chart), len(chart.points) - 1
    shown = [point for number, point in enumerate(chart.points) if number % every == 0]
    return Markup("").join(
        Markup('<text x="{:.1f}" y="{}" text-anchor="{}">{}</text>').format(
            xs(point.at), HEIGHT - 22, "end" if point is chart.points[last] else "middle", point.label
        )
        for point in shown
    )


class _Scale:
    def __init__(self, ends: tuple[float, float], pixels: tuple[float, float]) -> None:
        self.ends, self.pixels = ends, pixels

    def __call__(self, value: float) -> float:
        (low, high), (start, stop) = self.ends, self.pixels
        return start + (stop - start) * ((value - low) / (high - low) if high > low else 0.5)


def _across(chart: HistoryChart) -> _Scale:
    room = 12
    return _Scale((chart.points[0].at, chart.points[-1].at), (LEFT + room, WIDTH - RIGHT - room))


def _down(chart: HistoryChart) -> _Scale:
    return _Scale((chart.ticks[0], chart.ticks[-1]), (HEIGHT - BOTTOM, TOP))
