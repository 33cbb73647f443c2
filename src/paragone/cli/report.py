"""`paragone report`: pages from a run."""

from pathlib import Path

import typer

from paragone.cli.status import RUN

OUT = typer.Option(None, "--out", help="Write the site here, with its images, fit to be copied anywhere.")
CHARTS = typer.Option(False, "--charts", help="Also draw each column for papers: SVG, PDF, PNG in exports/charts.")


RATINGS = typer.Option(None, "--ratings", help="A table of people's ratings of the images; else RUN/ratings.csv.")
BASELINES = typer.Option([], "--baseline", help="Of over 12 models, one to compare with all others; repeatable.")
EVERY = typer.Option(False, "--all", help="Of a big run, write the pages of all images, not only of the first.")


def report(
    run: str = RUN,
    out: Path | None = OUT,
    charts: bool = CHARTS,
    ratings: Path | None = RATINGS,
    baselines: list[str] = BASELINES,
    every: bool = EVERY,
) -> None:
    """Write the report of a run as a static site and print its first page; a second time, only what changed.

    Without --out the site is RUN/report and shows the images of the run folder. Of a run with over 10,000 images only
    the first prompts get pages of their own; `paragone serve` makes every page when it is asked for.
    """
    from paragone.report.export.paper_charts import put_charts
    from paragone.report.site.build import Build
    from paragone.store.opening import open_run

    build = Build(open_run(run), out, ratings=ratings, baselines=baselines, every=every)
    if charts:
        put_charts(build.reader, build.site)
    build.run()
    typer.echo(f"{build.site.counts['written']} files written, {build.site.counts['kept']} checked and left", err=True)
    if build.extent.words:
        typer.echo(build.extent.words, err=True)
    typer.echo(build.address)
