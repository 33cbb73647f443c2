"""The pages of docs/ that are written from the code: `make docs` writes them, and a test keeps them true."""

import sys
from pathlib import Path

from paragone.cli.docs.plan_page import plan_page
from paragone.core.catalogue import KINDS, listed, summary
from paragone.report.export.formats import to_markdown


def pages() -> dict[str, str]:
    """File name to text of every generated page."""
    return {"catalogue.md": _catalogue(), "commands.md": _commands(), "tables.md": _tables(), "plans.md": plan_page()}


def _catalogue() -> str:
    from paragone.stages.planning.plan_file import read_plan, shipped_plans

    text = "# Catalogue\n\nEverything there is, by name, as `paragone list` shows it. Written by `make docs`.\n"
    for kind in KINDS:
        rows = [{"name": name, "what it is": summary(kind, name)} for name in listed(kind)]
        text += f"\n## {kind.capitalize()}\n\n{to_markdown(rows)}"
    rows = [{"name": name, "what it is": read_plan(name).title} for name in shipped_plans()]
    return text + f"\n## Plans\n\n{to_markdown(rows)}"


def _commands() -> str:
    from typer.main import get_command
    from typer.testing import CliRunner

    from paragone.cli.main import app

    runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})
    text = "# Commands\n\nWhat `paragone COMMAND --help` says. Written by `make docs`.\n"
    for name in getattr(get_command(app), "commands", {}):
        help_text = runner.invoke(app, [name, "--help"], prog_name="paragone", terminal_width=100).output
        lines = "\n".join(line.rstrip() for line in help_text.strip().splitlines())
        text += f"\n## {name}\n\n```\n{lines}\n```\n"
    return text


def _tables() -> str:
    from paragone.store.schema import TABLES

    text = (
        "# Tables of a run folder\n\nEach table is a folder of Parquet files; polars, DuckDB, pandas or R read it"
        " without Paragone, for example `duckdb -c \"select * from 'RUN/scores/*.parquet'\"`."
        " Written from store/schema.py by `make docs`.\n"
    )
    for name, fields in TABLES.items():
        rows = [{"column": column, "type": str(one.type), "meaning": one.meaning} for column, one in fields.items()]
        text += f"\n## {name}\n\n{to_markdown(rows)}"
    return text + (
        "\n## facts/ANNOTATOR-VERSION\n\nOne table per annotator: `key`, `image` (content hash), `prompt` (key of the"
        " prompt, where the fact depends on it), `error` (why nothing was stated) and the annotator's own columns."
        " `manifest.json` names the folder in use for each annotator.\n"
    )


def main() -> None:
    """Write the pages into the folder given."""
    folder = Path(sys.argv[1])
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
