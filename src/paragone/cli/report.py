"""`paragone report`: pages from a run."""

from pathlib import Path

import typer

from paragone.cli.status import RUN


def report(run: Path = RUN) -> None:
    """Write the report of a run as a static page and print its path."""
    from paragone.report.build import build_report
    from paragone.store.folder import RunFolder

    typer.echo(str(build_report(RunFolder(run))))
