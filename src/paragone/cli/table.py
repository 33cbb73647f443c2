"""`paragone table`: the numbers of a run, for people, programs and papers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.run import missing_lines
from paragone.cli.status import RUN

if TYPE_CHECKING:
    from paragone.store.folder import RunFolder


def table(
    run: str = RUN,
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
    as_csv: bool = typer.Option(False, "--csv", help="Print as CSV (cells cannot run as formulas)."),
    as_markdown: bool = typer.Option(False, "--markdown", help="Print as a Markdown table."),
    as_latex: bool = typer.Option(False, "--latex", help="Print the wide LaTeX table that papers print (booktabs)."),
    by: str = typer.Option(
        "", "--by", help="Apart for each value of a tag of the prompts: object, count, relation ..."
    ),
    paper: str = typer.Option(
        "", "--paper", help="Laid out as the source's own table: tise, thesis, heim or dalleval."
    ),
    changes: bool = typer.Option(
        False, "--changes", help="How each metric moves where prompts are perturbed, and the worst of the two."
    ),
    aspects: bool = typer.Option(False, "--aspects", help="Each model's win rate in each aspect, with its interval."),
    efficiency: bool = typer.Option(
        False, "--efficiency", help="What drawing took: seconds against parameters, rate, cost, energy, memory."
    ),
) -> None:
    """One row per model, scenario, metric and protocol: value, low, high, n, missing.

    Numbers under different protocols were made in different ways and do not compare. What a plan tells of others'
    published numbers follows, marked as theirs (not in CSV and JSON, which hold what was measured). --efficiency works
    for every run, whatever its metrics; sizes are counted by the model or come from `paragone list models`.
    """
    from paragone.core.errors import BadOption, StoreError
    from paragone.report.pages.literature import as_estimates
    from paragone.report.titles import titles_of
    from paragone.store.opening import open_run

    if as_json + as_csv + as_markdown + as_latex > 1:
        raise BadOption("choose one of --json, --csv, --markdown and --latex")
    folder = open_run(run)
    if paper:
        _print_paper(folder, paper, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown, as_latex=as_latex)
        return
    if efficiency:
        rows, shown = efficiency_tables(folder)
        _print(rows, shown, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown, as_latex=as_latex)
        return
    if changes or aspects:
        rows, shown = change_tables(folder) if changes else aspect_tables(folder)
        _print(rows, shown, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown, as_latex=as_latex)
        return
    manifest = folder.read_manifest()
    rows = whole_estimates(folder)
    if not rows:
        raise StoreError(
            f"{run} has no estimates yet; run its plan to the end (`paragone status {run}` shows how far it is)"
        )
    if as_latex and not by:
        typer.echo(wide_latex(folder), nl=False)
        return
    if by:
        rows, shown = by_tag(folder, by)
    else:
        titles = titles_of(manifest["metrics"])
        shown = [*readable(rows, titles), *as_estimates(manifest["plan"], rows, titles)]
    _print(rows, shown, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown, as_latex=as_latex)
    for line in missing_lines(manifest):
        typer.echo(line, err=True)


def _print_paper(
    folder: "RunFolder", paper: str, *, as_json: bool, as_csv: bool, as_markdown: bool, as_latex: bool
) -> None:
    """A run as a source lays its table out, with notes on what stands for what."""
    from paragone.report.export.papers import as_latex as to_paper
    from paragone.report.export.papers import as_rows, paper_table
    from paragone.report.read.reader import Reader

    found = paper_table(Reader(folder), paper)
    if as_latex:
        typer.echo(to_paper(found), nl=False)
        return
    rows = as_rows(found)
    _print(rows, rows, as_json=as_json, as_csv=as_csv, as_markdown=as_markdown, as_latex=False)
    if not as_json and not as_csv:
        typer.echo("\n" + "\n".join((found.caption, *found.notes)))


def _print(
    rows: Sequence[Mapping[str, Any]],
    shown: Sequence[Mapping[str, str]],
    *,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
    as_latex: bool,
) -> None:
    from paragone.cli.screen import print_rows
    from paragone.report.export.formats import to_csv, to_latex, to_markdown

    if as_csv:
        typer.echo(to_csv(rows), nl=False)
    elif as_markdown:
        typer.echo(to_markdown(shown), nl=False)
    elif as_latex:
        typer.echo(to_latex(shown), nl=False)
    else:
        print_rows(rows if as_json else shown, as_json=as_json)


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


def side_by_side(
    rows: Sequence[Mapping[str, Any]], titles: Mapping[str, str], literature: Sequence[Mapping[str, str]] = ()
) -> list[dict[str, str]]:
    """Estimates at a glance: a row per scenario and model, a column per metric; others' published rows follow ours."""
    shown: dict[tuple[str, str], dict[str, str]] = {}
    for row in [*readable(rows, titles), *literature]:
        line = shown.setdefault((row["scenario"], row["model"]), {"scenario": row["scenario"], "model": row["model"]})
        lost = f", {row['missing']} missing" if row["missing"] not in ("0", "") else ""
        line[row["metric"]] = f"{row['value']} n {row['n']}{lost}" if row["n"] else row["value"]
    metrics = dict.fromkeys(name for line in shown.values() for name in line)
    lines = sorted(
        shown.values(), key=lambda line: list(dict.fromkeys(row["scenario"] for row in rows)).index(line["scenario"])
    )
    return [{name: line.get(name, "") for name in metrics} for line in lines]


def arrow(direction: str | None) -> str:
    """Which way is better."""
    return {"higher": "↑", "lower": "↓"}.get(direction or "", "")
