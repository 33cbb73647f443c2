"""The real images' statistics of a run, kept as an .npz that serves as a reference later."""

import io
from pathlib import Path

import numpy as np
import polars as pl

from paragone.core.errors import BadInput
from paragone.stages.planning.prepared import REFERENCE
from paragone.stats.fidelity import Moments
from paragone.store.atomic import write_whole
from paragone.store.folder import RunFolder

FEATURES = "inception_fid"


def write_statistics(folder: RunFolder, path: Path) -> None:
    """Mean and covariance of the reference's features, in the form of pytorch-fid and clean-fid."""
    annotators = folder.read_manifest()["annotators"]
    if FEATURES not in annotators:
        raise BadInput(f"cannot keep the reference's statistics: no metric of the run looked with {FEATURES}")
    images = folder.table("samples").read(["image"], where=pl.col("scenario") == REFERENCE)["image"].unique()
    facts = folder.facts(Path(annotators[FEATURES]["facts"]).name, {"vector": "vector"})
    known = pl.col("image").is_in(images.drop_nulls().to_list()) & pl.col("vector").is_not_null()
    vectors = facts.read(["image", "vector"], where=known).sort("image")["vector"].to_list()
    if len(vectors) < 2:
        raise BadInput(f"cannot keep the reference's statistics: there are {len(vectors)} images; give two or more")
    moments = Moments.of(np.array(vectors, dtype=np.float32))
    buffer = io.BytesIO()
    np.savez(buffer, mu=moments.mean, sigma=moments.covariance, n=len(vectors))
    write_whole(path, buffer.getvalue(), aside=path.parent / ".partial")
