"""Tables row by row: what is stored, found, taken out, and in what shape."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from paragone.core.keys import key_of
from paragone.store import lookup as lookups
from paragone.store import table as tables
from paragone.store.atomic import ASIDE
from paragone.store.lookup import Lookup
from paragone.store.schema import facts_schema, polars_schema
from paragone.store.table import KeySet, Table

SCHEMA = {"key": pl.String(), "value": pl.Float64(), "vector": pl.List(pl.Float32())}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "things", SCHEMA, root=tmp_path)


def rows(*numbers: int, **values: Any) -> list[dict[str, Any]]:
    return [{"key": key_of(number), "value": float(number), **values} for number in numbers]


def test_the_keys_that_are_stored_are_known(table: Table) -> None:
    assert len(table.keys()) == 0
    table.append(rows(1, 2))
    table.append(rows(3))
    stored = table.keys()
    assert len(stored) == 3
    assert key_of(2) in stored
    assert key_of(4) not in stored


def test_no_rows_make_no_part(table: Table) -> None:
    table.append([])
    assert table.parts() == []


def test_a_part_is_named_by_the_keys_it_holds(table: Table) -> None:
    table.append(rows(1, 2))
    [part] = table.parts()
    assert part.name.startswith(f"part-{key_of([key_of(1), key_of(2)])}-")
    table.append(rows(3))
    assert len(table.parts()) == 2
    assert table.parts() == sorted(table.parts())


def test_a_derived_table_may_have_named_parts(table: Table) -> None:
    table.replace(rows(1))
    table.replace(rows(2), part="mine")
    table.replace(rows(3), part="mine")
    assert sorted(table.read()["value"].to_list()) == [1.0, 3.0]
    assert [part.name.partition("-")[0] for part in table.parts()] == ["all", "mine"]


def test_dropped_rows_are_gone_and_the_others_stay(table: Table) -> None:
    table.append(rows(1, 2))
    table.append(rows(3))
    table.append([{"key": key_of(4), "value": None}])
    untouched = table.parts()
    table.drop(pl.col("value") > 9)
    assert table.parts() == untouched
    table.drop(pl.col("value") >= 2)
    assert table.read()["key"].sort().to_list() == sorted([key_of(1), key_of(4)])  # a null is not above two
    assert len(table.parts()) == 2  # the part of row 3 is gone


def test_rows_are_read_by_column_and_condition(table: Table) -> None:
    assert table.read(["value"]).schema == {"value": pl.Float64()}
    assert table.read().schema == pl.Schema(SCHEMA)
    table.append(rows(1, 2, 3))
    assert table.read(["value"]).columns == ["value"]
    assert table.read(where=pl.col("value") < 3)["value"].to_list() == [1.0, 2.0]


@pytest.mark.parametrize(
    "vectors",
    [
        [[1.0, 2.0], [3.0, 4.0]],
        [[], []],
        [None, None],
        [[1.0], [2.0, 3.0]],
        [[1.0, 2.0], None],
        [np.array([0.5, 1.5]), [2.0, 3.0]],
    ],
)
def test_vectors_come_back_in_32_bits_whatever_their_lengths(table: Table, vectors: list[Any]) -> None:
    table.append([{"key": key_of(number), "vector": vector} for number, vector in enumerate(vectors)])
    back = table.read()
    assert back.schema["vector"] == pl.List(pl.Float32())
    assert back["vector"].to_list() == [None if vector is None else [float(x) for x in vector] for vector in vectors]


def test_vectors_of_one_length_are_stored_as_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks: list[Any] = []
    whole = np.stack

    def stack(arrays: Any) -> Any:
        blocks.append(1)
        return whole(arrays)

    monkeypatch.setattr(np, "stack", stack)
    tables._column("vector", [[1.0, 2.0]] * 3, pl.List(pl.Float32()))
    assert blocks == [1]
    tables._column("vector", [[1.0, 2.0], [1.0]], pl.List(pl.Float32()))
    assert blocks == [1]


def test_nothing_unfinished_is_left(table: Table, tmp_path: Path) -> None:
    table.append(rows(1))
    assert list((tmp_path / ASIDE).iterdir()) == []


def test_a_lookup_reads_only_the_columns_it_was_asked_for(table: Table) -> None:
    table.append(rows(1, vector=[1.0]))
    found = Lookup(table, ["value"]).find(key_of(1))
    assert found is not None
    assert set(found.columns) == {"value"}
    assert found.place == 0
    assert found.part == table.parts()[0]


def test_a_lookup_holds_a_few_parts_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        table.append(rows(number))
    lookup = Lookup(table, ["value"])
    read: list[Path] = []
    whole = pl.read_parquet

    def counted(path: Path, **options: Any) -> pl.DataFrame:
        read.append(path)
        return whole(path, **options)

    monkeypatch.setattr(pl, "read_parquet", counted)
    for number in (0, 0, 1, 2, 3, 0, 4):  # four are held; 0 was used again, so 1 makes way for 4
        assert lookup.value(key_of(number), "value") == number
    assert len(read) == 5
    assert len(lookup._open) == lookups.PARTS_AT_ONCE == 4
    lookup.value(key_of(0), "value")
    assert len(read) == 5
    lookup.value(key_of(1), "value")
    assert len(read) == 6


def test_vectors_of_a_lookup_are_what_was_stored(table: Table) -> None:
    given = [[1.0, 2.0, 3.0], None, [4.0], []]
    table.append([{"key": key_of(number), "vector": vector} for number, vector in enumerate(given)])
    lookup = Lookup(table, ["vector"])
    found = [lookup.value(key_of(number), "vector") for number in range(4)]
    assert [None if one is None else one.tolist() for one in found] == given


def test_a_key_set_knows_what_it_lacks_before_between_and_after() -> None:
    keys = KeySet(["b" * 32, "d" * 32])
    assert keys.holds(["a" * 32, "b" * 32, "c" * 32, "d" * 32, "e" * 32]).tolist() == [False, True, False, True, False]
    assert KeySet([]).holds(["a" * 32]).tolist() == [False]
    assert "b" * 32 in keys
    assert "c" * 32 not in keys


def test_facts_have_their_columns_and_four_more() -> None:
    assert facts_schema({"a": "number", "b": "integer", "c": "flag", "d": "text", "e": "vector", "f": "json"}) == {
        "key": pl.String(),
        "image": pl.String(),
        "prompt": pl.String(),
        "error": pl.String(),
        "a": pl.Float64(),
        "b": pl.Int64(),
        "c": pl.Boolean(),
        "d": pl.String(),
        "e": pl.List(pl.Float32()),
        "f": pl.String(),
    }
    assert polars_schema("correlations")["value"] == pl.Float64()
