"""Charts at paper size: each column of the leaderboard as dots with intervals, in SVG, PDF and PNG; needs `charts`."""

import io
from collections.abc import Iterator
from typing import Any

import polars as pl

from paragone.core.errors import NotReady
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site
from paragone.report.urls import file_name

WIDTH = 238  # points with all labels: one column of a two-column page, 3.3 inches
ROW, TEXT = 14, 8
NAME = 90  # a longer name of a model is cut
INK, MARK, RANGE = "#1d1b18", "#0b5a8f", "#8ab4d4"


def put_charts(reader: Reader, site: Site) -> int:
    """Write exports/charts/ and say how many columns were drawn."""
    drawn = 0
    for scenario in reader.scenarios:
        for metric in reader.metrics:
            rows = _rows(reader, scenario, metric)
            for suffix, data in _files(rows, reader.models, _title(reader, metric)) if rows else ():
                site.put(f"exports/charts/{file_name(scenario)}-{file_name(metric)}.{suffix}", data)
            drawn += bool(rows)
    return drawn


def _rows(reader: Reader, scenario: str, metric: str) -> list[dict[str, Any]]:
    return [
        {name: row[name] for name in ("model", "value", "low", "high")}
        for row in reader.estimates
        if row["scenario"] == scenario and row["metric"] == metric and row["value"] is not None
    ]


def _title(reader: Reader, metric: str) -> str:
    direction = reader.metrics[metric]["direction"]
    return f"{metric} ({direction} is better)" if direction else metric


def _files(rows: list[dict[str, Any]], order: list[str], title: str) -> Iterator[tuple[str, bytes]]:
    try:
        import altair
        import vl_convert  # noqa: F401 - Altair draws with it
    except ImportError as error:
        raise NotReady("charts for papers need two packages; run: pip install 'paragone[charts]'") from error
    height = altair.Step(ROW)
    base = altair.Chart(pl.DataFrame(rows)).properties(width=WIDTH, height=height)
    models = altair.Y("model:N", sort=order, title=None)
    scale = altair.Scale(zero=False, nice=True)
    lines = base.mark_rule(strokeWidth=3, color=RANGE).encode(y=models, x=altair.X("low:Q", scale=scale), x2="high:Q")
    dots = base.mark_point(filled=True, size=28, color=MARK, opacity=1).encode(
        y=models, x=altair.X("value:Q", scale=scale, title=title)
    )
    axis = {"labelFontSize": TEXT, "titleFontSize": TEXT, "titleFontWeight": "normal"}
    ink = {"labelColor": INK, "titleColor": INK, "gridOpacity": 0.4, "domain": False, "ticks": False, "labelPadding": 4}
    layers = (lines + dots).properties(autosize=altair.AutoSizeParams(type="fit-x", contains="padding"), padding=2)
    chart = layers.configure_axis(**axis, **ink, labelLimit=NAME).configure_view(strokeWidth=0)
    for suffix in ("svg", "pdf", "png"):
        buffer: Any = io.StringIO() if suffix == "svg" else io.BytesIO()
        chart.save(buffer, format=suffix, **({"ppi": 300} if suffix == "png" else {}))
        data = buffer.getvalue()
        yield suffix, data.encode() if isinstance(data, str) else data
