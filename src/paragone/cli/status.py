"""`paragone status`: how far a run is."""

import typer

from paragone.cli.terminal.formats import Form, printing, put

RUN = typer.Argument(help="A run folder, or its URL.")


@printing
def status(run: str = RUN, *, form: Form) -> None:
    """How many samples, scores and estimates a run has, and what became of its drawings."""
    import polars as pl

    from paragone.stages.growth import seeds_in
    from paragone.stages.retry import may_pass
    from paragone.store.opening import open_run

    folder = open_run(run)
    manifest = folder.read_manifest()
    wanted = sum(one["prompts"] * len(seeds_in(manifest, one)) for one in manifest["scenarios"].values())
    samples = folder.table("samples").read(["model", "outcome", "details"]).with_columns(may_pass().alias("may_pass"))
    scored = dict(folder.table("scores").read(["model"]).group_by("model").len().iter_rows())
    estimated = dict(folder.table("estimates").read(["model"]).group_by("model").len().iter_rows())
    rows = []
    for model in manifest["models"]:
        mine = samples.filter(pl.col("model") == model)
        outcomes = mine["outcome"]
        rows.append(
            {
                "model": model,
                "wanted": wanted,
                "drawn": int((outcomes == "drawn").sum()),
                "without image": int((outcomes != "drawn").sum()),
                "can retry": int(mine["may_pass"].sum()),
                "to draw": max(wanted - len(outcomes), 0),
                "scores": scored.get(model, 0),
                "estimates": estimated.get(model, 0),
            }
        )
    put(form, rows, title=f"{run}, last run {manifest['updated']}")
