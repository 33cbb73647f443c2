"""The tables of a run, in an order that does not depend on how it came about: two runs that are equal compare equal."""

from pathlib import Path

import polars as pl

import paragone
from paragone.store.opening import open_run


def stored_tables(place: str | Path) -> dict[str, pl.DataFrame]:
    """Every table and every annotator's facts of a run at a path or URL; how long things took is left out."""
    run = paragone.load(place)
    found = {name: run[name].drop("seconds", strict=False) for name in run if name != "efficiency"}
    for folder in (open_run(place).root / "facts").iterdir():
        found[folder.name] = pl.read_parquet(folder / "*.parquet")
    return {name: frame.sort(frame.columns) for name, frame in found.items()}


def check_same(place: str | Path, whole: str | Path) -> None:
    """Fail unless both runs have the same tables, row for row."""
    found, expected = stored_tables(place), stored_tables(whole)
    assert found.keys() == expected.keys()
    for name, frame in expected.items():
        assert found[name].equals(frame), name
