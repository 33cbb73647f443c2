"""The ratings of a run by image: what people said, whichever model drew it, for images that are alike to the byte."""

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from paragone.core.keys import key_of
from paragone.core.types import Facts, Missing
from paragone.store.folder import RunFolder

FIELDS = ("rater", "value", "answer", "seconds")


def ratings_digest(folder: RunFolder) -> str:
    """Changes with any rating; empty where there is none."""
    keys = folder.table("ratings").read(["key"])["key"].sort().to_list()
    return key_of("ratings", keys) if keys else ""


def with_key(row: Mapping[str, Any]) -> dict[str, Any]:
    """A rating under the key of its content; the same person may answer a repeated item twice, told by `turn`."""
    parts = [row.get(name) for name in ("source", "sample", "image", "other", "question", *FIELDS, "turn")]
    return {name: value for name, value in row.items() if name != "turn"} | {"key": key_of("rating", parts)}


def store_ratings(folder: RunFolder, source: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Make these the ratings of one source (a study, a file); those of other sources stay. The caller may write."""
    keyed = [with_key(dict(row) | {"source": source}) for row in rows]
    folder.table("ratings").replace(keyed, part=f"source-{key_of(source)[:16]}")


class RatingReader:
    """Answers by image."""

    def __init__(self, folder: RunFolder) -> None:
        single = pl.col("other").is_null() & pl.col("image").is_not_null()
        frame = folder.table("ratings").read(["image", "question", *FIELDS], where=single)
        self._answers: dict[str, dict[str, list[list[Any]]]] = {}
        # In one order whatever the order of arrival: sums must not change by a digit.
        for image, question, *answer in frame.sort("image", "question", "rater", "answer", "value").iter_rows():
            self._answers.setdefault(image, {}).setdefault(question, []).append(answer)

    def get(self, image: str) -> Facts | Missing:
        """What people said of an image, by question."""
        found = self._answers.get(image)
        return Missing("nobody has rated this image") if found is None else {"answers": found}
