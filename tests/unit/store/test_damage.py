"""Damage in a run folder is seen before it is believed, and can be taken out again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.stored_tables import check_same

import paragone
from paragone.cli.verify import repair as repair_command
from paragone.core.errors import DamagedPart, StoreError
from paragone.core.keys import key_of
from paragone.store.fact_cache import FactCache
from paragone.store.folder import RunFolder
from paragone.store.lookup import Lookup
from paragone.store.parts import part_name, parts_in
from paragone.store.table import Table
from paragone.store.verify import repair, verify


def a_table(root: Path) -> Table:
    return Table(root / "things", {"key": pl.String(), "text": pl.String(), "value": pl.Float64()}, root=root)


def rows(count: int) -> list[dict[str, Any]]:
    return [{"key": key_of(number), "text": f"t{number}", "value": number / 7} for number in range(count)]


def flip(path: Path, bit: int) -> None:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(bytes(data))


def test_no_flipped_bit_of_a_part_is_believed(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.append(rows(8))
    (part,) = table.parts()
    whole = part.read_bytes()
    for bit in np.random.default_rng(20).choice(len(whole) * 8, 60, replace=False).tolist():
        flip(part, bit)
        with pytest.raises(DamagedPart, match="is damaged: its bytes are not those that were stored"):
            table.read()
        with pytest.raises(DamagedPart):
            Lookup(table, ["text"])
        part.write_bytes(whole)
        assert len(table.read()) == 8


def test_a_derived_table_is_checked_too(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.replace(rows(3))
    table.replace(rows(2))
    (part,) = table.folder.iterdir()  # the old one is gone
    assert len(table.read()) == 2
    flip(part, 400)
    with pytest.raises(DamagedPart):
        table.read()


def test_of_two_parts_of_one_stem_the_newer_one_counts(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.replace(rows(3))
    (old,) = table.parts()
    kept = old.read_bytes()
    table.replace(rows(2))
    (new,) = table.parts()
    old.write_bytes(kept)  # as if the process had been killed before it removed the old one
    later = new.stat().st_mtime_ns
    os.utime(old, ns=(later - 10**9, later - 10**9))
    assert len(table.read()) == 2
    RunFolder(tmp_path).write_manifest({})
    shutil.move(table.folder, tmp_path / "samples")
    with RunFolder(tmp_path).writing():
        assert [path.name for path in (tmp_path / "samples").iterdir()] == [new.name]


def test_a_reader_looks_again_when_a_writer_replaced_a_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(tmp_path)
    table.replace(rows(3))
    listing = [table.parts()]
    table.replace(rows(2))
    monkeypatch.setattr(Table, "parts", lambda self: listing.pop() if listing else parts_in(self.folder))
    assert len(table.read()) == 2


def test_a_part_that_makes_polars_panic_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(tmp_path)
    table.append(rows(1))

    def panic(*_: object) -> None:
        raise pl.exceptions.PanicException("index out of bounds\nnote: run with RUST_BACKTRACE")

    monkeypatch.setattr(pl, "scan_parquet", panic)
    with pytest.raises(StoreError, match=r"cannot read the table .*: index out of bounds; it was changed") as caught:
        table.read()
    assert "\n" not in str(caught.value)


def test_a_damaged_part_of_the_cache_is_dropped_and_looked_at_again(tmp_path: Path) -> None:
    cache = FactCache(tmp_path, 10**9)
    facts = [{"key": key_of(number), "image": "x", "prompt": None, "error": None, "light": 0.5} for number in range(2)]
    table = cache.table("pixels-1", {"light": "number"})
    table.append(facts[:1])
    table.append(facts[1:])
    flip(table.parts()[0], 300)
    found = list(cache.rows("pixels-1", {"light": "number"}, [key_of(0), key_of(1)]))
    assert len(found) == 1
    assert len(table.parts()) == 1


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("damage")
    (root / "prompts.txt").write_text("one\ntwo\nthree\n")
    (root / "draw.py").write_text(
        "import numpy as np\n"
        "def draw(text, seed):\n"
        "    return np.full((8, 8, 3), 40 * len(text) + seed, dtype=np.uint8)\n"
    )
    paragone.run(plan_in(root), out=root / "run")
    return root


def plan_in(root: Path) -> dict[str, Any]:
    return {
        "scenarios": [{"use": "file", "path": str(root / "prompts.txt")}],
        "models": [{"use": "python", "name": "mine", "path": str(root / "draw.py"), "function": "draw"}],
        "metrics": ["blackout", "diversity_phash"],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    }


@pytest.fixture
def run_copy(whole_run: Path, tmp_path: Path) -> RunFolder:
    shutil.copytree(whole_run / "run", tmp_path / "run")
    return RunFolder(tmp_path / "run")


def test_a_run_that_is_whole_verifies(run_copy: RunFolder) -> None:
    health = verify(run_copy)
    assert list(health.problems()) == []
    assert health.images == 4  # two prompts have as many letters and so the same pictures
    assert health.parts >= 8


@pytest.mark.parametrize("place", ["samples", "scores", "estimates", "prompts", "ranks", "facts/*"])
def test_what_a_repair_takes_out_the_next_run_makes_again(
    place: str, run_copy: RunFolder, whole_run: Path, tmp_path: Path
) -> None:
    part = sorted(run_copy.root.glob(f"{place}/*.parquet"))[0]
    flip(part, 8 * (part.stat().st_size // 2))
    assert [part] == verify(run_copy).damaged_parts
    repair(run_copy)
    assert list(verify(run_copy).problems()) == []
    paragone.run(plan_in(whole_run), out=run_copy.root)
    check_same(run_copy.root, whole_run / "run")


@pytest.mark.parametrize("how", ["flipped", "gone", "linked"])
def test_a_damaged_image_is_drawn_again_after_a_repair(how: str, run_copy: RunFolder, whole_run: Path) -> None:
    image = sorted(run_copy.root.glob("images/*/*.png"))[0]
    if how == "flipped":
        flip(image, 500)
    else:
        other = shutil.move(image, run_copy.root.parent / "elsewhere.png")
        if how == "linked":
            image.symlink_to(other)
    assert len(verify(run_copy).bad_images) == 1
    repair(run_copy)
    paragone.run(plan_in(whole_run), out=run_copy.root)
    assert list(verify(run_copy).problems()) == []
    assert not image.is_symlink()
    check_same(run_copy.root, whole_run / "run")


def test_a_doubled_sample_is_refused_and_repaired(run_copy: RunFolder, whole_run: Path) -> None:
    samples = run_copy.table("samples")
    one = samples.read().row(0, named=True)
    samples.append([one | {"key": key_of("another")}])
    with pytest.raises(StoreError, match=r"more than one drawing by mine .* `paragone repair"):
        paragone.run(plan_in(whole_run), out=run_copy.root)
    assert len(repair(run_copy).doubled) == 1
    paragone.run(plan_in(whole_run), out=run_copy.root)
    check_same(run_copy.root, whole_run / "run")


@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"format": 1}', '{"format": 3}', "{", "[" * 9000, '"x"', ""])
def test_a_manifest_that_is_none_is_one_line(text: str, run_copy: RunFolder) -> None:
    (run_copy.root / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match=r"; (restore it|run its plan again)") as caught:
        verify(run_copy)
    assert "\n" not in str(caught.value)


def test_the_commands_say_what_is_damaged_and_what_will_be_done_again(run_copy: RunFolder) -> None:
    command = [sys.executable, "-m", "paragone", "verify", str(run_copy.root)]
    whole = subprocess.run(command, capture_output=True, text=True, check=False)
    assert whole.returncode == 0
    assert "all as they were stored" in whole.stdout
    flip(sorted(run_copy.root.glob("samples/*.parquet"))[0], 999)
    damaged = subprocess.run(command, capture_output=True, text=True, check=False)
    assert damaged.returncode == 1
    assert "samples/part-" in damaged.stdout
    command[3] = repair_command.__name__
    mended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert mended.returncode == 0
    assert "1 parts of samples, all scores (they are judged again" in mended.stdout


def test_a_name_holds_the_hash_of_its_bytes() -> None:
    # The first 16 digits of SHA-256("abc"), FIPS 180-2, appendix B.1.
    assert part_name("all", b"abc") == "all-ba7816bf8f01cfea.parquet"
