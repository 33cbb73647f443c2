"""Estimates at a glance: a block for each scenario, metrics down, models across, n below."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.terminal.layout import keep_together
from paragone.cli.terminal.screen import print_table, print_text, visible
from paragone.core.cells import in_doubt, is_foreign

SAID = 3  # metrics whose doubts are spelled out
WIN_RATE = "win rate by aspect: the share of the other models beaten [clearly won, not clearly lost]"

if TYPE_CHECKING:
    from paragone.store.folder import RunFolder


def print_estimates(
    rows: Sequence[Mapping[str, Any]], titles: Mapping[str, str], literature: Sequence[Mapping[str, str]] = ()
) -> None:
    """The numbers of a run with their intervals; what others published follows as columns of its own."""
    from paragone.cli.table import readable

    shown = [*readable(rows, titles), *literature]
    judged = {row["scenario"] for row in rows if row["value"] is not None}
    empty = [scenario for scenario in dict.fromkeys(row["scenario"] for row in rows) if scenario not in judged]
    for scenario in dict.fromkeys(row["scenario"] for row in rows if row["scenario"] in judged):
        here = [row for row in shown if row["scenario"] == scenario]
        typer.echo("")
        typer.echo(visible(scenario))
        print_table(_across(here))
        own = [row for row in here if row["n"]]
        print_text(counted([(row["metric"], int(row["n"])) for row in own]) + _lost(own))
        if any(is_foreign(row["note"]) for row in own):
            print_text("* not counted: the judge is out of its domain (see the warning below)")
        for line in _doubts(own):
            print_text(line)
    typer.echo("")
    if empty:
        print_text(f"nothing but missing numbers on {visible(', '.join(empty))}\n")


def print_verdict(folder: "RunFolder") -> None:
    """What the numbers come to: a sentence, then each aspect, in words for two models and as win rates for more."""
    from paragone.report.pages.aspects import aspects_page, rates_by_aspect
    from paragone.report.pages.first.answer import headline_of
    from paragone.report.pages.first.aspect_verdicts import aspect_verdicts
    from paragone.report.read.reader import Reader

    reader = Reader(folder)
    verdicts = aspect_verdicts(reader)
    if len(reader.aspects) > 1 and verdicts:
        print_table([{"aspect": one.name, "verdict": visible(one.says)} for one in verdicts])
        typer.echo("")
    elif len(reader.aspects) > 1 and reader.aspect_ranks:
        print_text(WIN_RATE)
        print_table(rates_by_aspect(aspects_page(reader)))
        typer.echo("")
    print_text(visible(headline_of(reader)))
    typer.echo("")


def counted(found: Sequence[tuple[str, int]]) -> str:
    """How many scores the numbers of a block rest on, the commonest first.

    >>> counted([("FID", 48), ("KID", 48), ("SSIM", 12), ("SSIM", 14)])
    'n = 48; 12 to 14 for SSIM'
    """
    by_metric: dict[str, list[int]] = {}
    for name, n in found:
        by_metric.setdefault(name, []).append(n)
    spans: dict[str, list[str]] = {}
    for name, numbers in by_metric.items():
        span = str(min(numbers)) if len(set(numbers)) == 1 else f"{min(numbers)} to {max(numbers)}"
        spans.setdefault(span, []).append(_plain(name))
    ordered = sorted(spans.items(), key=lambda item: -len(item[1]))
    parts = [n if not place else f"{n} for {_named(names)}" for place, (n, names) in enumerate(ordered)]
    return f"n = {'; '.join(parts)}" if parts else ""


def _plain(title: str) -> str:
    return title.rstrip(" \u2191\u2193")


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _lost(rows: Sequence[Mapping[str, str]]) -> str:
    lost: dict[str, list[str]] = {}
    for row in rows:
        if row["missing"] not in ("0", ""):
            lost.setdefault(_plain(row["metric"]), []).append(f"{row['missing']} of {row['model']}")
    said = [f"{name}: {', '.join(few)}" for name, few in lost.items()]
    more = f"; and in {len(said) - 3} more" if len(said) > 3 else ""
    return f"; missing in {'; '.join(said[:3])}{more}" if said else ""


def _doubts(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """What the mark ~ means: of the first metrics that have it, the first model's reason."""
    found: dict[str, str] = {}
    for row in rows:
        if _is_doubted(row):
            said = [part for part in row["note"].split("; ") if in_doubt(part)]
            found.setdefault(_plain(row["metric"]), said[0])
    lines = [f"~ {name}: {said}" for name, said in found.items()]
    more = [f"~ and {len(lines) - SAID} metrics more; `paragone table RUN --csv` has every reason"]
    return lines[:SAID] + (more if len(lines) > SAID else [])


def _is_doubted(row: Mapping[str, str]) -> bool:
    return in_doubt(row["note"]) and not is_foreign(row["note"])


def _across(rows: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """A row for each metric, a column for each model."""
    models = list(dict.fromkeys(row["model"] for row in rows))
    lines: dict[str, dict[str, str]] = {}
    for row in rows:
        line = lines.setdefault(row["metric"], {"metric": row["metric"]} | dict.fromkeys(models, ""))
        mark = " *" if is_foreign(row["note"]) else " ~" if _is_doubted(row) else ""
        line[row["model"]] = keep_together(row["value"] + mark)
    return list(lines.values())
