"""`paragone init`: a commented plan of one's own."""

import json
import sys
from pathlib import Path

import typer

from paragone.cli.terminal.screen import print_text

QUESTIONS = {
    "prompts": ("File of prompts (CSV, TSV, JSONL, TXT)", "prompts.csv"),
    "models": ("Models by comma: folders of images, or names from `paragone list models`", "images/a, images/b"),
    "reference": ("Folder of real images, for FID and its kin (empty: none)", ""),
    "metrics": ("Metrics by comma, or all that the prompts allow", "all"),
}
PLAN = """\
# A plan: what is drawn, by whom, and what is measured. Every key is told in docs/plans.md.
# Check it with `paragone doctor {name}`, run it with `paragone run {name}`; the same command again goes on.
title = {title}

# One image for each prompt and seed; more seeds make intervals narrower.
seeds = {seeds}
# limit = 50            # at most so many prompts of each scenario, the same ones each time: for a first look
{metrics}
{reference}
[[scenarios]]
use = "file"            # or a name from `paragone list scenarios`
path = {prompts}        # columns: prompt; if you like id, reference (an image), and any tags
{models}
[estimate]
level = 0.95            # how often an interval holds the truth
"""


def init(
    path: Path = typer.Argument(Path("plan.toml"), help="The file to write."),
    prompts: str | None = typer.Option(None, "--prompts", help="The file of prompts."),
    models: str | None = typer.Option(
        None, "--models", "--model", help="By comma: folders of images, or names of the catalogue."
    ),
    reference: str | None = typer.Option(None, "--reference", help="A folder of real images, for FID and its kin."),
    metrics: str | None = typer.Option(None, "--metrics", help="By comma; all: what the prompts allow."),
    title: str = typer.Option("", "--title", help="Of the plan."),
    seeds: int = typer.Option(1, "--seeds", min=1, max=1000, help="Images for each prompt."),
    force: bool = typer.Option(False, "--force", help="Write over a file that is there."),
) -> None:
    """Write a commented plan: asks on a terminal, or takes everything from its options."""
    from paragone.core.errors import BadOption
    from paragone.stages.planning.plan_file import read_plan

    if path.exists() and not force:
        raise BadOption(f"there is a file {path} already; choose another name, or write over it with --force")
    given = {"prompts": prompts, "models": models, "reference": reference, "metrics": metrics}
    answers = {name: _answer(name, value) for name, value in given.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(plan_text(answers, path=path, title=title, seeds=seeds), encoding="utf-8")
    read_plan(path)  # what was answered may be no plan: then it is said at once
    print_text(f"wrote {path}; check it with `paragone doctor {path}`, run it with `paragone run {path}`")


def _answer(name: str, given: str | None) -> str:
    if given is not None:
        return given.strip()
    question, default = QUESTIONS[name]
    return str(typer.prompt(question, default=default)).strip() if sys.stdin.isatty() else default


def plan_text(answers: dict[str, str], *, path: Path, title: str, seeds: int) -> str:
    """The plan as a text that explains itself."""
    chosen = [name.strip() for name in answers["metrics"].split(",") if name.strip()]
    if chosen in ([], ["all"]):
        said = '# All that the prompts allow, without those that cannot be had here; or a list: ["fid", "clipscore"]'
        metrics = f'\n{said}\nmetrics = "all"\navailable = true'
    else:
        said = f"# `paragone list metrics` has all; `paragone list {chosen[0]}` tells of one"
        metrics = f"\n{said}\nmetrics = {_list(chosen)}"
    reference = '# reference = "real/"   # a folder of real images brings FID, KID, precision and recall\n'
    if answers["reference"]:
        said = "# Real images, which belong to no prompt: a folder, table, zip or .npz"
        reference = f"\n{said}\nreference = {_text(answers['reference'])}\n"
    return PLAN.format(
        name=path,
        title=_text(title or path.stem),
        seeds=list(range(seeds)),
        metrics=metrics,
        reference=reference,
        prompts=_text(answers["prompts"]),
        models="".join(_model(name.strip()) for name in answers["models"].split(",") if name.strip()),
    )


def _model(name: str) -> str:
    from paragone.core.catalogue import aliases, names

    if name in names("models") or name in aliases("models"):
        return f"\n[[models]]\nuse = {_text(name)}   # `paragone list {name}` tells its options\n"
    label = Path(name.rstrip("/")).name or name
    use = 'use = "folder"          # images that are there: ID.png or ID_SEED.png'
    return f"\n[[models]]\n{use}\nname = {_text(label)}\npath = {_text(name)}\n"


def _list(values: list[str]) -> str:
    return f"[{', '.join(_text(value) for value in values)}]"


def _text(value: str) -> str:
    """A TOML text; JSON's quoting is TOML's."""
    return json.dumps(value, ensure_ascii=False)
