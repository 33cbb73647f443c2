"""Pages of many images rank them by narrow columns, and read whole only what they show."""

from pathlib import Path

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.core.cells import Cell
from paragone.core.errors import DamagedPart
from paragone.report.read.reader import DRAWN, Reader
from paragone.store.folder import RunFolder


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    wanted = Wanted(models=("basalt", "aurora"), prompts=6, seeds=(3, 1), side=16)
    return build_run(tmp_path / "run", wanted)


def test_every_image_stands_beside_its_own_score(run: RunFolder) -> None:
    reader, cell = Reader(run), Cell("things", "fractal")
    ids = ["model", "prompt_id", "seed"]
    where = (pl.col("metric") == "fractal") & pl.col("prompt_id").is_not_null()
    stored = run.table("scores").read([*ids, "value"], where=where).sort(ids)
    found = reader.scored(cell).frame.select(pl.col("model", "prompt_id").cast(pl.String), "seed", "value").sort(ids)
    assert found.select(stored.columns).equals(stored)


def test_what_is_shown_of_an_image_is_what_is_stored(run: RunFolder) -> None:
    reader, cell = Reader(run), Cell("things", "fractal")
    rows = reader.scored(cell).frame.sort("value", descending=True)[2:7]
    samples = {row["key"]: row for row in run.table("samples").read(DRAWN).to_dicts()}
    shown = reader.shown(cell, rows)
    assert [row["value"] for row in shown] == rows["value"].to_list()
    assert all({name: row[name] for name in DRAWN} == samples[row["key"]] for row in shown)


def test_the_columns_that_rank_images_hold_no_texts(run: RunFolder) -> None:
    frame = Reader(run).scored(Cell("things", "fractal")).frame
    assert pl.String not in frame.dtypes
    assert frame.estimated_size() < 64 * len(frame)


def test_a_part_that_is_damaged_after_it_was_ranked_is_not_shown(run: RunFolder) -> None:
    reader, cell = Reader(run), Cell("things", "fractal")
    rows = reader.scored(cell).frame[:1]
    for part in run.table("samples").parts():
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 1
        part.write_bytes(data)
    with pytest.raises(DamagedPart):
        reader.shown(cell, rows)
