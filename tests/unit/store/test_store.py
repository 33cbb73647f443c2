"""The run folder: tables, images, the lock."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.core.errors import DiskFull, FolderInUse, StoreError
from paragone.core.keys import content_hash, key_of
from paragone.store import atomic
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup
from paragone.store.table import KeySet, Table

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


def a_table(root: Path) -> Table:
    schema = {"key": pl.String(), "text": pl.String(), "value": pl.Float64(), "vector": pl.List(pl.Float32())}
    return Table(root / "things", schema, root=root)


def row(number: int, **values: Any) -> dict[str, Any]:
    return {"key": key_of(number), **values}


@given(
    st.lists(
        st.tuples(
            texts,
            st.none() | st.floats(allow_nan=False),
            st.none() | st.lists(st.floats(width=32, allow_nan=False), max_size=3),
        )
    )
)
def test_rows_come_back_as_they_were_stored(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    table = a_table(tmp_path_factory.mktemp("store"))
    stored = [row(i, text=text, value=value, vector=vector) for i, (text, value, vector) in enumerate(rows)]
    for one in stored:
        table.append([one])
    back = {one["key"]: one for one in table.read().to_dicts()}
    assert back == {one["key"]: one for one in stored}


def test_rows_stored_twice_are_there_once(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.append([row(1, text="a"), row(2, text="b")])
    table.append([row(1, text="a"), row(2, text="b")])
    assert len(table.read()) == 2


def test_replace_leaves_no_older_row(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.replace([row(1), row(2)])
    table.replace([row(3)])
    assert table.read()["key"].to_list() == [key_of(3)]


def test_rows_are_found_by_key_in_many_parts(tmp_path: Path) -> None:
    table = RunFolder(tmp_path).facts("eye", {"vector": "vector", "word": "text"})
    for part in range(7):  # more parts than are held at once
        rows = [{"key": key_of(part, row), "word": f"{part}-{row}", "vector": [part, row]} for row in range(3)]
        table.append([{**row, "vector": None} if row["word"] == "4-1" else row for row in rows])
    lookup = Lookup(table, ["word", "vector"])
    for part, row in [(6, 2), (0, 0), (3, 1), (6, 0), (1, 2), (2, 2), (5, 0), (0, 1)]:
        assert lookup.value(key_of(part, row), "word") == f"{part}-{row}"
        assert lookup.value(key_of(part, row), "vector").tolist() == [part, row]
    assert lookup.value(key_of(4, 1), "vector") is None
    assert lookup.find(key_of(7, 0)) is None
    with pytest.raises(StoreError, match="run the plan again"):
        lookup.value(key_of(7, 0), "word")
    assert Lookup(RunFolder(tmp_path / "none").table("scores"), ["value"]).find(key_of(0, 0)) is None


def test_a_key_that_ends_in_zeros_is_found(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    keys = ["0" * 32, "a" * 30 + "00", "a" * 30 + "01", "ab" + "0" * 30]
    table.append([{"key": key, "text": key} for key in keys])
    lookup = Lookup(table, ["text"])
    assert [lookup.value(key, "text") for key in keys] == keys


def test_duckdb_reads_a_table_without_our_code(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.append([row(1, text="a", vector=np.array([1, 2], dtype=np.float32))])
    table.append([row(2, text="b")])
    query = f"select text, len(vector) from '{tmp_path}/things/*.parquet' order by text"
    found = duckdb.connect().execute(query).fetchall()
    assert found == [("a", 2), ("b", None)]


@given(st.sets(st.integers(0, 60)), st.lists(st.integers(0, 60), min_size=1))
def test_a_key_set_is_a_set(stored: set[int], asked: list[int]) -> None:
    keys = KeySet([key_of(number) for number in stored])
    assert keys.holds([key_of(number) for number in asked]).tolist() == [number in stored for number in asked]


def test_an_image_is_stored_under_its_own_hash(tmp_path: Path) -> None:
    images = RunFolder(tmp_path).images
    place = images.put(b"bytes of a picture", "JPEG")
    assert place == f"images/{content_hash(b'bytes of a picture')[:2]}/{content_hash(b'bytes of a picture')}.jpg"
    assert images.get(place) == b"bytes of a picture"


def test_an_image_that_was_changed_on_disk_is_not_used(tmp_path: Path) -> None:
    images = RunFolder(tmp_path).images
    place = images.put(b"one", "PNG")
    (tmp_path / place).write_bytes(b"two")
    with pytest.raises(StoreError, match="not what was stored"):
        images.get(place)


def test_a_full_disk_is_one_clear_line_and_leaves_nothing_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("paragone.store.atomic.os.fsync", full)
    with pytest.raises(DiskFull, match=r"no space left .* run the same command again"):
        a_table(tmp_path).append([row(1)])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("mount"), reason="needs root to mount a small tmpfs")
def test_a_really_full_disk_keeps_what_was_stored(small_disk: Path) -> None:
    images = RunFolder(small_disk).images
    kept = images.put(b"x" * 100_000, "PNG")
    with pytest.raises(DiskFull):
        images.put(bytes(shutil.disk_usage(small_disk).free + 1), "PNG")
    assert images.get(kept) == b"x" * 100_000
    assert not list((small_disk / atomic.ASIDE).iterdir())


@contextmanager
def held_elsewhere(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that works in the folder."""
    code = "import sys, pathlib; from paragone.store.folder import RunFolder\n"
    code += "with RunFolder(pathlib.Path(sys.argv[1])).writing(): print('ready', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", code, str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        yield holder


def test_a_second_writer_is_told_who_holds_the_folder(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as holder:
        with pytest.raises(FolderInUse, match=f"in use by process {holder.pid} "), RunFolder(tmp_path).writing():
            pass
        holder.communicate()
    with RunFolder(tmp_path).writing():  # and the lock is free again
        pass


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as holder:
        holder.kill()
        holder.communicate()
        with RunFolder(tmp_path).writing():
            pass


def test_a_folder_with_other_files_is_not_taken_over(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(StoreError, match="holds other files"), RunFolder(tmp_path).writing():
        pass


def test_a_part_that_is_no_parquet_is_one_clear_line(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.append([row(1)])
    (table.folder / "part-x.parquet").write_bytes(b"junk")
    with pytest.raises(StoreError, match=r"part-x\.parquet is damaged: .* `paragone repair .*` removes it"):
        table.read()


def test_what_is_no_run_folder_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is not a run folder"):
        RunFolder(tmp_path / "nowhere").read_manifest()


def test_a_pipe_in_the_locks_place_is_one_line_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".lock")
    with pytest.raises(StoreError, match=r"\.lock is no ordinary file"), RunFolder(tmp_path).writing():
        pass
