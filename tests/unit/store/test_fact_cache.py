"""The cache of facts: found by key, bounded, the oldest gone first, where the user wants it."""

import os
from pathlib import Path

import pytest

from paragone.core.errors import BadOption
from paragone.core.keys import key_of
from paragone.core.types import Column
from paragone.store.fact_cache import FactCache, cache_folder, fact_cache

COLUMNS: dict[str, Column] = {"value": "number"}


def filled(root: Path, *, limit: int = 10**9) -> FactCache:
    """Three parts of one row each: 0 was used longest ago."""
    cache = FactCache(root, limit)
    for number in range(3):
        table = cache.table("eye-0123", COLUMNS)
        before = set(table.parts())
        table.append([{"key": key_of(number), "value": float(number)}])
        [part] = set(table.parts()) - before
        os.utime(part, (1000 + number, 1000 + number))
    return cache


def values(cache: FactCache, *numbers: int) -> list[float]:
    return [row["value"] for row in cache.rows("eye-0123", COLUMNS, [key_of(number) for number in numbers])]


def test_rows_are_found_by_key_and_what_is_not_there_is_not_given(tmp_path: Path) -> None:
    cache = filled(tmp_path)
    assert values(cache, 2, 7, 0) == [2.0, 0.0]
    [row] = cache.rows("eye-0123", COLUMNS, [key_of(1)])
    assert row == {"key": key_of(1), "image": None, "prompt": None, "error": None, "value": 1.0}
    assert list(cache.rows("other", COLUMNS, [key_of(1)])) == []


def test_the_parts_used_longest_ago_go_first(tmp_path: Path) -> None:
    cache = filled(tmp_path)
    oldest, middle, newest = cache.parts()
    assert [part.used for part in (oldest, middle, newest)] == [1000, 1001, 1002]
    assert oldest.bytes == oldest.path.stat().st_size
    assert cache.prune(middle.bytes + newest.bytes) == oldest.bytes
    assert values(cache, 0, 1, 2) == [1.0, 2.0]


def test_what_is_used_stays_longer(tmp_path: Path) -> None:
    cache = filled(tmp_path)
    assert values(cache, 0) == [0.0]
    assert cache.parts()[-1].used > 1002
    assert [part.used for part in cache.parts()][:2] == [1001, 1002]


def test_a_cache_that_fits_is_left_alone_and_a_limit_of_nothing_empties_it(tmp_path: Path) -> None:
    cache = filled(tmp_path)
    total = sum(part.bytes for part in cache.parts())
    assert cache.prune() == 0
    assert cache.prune(total) == 0
    assert cache.prune(total - 1) == total // 3
    assert cache.prune(0) == total - total // 3
    assert cache.parts() == []


def test_its_own_limit_is_kept(tmp_path: Path) -> None:
    cache = filled(tmp_path, limit=0)
    assert cache.prune() > 0
    assert cache.parts() == []


def test_the_cache_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_CACHE", "~/mine")
    assert cache_folder() == Path.home() / "mine"


def test_the_limit_is_in_gigabytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_CACHE", str(tmp_path))
    monkeypatch.delenv("PARAGONE_CACHE_GB", raising=False)
    assert fact_cache() == FactCache(tmp_path / "facts", 10_000_000_000)
    monkeypatch.setenv("PARAGONE_CACHE_GB", "0.5")
    assert fact_cache().limit_bytes == 500_000_000
    monkeypatch.setenv("PARAGONE_CACHE_GB", "plenty")
    with pytest.raises(BadOption, match="PARAGONE_CACHE_GB is 'plenty'"):
        fact_cache()
