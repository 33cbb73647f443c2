"""`paragone table`: the numbers of a run, for people, programs and papers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.run import warnings_in
from paragone.cli.status import RUN
from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.screen import print_text, visible
from paragone.core.cells import is_foreign

if TYPE_CHECKING:
    from paragone.store.folder import RunFolder


@printing
def table(
    run: str = RUN,
    by: str = typer.Option(
        "", "--by", help="Apart for each value of a tag of the prompts: object, count, relation ..."
    ),
    paper: str = typer.Option(
        "", "--paper", help="Laid out as the source's own table: tise, tise-cub, thesis, heim or dalleval."
    ),
    changes: bool = typer.Option(
        False, "--changes", help="How each metric moves where prompts are perturbed, and the worst of the two."
    ),
    aspects: bool = typer.Option(False, "--aspects", help="Each model's win rate in each aspect, with its interval."),
    efficiency: bool = typer.Option(
        False, "--efficiency", help="What drawing took: seconds against parameters, rate, cost, energy, memory."
    ),
    groups: bool = typer.Option(
        False, "--groups", help="Averages over the groups of scenarios that the plan names, each with its interval."
    ),
    notices: bool = typer.Option(False, "--notices", help="What was noticed: missing images, judges out of domain."),
    *,
    form: Form,
) -> None:
    """One row per model, scenario, metric and protocol: value, low, high, n, missing.

    Numbers under different protocols were made in different ways and do not compare. What a plan tells of others'
    published numbers follows, marked as theirs (not in CSV and JSON, which hold what was measured). --efficiency works
    for every run, whatever its metrics; sizes are counted by the model or come from `paragone list models`.
    """
    from paragone.cli.terminal.blocks import print_estimates
    from paragone.core.errors import StoreError
    from paragone.report.pages.literature import as_estimates
    from paragone.report.titles import titles_of
    from paragone.stages.notices import left_out
    from paragone.store.opening import open_run

    folder = open_run(run)
    if paper:
        _print_paper(folder, paper, form)
        return
    if notices:
        noticed = folder.table("notices").read().drop("key").to_dicts()
        put(form, noticed, [{"level": row["level"], "kind": row["kind"], "notice": row["text"]} for row in noticed])
        return
    if groups or efficiency:
        put(form, *(group_tables(folder) if groups else efficiency_tables(folder)))
        return
    if changes or aspects:
        put(form, *(change_tables(folder) if changes else aspect_tables(folder)))
        return
    manifest = folder.read_manifest()
    rows = whole_estimates(folder)
    if not rows:
        raise StoreError(
            f"{run} has no estimates yet; run its plan to the end (`paragone status {run}` shows how far it is)"
        )
    if form == "latex" and not by:
        typer.echo(wide_latex(folder), nl=False)
        return
    if by:
        put(form, *by_tag(folder, by))
        return
    titles = titles_of(manifest["metrics"])
    literature = as_estimates(manifest["plan"], rows, titles)
    if form == "text":
        print_estimates(rows, titles, literature)
        tell_of(folder)
    else:
        put(form, rows, [*readable(rows, titles), *literature])
    for line in left_out(manifest):
        print_text(visible(line), indent="  ", err=True)


def _doubt(reason: str) -> str:
    return " (not counted: judge out of domain)" if is_foreign(reason) else ""


def group_tables(folder: "RunFolder") -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """The averages of the plan's groups of scenarios: as stored, and for people."""
    from paragone.core.errors import StoreError
    from paragone.report.numbers import interval_text
    from paragone.report.titles import titles_of

    rows = folder.table("averages").read().to_dicts()
    if not rows:
        raise StoreError(f"the plan of {folder} names no group; give its scenarios `group = NAME` to average them")
    titles = titles_of(folder.read_manifest()["metrics"])
    shown = [
        {
            "model": row["model"],
            "group": row["group"],
            "metric": f"{titles.get(row['metric'], row['metric'])} {arrow(row['direction'])}".strip(),
            "value": interval_text(row["value"], row["low"], row["high"]) + _doubt(row["reason"]),
            "n": str(row["n"]),
            "scenarios": f"{len(row['scenarios'])} of {len(row['scenarios']) + len(row['absent'])}",
            "counts equally": "scenarios" if row["average"] == "heim" else "prompts",
        }
        for row in rows
    ]
    return rows, shown


def _print_paper(folder: "RunFolder", paper: str, form: Form) -> None:
    """A run as a source lays its table out, with notes on what stands for what."""
    from paragone.report.export.papers import as_latex as to_paper
    from paragone.report.export.papers import as_rows, paper_table
    from paragone.report.read.reader import Reader

    found = paper_table(Reader(folder), paper)
    if form == "latex":
        typer.echo(to_paper(found), nl=False)
        return
    put(form, as_rows(found))
    if form in ("text", "markdown"):
        typer.echo("\n" + "\n".join((found.caption, *found.notes)))


def tell_of(folder: "RunFolder") -> None:
    """What was noticed about a run, below its numbers."""
    from paragone.stages.notices import read_notices

    for line in warnings_in(read_notices(folder)):
        print_text(line, indent="  ")


def wide_latex(folder: "RunFolder") -> str:
    """The leaderboard as papers print it: models down, measures across, bold where a winner is clear."""
    from paragone.report.export.paper_table import as_latex, paper_tables
    from paragone.report.read.reader import Reader

    reader = Reader(folder)
    return as_latex(reader, paper_tables(reader))


def whole_estimates(folder: "RunFolder") -> list[dict[str, Any]]:
    """The estimates for all prompts of a scenario; those of groups are left out."""
    import polars as pl

    return folder.table("estimates").read(where=pl.col("group") == "").drop("group", "key").to_dicts()


def efficiency_tables(folder: "RunFolder") -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Seconds against parameters and the rest of efficiency: in numbers, and for people beside published rows."""
    from paragone.analysis.efficiency import read_efficiency
    from paragone.report.export.efficiency import efficiency_numbers, efficiency_rows

    measured = read_efficiency(folder)
    return efficiency_numbers(measured), efficiency_rows(measured)


def change_tables(folder: "RunFolder") -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """What perturbed prompts did to each model: as stored, and for people."""
    from paragone.analysis.perturbed import read_changes
    from paragone.core.errors import StoreError
    from paragone.report.pages.perturbed import change_table
    from paragone.report.titles import titles_of

    rows = read_changes(folder)
    if not rows:
        raise StoreError(f'{folder} has no perturbed prompts; give a scenario of its plan `perturb = ["typos"]`')
    numbers = [{name: row[name] for name in row if name != "key"} for row in rows]
    return numbers, change_table(rows, titles_of(folder.read_manifest()["metrics"]))


def aspect_tables(folder: "RunFolder") -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Win rates by aspect: in full, and for people."""
    from paragone.core.errors import StoreError
    from paragone.report.pages.aspects import aspect_table, aspects_page
    from paragone.report.read.reader import Reader

    reader = Reader(folder)
    if not reader.aspect_ranks:
        raise StoreError(f"{folder} has no win rates by aspect; it needs two models that compete and a finished run")
    return aspect_table(aspects_page(reader))


def by_tag(folder: "RunFolder", tag: str) -> tuple[list[dict[str, Any]], list[dict[str, str]]]:
    """Means by the values of a tag: as stored, and for people with a row for each value, a column for each model."""
    import polars as pl

    from paragone.core.catalogue import nearest
    from paragone.core.errors import UnknownName

    groups = folder.table("estimates").read(where=pl.col("group") != "").drop("key")
    rows = groups.filter(pl.col("group").str.starts_with(f"{tag}=")).to_dicts()
    if not rows:
        known = {group.partition("=")[0] for group in groups["group"].unique()}
        raise UnknownName(f"no tag {tag!r} sorts the prompts of this run into groups; {nearest(tag, known)}")
    shown: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        value = row["group"].partition("=")[2]
        line = {"scenario": row["scenario"], "metric": row["metric"], tag: value}
        shown.setdefault(tuple(line.values()), line)[row["model"]] = _group(row)
    return rows, [{name: line.get(name, "") for name in _names(shown.values())} for line in shown.values()]


def _names(lines: Iterable[Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(name for line in lines for name in line))


def _group(row: Mapping[str, Any]) -> str:
    from paragone.report.numbers import interval_text

    return f"{interval_text(row['value'], row['low'], row['high'])} n {row['n']}"


def readable(rows: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> list[dict[str, str]]:
    """Estimates for people: titles, the interval in brackets, as many digits as it supports, n and missing."""
    from paragone.report.numbers import interval_text

    return [
        {
            "model": row["model"],
            "scenario": row["scenario"],
            "metric": f"{titles.get(row['metric'], row['metric'])} {arrow(row['direction'])}".strip(),
            "value": interval_text(row["value"], row["low"], row["high"]),
            "n": str(row["n"]),
            "missing": str(row["missing"]),
            "protocol": row["protocol"],
            "note": row["reason"] or "",
        }
        for row in rows
    ]


def arrow(direction: str | None) -> str:
    """Which way is better."""
    return {"higher": "↑", "lower": "↓"}.get(direction or "", "")
