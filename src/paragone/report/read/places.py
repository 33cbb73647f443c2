"""Where each image of a scenario is stored, with its score: few bytes an image, so that a page can rank a million.

Only what the page shows is then read whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from paragone.store.parts import checked
from paragone.store.table import Table, polars_reads

IDS = ["prompt_id", "seed", "model"]  # also the order of rows
Positions = np.ndarray[tuple[int], np.dtype[np.int64]]


class Places:
    """The rows of some tables by where they are: a part's number and a row of it.

    Labels are of the type Enum, a few bytes each, and in the order of their names.
    """

    def __init__(self, table: Table, scenario: str, *, models: Iterable[str], prompts: Iterable[str]) -> None:
        self._scenario = scenario
        self._kinds = {"prompt_id": pl.Enum(sorted(prompts)), "model": pl.Enum(sorted(models))}
        self._samples = _Parts(table)
        self.samples = self._located(self._samples, pl.lit(value=True), []).sort(IDS)
        self._seeds = self.samples["seed"].unique().sort().to_numpy()

    def scored(self, table: Table, where: pl.Expr, *, by_prompt: bool) -> "Scored":
        """Every image with its score (`value`), or the first image of each prompt where prompts are scored."""
        parts = _Parts(table)
        found = self._located(parts, where & pl.col("prompt_id").is_not_null(), ["value"])
        on = ["prompt_id", "model"] if by_prompt else IDS
        rows = self.samples.unique(on, keep="first", maintain_order=True) if by_prompt else self.samples
        at = self._find(rows, found, on)
        known = pl.Series("known", at >= 0)
        values = np.full(len(rows), np.nan)
        values[at[at >= 0]] = found["value"].fill_null(np.nan).to_numpy()[at >= 0]
        places = found.filter(known).select("part", "place")
        frame = rows.with_columns(pl.Series("value", values).fill_nan(None))
        order = np.full(len(rows), -1, dtype=np.int32)
        order[at[at >= 0]] = np.arange(len(places), dtype=np.int32)
        return Scored(frame.with_columns(score=pl.Series(order)), places, parts)

    def rows(self, places: pl.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
        """Columns of the samples at these places, in their order."""
        return self._samples.rows(places, columns)

    def _located(self, parts: "_Parts", where: pl.Expr, columns: Sequence[str]) -> pl.DataFrame:
        labels = [pl.col(name).cast(kind, strict=False) for name, kind in self._kinds.items()]
        here = (pl.col("scenario") == self._scenario) & where
        found = parts.scan(here, [*labels, "seed", *columns])
        return found.drop_nulls(list(self._kinds))

    def _find(self, rows: pl.DataFrame, found: pl.DataFrame, on: Sequence[str]) -> Positions:
        """For each score the place of its image among rows, or -1."""
        if not len(rows):
            return np.full(len(found), -1)
        have, asked = (self._codes(frame, on) for frame in (rows, found))
        order = np.argsort(have, kind="stable")
        at = order[np.minimum(np.searchsorted(have, asked, sorter=order), len(have) - 1)]
        return np.where(have[at] == asked, at, -1)

    def _codes(self, frame: pl.DataFrame, on: Sequence[str]) -> Positions:
        """One number for all that tells rows apart: joins of millions of rows would take many times the memory."""
        codes = np.zeros(len(frame), dtype=np.int64)
        for name in on:
            if name == "seed":
                seeds = frame["seed"].fill_null(int(self._seeds[0]) - 1).to_numpy()
                place = np.minimum(np.searchsorted(self._seeds, seeds), len(self._seeds) - 1)
                codes = codes * (len(self._seeds) + 1) + np.where(self._seeds[place] == seeds, place + 1, 0)
            else:
                codes = codes * len(self._kinds[name].categories) + frame[name].to_physical().to_numpy()
        return codes


class Scored:
    """The images of a column of the leaderboard: `frame` has where each is, its `value`, and which `score` it has."""

    def __init__(self, frame: pl.DataFrame, places: pl.DataFrame, parts: "_Parts") -> None:
        self.frame = frame
        self._places, self._parts = places, parts

    def reasons(self, rows: pl.DataFrame) -> list[str | None]:
        """The reason of each row's score."""
        scores = rows["score"].to_list()
        some = self._places[[score for score in scores if score >= 0]]
        found = iter(self._parts.rows(some, ["reason"]))
        return [next(found)["reason"] if score >= 0 else None for score in scores]


class _Parts:
    """The parts of a table as they were when it was listed."""

    def __init__(self, table: Table) -> None:
        self._table, self._parts = table, table.checked_parts()

    def scan(self, where: pl.Expr, columns: Sequence[str | pl.Expr]) -> pl.DataFrame:
        """Columns of the rows that `where` holds for, with their places; part by part, so that memory stays level."""
        return pl.concat([self._scanned(*one, where, columns) for one in self._numbered()], rechunk=True)

    def _numbered(self) -> Iterator[tuple[int, Path | None]]:
        yield 0, None  # no rows, of the right types: a table may have no part
        yield from enumerate(self._parts)

    def _scanned(
        self, number: int, part: Path | None, where: pl.Expr, columns: Sequence[str | pl.Expr]
    ) -> pl.DataFrame:
        rows = pl.LazyFrame(schema=self._table.schema) if part is None else pl.scan_parquet(part)
        with polars_reads(part or self._table.folder):
            found = rows.with_row_index("place").filter(where).select(*columns, "place").collect()
        return found.with_columns(part=pl.lit(number, pl.UInt32))

    def rows(self, places: pl.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
        """Columns of the rows at these places, in their order."""
        wanted = list(places.select("part", "place").iter_rows())
        found: dict[tuple[int, int], dict[str, Any]] = {}
        for number in sorted({part for part, _ in wanted}):
            few = sorted({place for part, place in wanted if part == number})
            path = checked([self._parts[number]], run=self._table.folder.parent)[0]
            with polars_reads(path):
                rows = pl.read_parquet(path, columns=list(columns))[few].to_dicts()
            found |= {(number, place): row for place, row in zip(few, rows, strict=True)}
        return [found[at] for at in wanted]
