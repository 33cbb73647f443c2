"""What a notebook shows of a run: tables with interval bars, a comparison, a plot, images; plain HTML and SVG."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paragone.report.numbers import interval_text, p_text, plain
from paragone.report.pages.bars import ARROWS
from paragone.report.pages.first.interval_plot import ticks_of

if TYPE_CHECKING:
    import polars as pl

WIDE = 160  # pixels of a bar
STYLE = "border-collapse:collapse;font:13px sans-serif"
CELL = "padding:2px 10px;text-align:left;border-bottom:1px solid #8884"


@dataclass(frozen=True)
class Scale:
    """Where numbers lie on a line of so many pixels."""

    low: float
    high: float
    width: int = WIDE

    def at(self, value: float) -> float:
        """Pixels from the left."""
        span = self.high - self.low
        return self.width * ((value - self.low) / span if span else 0.5)


def scale_of(rows: Sequence[Mapping[str, Any]], width: int = WIDE) -> Scale:
    """A scale that holds every value and interval."""
    ends = [row[name] for row in rows for name in ("value", "low", "high") if row[name] is not None]
    return Scale(min(ends, default=0.0), max(ends, default=1.0), width)


def bar(row: Mapping[str, Any], scale: Scale) -> str:
    """An interval as a line, the value as a dot."""
    if row["value"] is None:
        return ""
    low, high = (row["value"] if row[name] is None else row[name] for name in ("low", "high"))
    line = f'<line x1="{scale.at(low):.1f}" x2="{scale.at(high):.1f}" y1="7" y2="7" stroke="currentColor"/>'
    dot = f'<circle cx="{scale.at(row["value"]):.1f}" cy="7" r="3.5" fill="#c33"/>'
    size = f'width="{scale.width + 8}" height="14" viewBox="-4 0 {scale.width + 8} 14"'
    label = escape(interval_text(row["value"], row["low"], row["high"]))
    return f'<svg {size} role="img" aria-label="{label}">{line}{dot}</svg>'


def run_html(title: str, rows: Sequence[Mapping[str, Any]], titles: Mapping[str, str], said: Sequence[str]) -> str:
    """The verdict, then every number with its interval as a bar on its measure's axis; a clear winner in bold."""
    scenarios = list(dict.fromkeys(row["scenario"] for row in rows))
    lines = []
    for place in dict.fromkeys((row["scenario"], row["metric"]) for row in rows):
        here = [row for row in rows if (row["scenario"], row["metric"]) == place]
        if any(row["value"] is not None for row in here):
            where = f" ({place[0]})" if len(scenarios) > 1 else ""
            lines += _lines(
                f"{titles.get(place[1], place[1])}{where} {ARROWS.get(here[0]['direction'] or '', '')}", here
            )
    names = "".join(f'<th style="{CELL}">{name}</th>' for name in ("measure", "model", "value", "interval", "n"))
    verdict = "".join(f'<p style="font-size:16px"><b>{escape(line)}</b></p>' for line in said[:1])
    notes = "".join(f"<p>{escape(line)}</p>" for line in said[1:5])
    return f'<p>{escape(title)}</p>{verdict}{notes}<table style="{STYLE}"><tr>{names}</tr>{"".join(lines)}</table>'


def _lines(measure: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The rows of one measure: its name stands once, the ends of its axis below the last bar."""
    scale = scale_of(rows)
    first = f'<td style="{CELL}" rowspan="{len(rows)}">{escape(measure)}</td>'
    ends = "".join(f"<span>{plain(end, 3)}</span>" for end in (scale.low, scale.high))
    axis = f'<div style="display:flex;justify-content:space-between;font-size:11px;opacity:.7">{ends}</div>'
    lines = []
    for number, row in enumerate(rows):
        value = escape(interval_text(row["value"], row["low"], row["high"]))
        value = f"<b>{value}</b>" if row["is_clear"] else value
        drawn = bar(row, scale) + (axis if number == len(rows) - 1 else "")
        cells = (escape(row["model"]), value, drawn, str(row["n"]))
        body = "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells)
        lines.append(f"<tr>{first if not number else ''}{body}</tr>")
    return lines


@dataclass(frozen=True)
class Comparison:
    """How model b differs from model a: `summary` in a sentence, `frame` in numbers."""

    a: str
    b: str
    summary: str
    frame: "pl.DataFrame"
    titles: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        rows = [row for row in self.frame.to_dicts() if row["value"] is not None]
        lines = []
        for row in rows:
            number = interval_text(row["value"], row["low"], row["high"])
            said = row["verdict"] or row["reason"] or ""
            words = (self.titles.get(row["metric"], row["metric"]), row["scenario"], number, p_text(row["p_adjusted"]))
            lines.append("".join(f'<td style="{CELL}">{escape(str(text))}</td>' for text in (*words, said)))
        names = ("measure", "scenario", f"{self.b} - {self.a}", "p (Holm)", "verdict")
        head = "".join(f'<th style="{CELL}">{escape(name)}</th>' for name in names)
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        return f'<p><b>{escape(self.summary)}</b></p><table style="{STYLE}"><tr>{head}</tr>{body}</table>'


@dataclass(frozen=True)
class Plot:
    """One metric of all models with intervals and an axis: SVG, shown by a notebook, written by `save`."""

    title: str
    rows: Sequence[Mapping[str, Any]]

    @property
    def svg(self) -> str:
        """The picture."""
        whole, step, left = scale_of(self.rows), 24, 150
        round_numbers = ticks_of(whole.low, whole.high)
        scale = Scale(round_numbers[0], round_numbers[-1], 360)
        marks = []
        for number, row in enumerate(self.rows):
            y = 40 + step * number
            marks.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(row["model"][:22])}</text>')
            if row["value"] is None:
                marks.append(f'<text x="{left}" y="{y + 4}">missing</text>')
                continue
            low, high = (row["value"] if row[name] is None else row[name] for name in ("low", "high"))
            ends = f'x1="{left + scale.at(low):.1f}" x2="{left + scale.at(high):.1f}" y1="{y}" y2="{y}"'
            marks.append(f'<line {ends} stroke="currentColor" stroke-width="2"/>')
            marks.append(f'<circle cx="{left + scale.at(row["value"]):.1f}" cy="{y}" r="4" fill="#c33"/>')
        base = 40 + step * len(self.rows)
        axis = f'<line x1="{left}" x2="{left + 360}" y1="{base}" y2="{base}" stroke="currentColor"/>'
        ticks = "".join(
            f'<path d="M{left + scale.at(value):.1f} 28V{base}" stroke="#8884"/>'
            f'<text x="{left + scale.at(value):.1f}" y="{base + 16}" text-anchor="middle">{plain(value, 4)}</text>'
            for value in round_numbers
        )
        size = f'width="560" height="{base + 26}" viewBox="0 0 560 {base + 26}" font-family="sans-serif" font-size="12"'
        head = f'<text x="{left}" y="18" font-weight="bold">{escape(self.title)}</text>'
        label = f'role="img" aria-label="{escape(self.title)}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {label}>{head}{ticks}{"".join(marks)}{axis}</svg>'

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG."""
        Path(path).write_text(self.svg, encoding="utf-8")
        return Path(path)


@dataclass(frozen=True)
class Gallery:
    """Images of a run with what is known of each; iterating gives their files."""

    root: Path
    rows: Sequence[Mapping[str, Any]]

    @property
    def files(self) -> list[Path]:
        """The image files."""
        return [self.root / row["file"] for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        return "".join(_figure(row, path) for row, path in zip(self.rows, self.files, strict=True))


def _figure(row: Mapping[str, Any], path: Path) -> str:
    """One image, in the page itself, with who drew it, its prompt, its score and the reason; folded if sensitive."""
    kind = "jpeg" if path.suffix == ".jpg" else path.suffix[1:]
    data = base64.b64encode(path.read_bytes()).decode("ascii")
    value, reason = row.get("value"), row.get("score_reason") or ""
    score = "" if value is None else f"<br>{value:.4g} {escape(reason)}"
    text = escape(row["text"][:80])
    image = f'<img width="160" alt="{text}" src="data:image/{kind};base64,{data}">'
    shown = f"{image}<figcaption>{escape(row['model'])}: {text}{score}</figcaption>"
    if row["is_veiled"]:
        shown = f"<details><summary>{escape(row['model'])}: sensitive</summary>{shown}</details>"
    return f'<figure style="display:inline-block;width:170px;margin:4px">{shown}</figure>'
