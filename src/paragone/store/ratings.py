"""The ratings of a run: what people said of an image and its prompt, whichever model drew it, alike to the byte."""

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
    """Answers by image and by the words that it was drawn for: an empty scene is right for one prompt, not for all."""

    def __init__(self, folder: RunFolder) -> None:
        prompts = folder.table("prompts").read(["scenario", "prompt_id", "text", "meaning"])
        words = {(scenario, prompt): meaning or text for scenario, prompt, text, meaning in prompts.iter_rows()}
        columns = ["image", "scenario", "prompt_id", "question", *FIELDS]
        frame = folder.table("ratings").read(columns, where=pl.col("image").is_not_null())
        self._answers: dict[tuple[str, str], dict[str, list[list[Any]]]] = {}
        # In one order whatever the order of arrival: sums must not change by a digit.
        ordered = frame.sort("image", "question", "rater", "answer", "value")
        for image, scenario, prompt, question, *answer in ordered.iter_rows():
            mine = self._answers.setdefault((image, words.get((scenario, prompt), "")), {})
            mine.setdefault(question, []).append(answer)

    def get(self, image: str, text: str) -> Facts | Missing:
        """What people said of an image beside these words, by question."""
        found = self._answers.get((image, text))
        return Missing("nobody has rated this image") if found is None else {"answers": found}
