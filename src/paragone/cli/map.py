"""`paragone map`: where real and drawn images lie in a feature space."""

import typer

from paragone.cli.status import RUN


def make_map(
    run: str = RUN,
    space: list[str] = typer.Option([], "--space", help="An annotator's vectors, such as inception_fid; else all."),
    way: list[str] = typer.Option(["pca"], "--way", help="pca, or tsne (extra `map`); may be repeated."),
    limit: int = typer.Option(2000, "--limit", min=3, help="Images at most."),
    seed: int = typer.Option(0, "--seed", help="Of t-SNE."),
) -> None:
    """Lay a run's images out on a plane by their features, for the page Map of its report, where points lead to images.

    PCA keeps distances as far as two directions can. t-SNE keeps neighbours, as TISE's figures 12 and 13 do; how large
    its groups are, and how far apart, means little.
    """
    from paragone.analysis.map import store_map
    from paragone.core.errors import BadOption
    from paragone.store.opening import open_run

    for one in way:
        if one not in ("pca", "tsne"):
            raise BadOption(f"no way is called {one!r}; there are pca and tsne")
    count = store_map(open_run(run), space, way, limit=limit, seed=seed)  # type: ignore[arg-type]
    typer.echo(f"{count} points; `paragone report {run}` draws them on the page Map")
