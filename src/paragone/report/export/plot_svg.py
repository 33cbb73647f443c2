"""The interval plot of the first page as a picture of its own: an SVG with its axes, names and numbers."""

from markupsafe import Markup

from paragone.report.pages.first.interval_plot import IntervalPlot, PlotRow

WIDTH, LEFT, RIGHT = 760, 230, 200  # of the whole, of the names, of the numbers
LANE, GAP, TICKS = 16, 14, 18
INK, SOFT, LINE = "#1d1b18", "#635e55", "#d9d3c7"
COLOURS = ("#0b5a8f", "#b4530a", "#2f7d4f", "#7a4fa3", "#8a6d00", "#4a4a4a")


def plot_svg(plot: IntervalPlot, title: str) -> str:
    """The plot, complete in itself: it can be put into a slide or a paper as it is."""
    y, parts = 44, Markup("")
    for row in plot.rows:
        parts += _row(row, y)
        y += LANE * max(len(row.lanes), 1) + TICKS + GAP
    return str(
        Markup(
            '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img"'
            ' aria-label="{t}" font-family="Helvetica, Arial, sans-serif" font-size="11">'
            '<rect width="{w}" height="{h}" fill="#fff"/>'
            '<text x="12" y="24" font-size="13" font-weight="600" fill="{ink}">{t}</text>{parts}</svg>'
        ).format(w=WIDTH, h=y, t=title, ink=INK, parts=parts)
    )


def _row(row: PlotRow, top: int) -> Markup:
    across, height = WIDTH - LEFT - RIGHT, LANE * len(row.lanes)
    arrow = {"higher": "\u2191", "lower": "\u2193"}.get(row.direction, "")
    drawn = Markup('<text x="12" y="{}" fill="{}">{} {}</text>').format(top + 12, INK, row.name[:36], arrow)
    drawn += Markup('<text x="12" y="{}" fill="{}" font-size="10">{}</text>').format(top + 26, SOFT, row.verdict[:40])
    for place, tick in enumerate(row.ticks):
        x = LEFT + across * place / max(len(row.ticks) - 1, 1)
        drawn += Markup('<path d="M{0:.1f} {1}v{2}" stroke="{3}"/>').format(x, top, height + 3, LINE)
        drawn += Markup('<text x="{:.1f}" y="{}" text-anchor="middle" font-size="10" fill="{}">{}</text>').format(
            x, top + height + 14, SOFT, tick
        )
    for place, lane in enumerate(row.lanes):
        y, colour = top + LANE * place + LANE / 2, COLOURS[place % len(COLOURS)]
        if lane.bar.mark is not None:
            left, right = (LEFT + across * at / 100 for at in (lane.bar.left, lane.bar.left + lane.bar.width))
            drawn += Markup('<path d="M{:.1f} {y}H{:.1f}" stroke="{c}" stroke-width="3" opacity=".45"/>').format(
                left, right, y=y, c=colour
            )
            at = LEFT + across * lane.bar.mark / 100
            drawn += Markup('<circle cx="{:.1f}" cy="{}" r="4" fill="{}"/>').format(at, y, colour)
        weight = "700" if lane.is_best else "400"
        text = f"{lane.model[:16]} {lane.text} [{lane.interval}]"
        drawn += Markup('<text x="{}" y="{}" fill="{}" font-weight="{}">{}</text>').format(
            WIDTH - RIGHT + 14, y + 4, colour, weight, text
        )
    return drawn
