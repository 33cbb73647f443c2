"""The rows that a set metric compares: vectors of images, or of their parts, each with the prompt it belongs to."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort
from paragone.stats.fidelity import Clusters, Features, clusters_of

Mask = npt.NDArray[np.bool_]


class Rows(NamedTuple):
    """Vectors, the cluster (prompt) of each, and the number of images they are from."""

    values: Features
    clusters: Clusters
    images: int

    @property
    def prompts(self) -> int:
        """Different prompts among the rows."""
        return len(np.unique(self.clusters))

    def told(self, side: str) -> str:
        """How many there are in words: `300 drawn (crops of 200 images) of 50 prompts`, as far as numbers differ."""
        count = len(self.values)
        text = f"{count} {side}" + (f" (crops of {self.images} images)" if count != self.images else "")
        return text + (f" of {self.prompts} prompts" if self.prompts < min(count, self.images) else "")

    def some(self, chosen: slice | npt.NDArray[np.integer[Any]]) -> "Rows":
        """Some of the rows."""
        values = self.values[chosen]
        return Rows(values, clusters_of(self.clusters[chosen].tolist()), len(values))


def annotator_of(features: str) -> str:
    """Whose facts an option `features` means: an annotator, or one column of it as in `faces_mtcnn_crops.eyes`.

    >>> annotator_of("faces_mtcnn_crops.eyes")
    'faces_mtcnn_crops'
    """
    return features.partition(".")[0]


def rows_of(cohort: Cohort, features: str, *, column: str = "vector", kept: Mask | None = None) -> Rows | str:
    """One row per image, or per part; in words, why not.

    An annotator that looks at parts of images either states all vectors of an image one after another, and their number
    in `parts`, or one vector an image with None where the part is not there. So an image may give no row or several.
    """
    annotator, _, chosen = features.partition(".")
    facts = cohort.columns[annotator]
    column = chosen or column
    if column not in facts:
        return f"the annotator {annotator!r} states no {column!r}; it states {', '.join(facts)}"
    keep = np.ones(len(cohort.prompts), dtype=bool) if kept is None else kept
    places = np.flatnonzero(keep)
    values: npt.NDArray[Any] = facts[column][places]
    clusters = clusters_of(cohort.prompts[place].id for place in places)
    if values.ndim == 2 and "parts" not in facts:
        return Rows(values, clusters, len(places))
    lengths = [0 if value is None else len(value) for value in values]
    counts = facts["parts"][places].astype(int) if "parts" in facts else np.array(lengths, dtype=bool).astype(int)
    if not counts.any():
        return "no image has a part to look at" if "parts" in facts or chosen else "no image has a vector"
    each = {length // count for length, count in zip(lengths, counts, strict=True) if count}
    if len(each) > 1:
        return f"the vectors of {annotator!r} differ in length; look again with one version of it"
    stacked = np.concatenate([value for value, count in zip(values, counts, strict=True) if count])
    return Rows(stacked.reshape(-1, each.pop()), clusters_of(np.repeat(clusters, counts).tolist()), len(places))
