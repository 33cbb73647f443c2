"""Ratings by people, read from a table: who gave which value to which image, and for which question.

Columns: `value` (a number); `question` and `rater` (may be left out); and the image, either as `image` (its SHA-256)
or as `prompt_id`, `model`, and `scenario` and `seed` where the run has more than one.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from paragone.core.errors import BadInput
from paragone.inputs.rows import READERS, Row, read_table

NAME = "ratings"  # RUN/ratings.csv, .tsv, .jsonl or .parquet
PLACE = ("scenario", "model", "prompt_id", "seed")
SCHEMA = {
    **{"scenario": pl.String(), "model": pl.String(), "prompt_id": pl.String(), "seed": pl.Int64()},
    **{"question": pl.String(), "rater": pl.String(), "value": pl.Float64()},
}
Places = Mapping[tuple[str, ...], list[tuple[Any, ...]]]


def ratings_in(root: Path) -> Path | None:
    """The run folder's own table of ratings, if it has one that does not lead elsewhere."""
    paths = (root / f"{NAME}{suffix}" for suffix in READERS if suffix != ".txt")
    return next((p for p in paths if p.is_file() and p.resolve().is_relative_to(root.resolve())), None)


def read_ratings(path: Path, samples: pl.DataFrame) -> pl.DataFrame:
    """Every rating with the sample that it is about; an image that two models drew alike counts for both."""
    by_image: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    by_place: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    single = {name: samples[name].unique().cast(str).to_list() for name in ("scenario", "seed")}
    for *place, image in samples.select(*PLACE, "image").iter_rows():
        by_image.setdefault((str(image),), []).append(tuple(place))
        by_place[tuple(map(str, place))] = [tuple(place)]
    rows = []
    for row in read_table(path).rows:
        about = _about(row, by_image if "image" in row.values else by_place, single)
        told = (row.text("question") or "rating", row.text("rater") or row.where, _value(row))
        rows += [(*place, *told) for place in about]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _about(row: Row, places: Places, single: Mapping[str, list[str]]) -> list[tuple[Any, ...]]:
    key = tuple(_named(row, single))
    if key not in places:
        raise BadInput(f"{row.where}: the run has no image {' / '.join(key)}; mend the line or remove it")
    return places[key]


def _named(row: Row, single: Mapping[str, list[str]]) -> Iterator[str]:
    for name in ("image",) if "image" in row.values else PLACE:
        only = single.get(name, [])
        found = row.text(name) or (only[0] if len(only) == 1 else None)
        if found is None:
            raise BadInput(f"{row.where} has no {name}; name the image by `image`, or by {', '.join(PLACE)}")
        yield found.strip()


def _value(row: Row) -> float:
    written = row.text("value")
    try:
        number = float(written or "")
    except ValueError:
        number = float("nan")
    if not abs(number) < float("inf"):
        raise BadInput(f"{row.where}: the value is {written!r}; write a number")
    return number
