"""The rows that a set metric compares: vectors of images, or of their parts, each with the unit of chance it is of."""

import hashlib
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Prompt
from paragone.stats.fidelity import Features, Units

Mask = npt.NDArray[np.bool_]
Names = npt.NDArray[np.object_]  # (rows,), of str
UnitOf = Callable[[Prompt], str]


class Rows(NamedTuple):
    """Vectors, the unit of chance of each (its prompt, by its id), and the number of images they are from."""

    values: Features
    units: Names
    images: int

    @property
    def prompts(self) -> int:
        """Different units among the rows."""
        return len(set(self.units))

    def in_words(self, side: str) -> str:
        """How many there are: `300 drawn (crops of 200 images) of 50 prompts`, as far as numbers differ."""
        count = len(self.values)
        text = f"{count} {side}" + (f" (crops of {self.images} images)" if count != self.images else "")
        return text + (f" of {self.prompts} prompts" if self.prompts < min(count, self.images) else "")

    def numbered(self) -> tuple[list[str], Units]:
        """The units in order, and the number of each row's."""
        names = sorted(set(self.units))
        numbers = {name: number for number, name in enumerate(names)}
        return names, np.array([numbers[name] for name in self.units])

    def dealt(self, count: int) -> Units:
        """The group of each row, of so many groups of whole units."""
        of = dealt(set(self.units), count)
        return np.array([of[name] for name in self.units])

    def content(self) -> str:
        """A name for what is drawn, in whatever order the rows come."""
        parts = (unit.encode() + row.tobytes() for unit, row in zip(self.units, self.values, strict=True))
        total = sum(int.from_bytes(hashlib.blake2b(part, digest_size=16).digest()) for part in parts)
        return f"{total % 2**48:012x}"

    def some(self, chosen: slice | npt.NDArray[np.integer[Any]]) -> "Rows":
        """Some of the rows."""
        values = self.values[chosen]
        return Rows(values, self.units[chosen], len(values))


def annotator_of(features: str) -> str:
    """Whose facts an option `features` means: an annotator, or one column of it as in `faces_mtcnn_crops.eyes`.

    >>> annotator_of("faces_mtcnn_crops.eyes")
    'faces_mtcnn_crops'
    """
    return features.partition(".")[0]


def by_id(prompt: Prompt) -> str:
    """The usual unit of chance."""
    return prompt.id


def rows_of(
    cohort: Cohort, features: str, *, column: str = "vector", kept: Mask | None = None, unit_of: UnitOf = by_id
) -> Rows | str:
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
    values: npt.NDArray[Any] = facts[column] if keep.all() else facts[column][places]
    units = np.array([unit_of(cohort.prompts[place]) for place in places], dtype=object)
    if values.ndim == 2 and "parts" not in facts:
        return Rows(values, units, len(places))
    lengths = [0 if value is None else len(value) for value in values]
    counts = facts["parts"][places].astype(int) if "parts" in facts else np.array(lengths, dtype=bool).astype(int)
    if not counts.any():
        return "no image has a part to look at" if "parts" in facts or chosen else "no image has a vector"
    each = {length // count for length, count in zip(lengths, counts, strict=True) if count}
    if len(each) > 1:
        return f"the vectors of {annotator!r} differ in length; look again with one version of it"
    stacked = np.concatenate([value for value, count in zip(values, counts, strict=True) if count])
    return Rows(stacked.reshape(-1, each.pop()), np.repeat(units, counts), len(places))


def shuffled(names: list[str]) -> npt.NDArray[np.intp]:
    """An order of names that looks random but depends on nothing but the names themselves.

    >>> shuffled(["p1", "p2", "p3"]).tolist() == shuffled(["p1", "p2", "p3"]).tolist()
    True
    """
    digests = [hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names]
    return np.array(sorted(range(len(names)), key=lambda place: (digests[place], names[place])), dtype=np.intp)


def dealt(units: set[str], count: int) -> dict[str, int]:
    """The group, 0 to count - 1, of each unit: even, and all but the same where a few units are missing."""
    names = sorted(units)
    order = shuffled(names)
    return {names[place]: rank * count // len(names) for rank, place in enumerate(order)}
