"""`paragone run`: from a plan to a report."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.screen import print_text, visible

if TYPE_CHECKING:
    from paragone.stages.notices import Notice
    from paragone.stages.planning.plan import Plan

PLAN = typer.Argument(help="A shipped plan by name (`paragone list plans`), or a TOML file.")
SETTINGS = typer.Option(
    [], "--set", help="Change the plan: key=value, e.g. --set estimate.resamples=500. May be repeated."
)
LIMIT = typer.Option(None, "--limit", min=1, help="At most N prompts of each scenario, the same ones each time.")
MODELS = typer.Option(
    [],
    "--models",
    "--model",
    help="Only these models, by comma: names of the plan or of the catalogue; or one with its options: "
    "'folder path=my/images', 'openai_images id=gpt-image-1'. May be repeated: 'folder path=b name=b'.",
)
ASPECTS = typer.Option("", "--aspects", help="Only scenarios that tell of these aspects, by comma: bias,toxicity.")
AVAILABLE = typer.Option(
    False, "--available", help="Go on without scenarios and metrics whose data or weights are not here, naming each."
)
OUT = typer.Option(None, "--out", help="The run folder, or a URL such as s3://bucket/run. [default: runs/PLAN]")


@printing
def run(
    plan: str = PLAN,
    out: str | None = OUT,
    settings: list[str] = SETTINGS,
    limit: int | None = LIMIT,
    models: list[str] = MODELS,
    aspects: str = ASPECTS,
    available: bool = AVAILABLE,
    retry: bool = typer.Option(False, "--retry", help="Draw again what failed but may pass: time-outs, HTTP 5xx ..."),
    quiet: bool = typer.Option(False, "--quiet", help="No progress, no table."),
    *,
    form: Form,
) -> None:
    """Run a plan: draw, look, judge, estimate, report.

    Everything the plan needs is checked first. Stop it at any time, with Ctrl-C or otherwise: the same command goes on
    where it was. A run folder can be added to (models, prompts, seeds, metrics) but not changed.
    """
    from paragone.cli.table import readable, whole_estimates
    from paragone.cli.terminal.blocks import print_estimates, print_verdict
    from paragone.cli.terminal.screen import Bars
    from paragone.report.pages.literature import as_estimates
    from paragone.report.site.build import build_report
    from paragone.report.titles import titles_of
    from paragone.stages import run as run_stages
    from paragone.stages.notices import left_out, read_notices

    chosen = plan_with(plan, settings, limit=limit, models=models, aspects=aspects, available=available)
    folder = out or default_folder(plan)
    is_quiet = quiet or form != "text"
    with Bars(quiet=is_quiet).watching() as bars:
        said = (lambda _: None) if is_quiet else _tell
        done = run_stages(chosen, folder, bars, retry=retry, notify=said)
    page = build_report(done, notify=said)
    rows = whole_estimates(done)
    titles = titles_of(done.read_manifest()["metrics"])
    if form != "text":
        put(form, rows, readable(rows, titles))
    elif not quiet:
        literature = as_estimates(chosen.model_dump(mode="json"), rows, titles)
        print_text(visible(chosen.title))
        print_estimates(rows, titles, literature)
        print_verdict(done)
        for line in left_out(done.read_manifest()):
            print_text(visible(line), indent="  ")
        typer.echo(f"run folder  {folder}\nreport      {page}")
        if plan == "quick":
            study = f"{folder.rstrip('/')}-study"
            command = f"paragone study new quick --run {folder} --out {study} && paragone study serve {study}"
            typer.echo(f"rate it     {command}")
    tell(read_notices(done))


def tell(noticed: "Sequence[Notice]") -> None:
    """Warnings and failures of a run, the worst last, where they are read; a failure is one for the shell as well."""
    for line in reversed(warnings_in(noticed)):
        print_text(line, indent="  ", err=True)
    if any(notice.level == "failure" for notice in noticed):
        raise typer.Exit(1)


def warnings_in(noticed: "Sequence[Notice]") -> list[str]:
    """Warnings and failures in lines; of what is said of many models and metrics, the first."""
    lines: dict[str, list[Notice]] = {}
    for notice in noticed:
        if notice.level != "note":
            kind = f"{notice.kind} {notice.annotator}" if notice.annotator else notice.text
            lines.setdefault(kind, []).append(notice)
    said = []
    for first, *rest in lines.values():
        more = f" (and {len(rest)} more like this: `paragone table RUN --notices`)" if rest else ""
        said.append(f"{'failed' if first.level == 'failure' else 'warning'}: {visible(first.text)}{more}")
    return said


def _tell(line: str) -> None:
    typer.echo(visible(line), err=True)


def plan_with(
    plan: str, settings: list[str], *, limit: int | None, models: list[str], aspects: str = "", available: bool = False
) -> "Plan":
    """The plan with the changes given as flags."""
    from paragone.stages.planning.plan_file import choose_aspects, choose_models, read_plan

    changes = [*settings, *([f"limit={limit}"] if limit else []), *(["available=true"] if available else [])]
    chosen = read_plan(plan, changes)
    names = [name for given in models for name in ([given] if "=" in given else _listed(given))]
    chosen = choose_models(chosen, names) if names else chosen
    return choose_aspects(chosen, _listed(aspects)) if aspects else chosen


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def default_folder(plan: str) -> str:
    """Where a plan runs by default."""
    from paragone.stages.planning.plan_file import shipped_plans

    name = plan.replace("/", "-") if plan in shipped_plans() else Path(plan).stem
    return str(Path("runs") / name)
