"""Ratings by people, read from a table: who gave which value to which image, and for which question.

Columns: `value` (a number); `question` and `rater` (may be left out); and the image, either as `image` (its SHA-256)
or as `prompt_id`, `model`, and `scenario` and `seed` where the run has more than one.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from paragone.core.cells import SampleId
from paragone.core.errors import BadInput
from paragone.inputs.rows import READERS, Row, read_table
from paragone.store.folder import RunFolder

NAME = "ratings"  # RUN/ratings.csv, .tsv, .jsonl or .parquet
SCHEMA = {
    **{"scenario": pl.String(), "model": pl.String(), "prompt_id": pl.String(), "seed": pl.Int64()},
    **{"question": pl.String(), "rater": pl.String(), "value": pl.Float64()},
}
NAMES = ("scenario", "model", "prompt_id", "seed")  # of an image, where it is not named by its hash
Images = Mapping[tuple[str, ...], list[SampleId]]  # by what a row may call them


def ratings_in(root: Path) -> Path | None:
    """The run folder's own table of ratings, if it has one that does not lead elsewhere."""
    paths = (root / f"{NAME}{suffix}" for suffix in READERS if suffix != ".txt")
    return next((p for p in paths if p.is_file() and p.resolve().is_relative_to(root.resolve())), None)


def read_ratings(path: Path, samples: pl.DataFrame) -> pl.DataFrame:
    """Every rating with the sample that it is about; an image that two models drew alike counts for both."""
    by_image: dict[tuple[str, ...], list[SampleId]] = {}
    by_names: dict[tuple[str, ...], list[SampleId]] = {}
    single = {name: samples[name].unique().cast(str).to_list() for name in ("scenario", "seed")}
    for *names, image in samples.select(*SampleId._fields, "image").iter_rows():
        sample = SampleId(*names)
        by_image.setdefault((str(image),), []).append(sample)
        by_names[tuple(str(getattr(sample, name)) for name in NAMES)] = [sample]
    rows = []
    for row in read_table(path).rows:
        about = _about(row, by_image if "image" in row.values else by_names, single)
        answer = {"question": row.text("question") or "rating", "rater": row.text("rater") or row.where}
        rows += [sample._asdict() | answer | {"value": _value(row)} for sample in about]
    return pl.DataFrame(rows, schema=SCHEMA)


def stored_ratings(folder: RunFolder) -> pl.DataFrame:
    """The ratings that studies stored in the run, of a pair both sides; answers in words alone are no numbers."""
    is_number = pl.col("value").is_not_null() & pl.col("sample").is_not_null()
    return folder.table("ratings").read(list(SCHEMA), where=is_number)


def _about(row: Row, images: Images, single: Mapping[str, list[str]]) -> list[SampleId]:
    key = tuple(_named(row, single))
    if key not in images:
        raise BadInput(f"{row.where}: the run has no image {' / '.join(key)}; mend the line or remove it")
    return images[key]


def _named(row: Row, single: Mapping[str, list[str]]) -> Iterator[str]:
    for name in ("image",) if "image" in row.values else NAMES:
        only = single.get(name, [])
        found = row.text(name) or (only[0] if len(only) == 1 else None)
        if found is None:
            raise BadInput(f"{row.where} has no {name}; name the image by `image`, or by {', '.join(NAMES)}")
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
