"""The map: where real and drawn images lie in the feature spaces of a run, on a plane; made on demand and stored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from paragone.core.errors import BadInput, UnknownName
from paragone.core.keys import key_of
from paragone.stats.layout import Way, laid_out
from paragone.store.folder import RunFolder
from paragone.store.parts import checked, parts_in

SAMPLE = ["model", "scenario", "prompt_id", "seed", "key"]


def spaces_of(folder: RunFolder) -> list[str]:
    """Annotators of the run that state one vector of a whole image."""
    return [name for name, files in _files(folder).items() if _has_vectors(files)]


def store_map(folder: RunFolder, spaces: Sequence[str], ways: Sequence[Way], *, limit: int, seed: int) -> int:
    """Lay out each space in each way and keep it for the report; gives the number of images on it.

    At most `limit` images of each space, the same prompts for every model, chosen by their names.
    """
    known = spaces_of(folder)
    if not known:
        raise BadInput(f"{folder} has no vectors of whole images; run a plan with fid, cmmd or the like first")
    for name in spaces:
        if name not in known:
            raise UnknownName(f"the run has no vectors of {name!r}; there are {', '.join(known)}")
    rows: list[dict[str, Any]] = []
    for space in spaces or known:
        samples = _sampled(folder, space, limit)
        vectors = np.stack(samples["vector"].to_list())
        for way in ways:
            places, note = laid_out(vectors, way, seed)
            for sample, (x, y) in zip(samples.select(SAMPLE).iter_rows(named=True), places.tolist(), strict=True):
                rows.append({"space": space, "way": way, "note": note, "x": x, "y": y} | sample)
    with folder.writing():
        folder.table("map").replace(rows)
    return len(rows)


def _sampled(folder: RunFolder, space: str, limit: int) -> pl.DataFrame:
    samples = folder.table("samples").read([*SAMPLE, "image"], where=pl.col("image").is_not_null())
    facts = pl.scan_parquet(_files(folder)[space]).select("image", "vector").unique("image", keep="last").collect()
    both = samples.join(facts.drop_nulls(), on="image").sort("scenario", "prompt_id", "model", "seed")
    models = max(both["model"].n_unique(), 1)
    prompts = both.select("scenario", "prompt_id").unique().rows()
    kept = sorted(prompts, key=lambda one: key_of("map", *one))[: max(limit // models, 1)]
    chosen = pl.DataFrame(kept, schema=["scenario", "prompt_id"], orient="row")
    return both.join(chosen, on=["scenario", "prompt_id"]).head(limit)


def _files(folder: RunFolder) -> dict[str, list[Path]]:
    root = folder.root.resolve()
    found = {}
    for name, annotator in folder.read_manifest()["annotators"].items():
        place = (folder.root / annotator["facts"]).resolve()
        if place.is_relative_to(root) and annotator["subject"] == "image":
            found[name] = checked(parts_in(place), run=folder)
    return found


def _has_vectors(files: Sequence[Path]) -> bool:
    if not files:
        return False
    columns = pl.scan_parquet(list(files)).collect_schema().names()
    return "vector" in columns and "image" in columns and "parts" not in columns
