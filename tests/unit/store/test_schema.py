"""The columns of every table are those that docs/tables.md tells readers of."""

from pathlib import Path

import pytest

from paragone.store.schema import TABLES

PAGE = Path(__file__).parents[3] / "docs" / "tables.md"


def told() -> dict[str, list[list[str]]]:
    """By table, the rows of its list: column, type, meaning."""
    found: dict[str, list[list[str]]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line[3:].strip(), [])
        elif line.startswith("| ") and not line.startswith(("| column", "| ---")):
            rows.append([cell.strip().replace("\\`", "`") for cell in line.strip("| ").split(" | ")])
    return found


@pytest.mark.parametrize("table", TABLES)
def test_a_table_has_the_columns_that_the_page_lists(table: str) -> None:
    fields = [[name, str(field.type), field.meaning] for name, field in TABLES[table].items()]
    assert told()[table] == fields, "run `make docs` and commit the result"
