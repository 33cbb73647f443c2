"""Docs that cannot go stale."""

from pathlib import Path

import pytest

import paragone
from paragone.cli.docs.pages import pages

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_generated_page_is_in_step(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run `make docs` and commit the result"


def test_the_public_surface_is_what_the_docs_list() -> None:
    told = (DOCS / "api.md").read_text(encoding="utf-8")
    listed = {line.split("`")[1].split("(")[0] for line in told.splitlines() if line.startswith("- `paragone.")}
    for name in listed:
        module, _, attribute = name.rpartition(".")
        assert hasattr(__import__(module, fromlist=[attribute]), attribute), name
    assert {f"paragone.{name}" for name in paragone.__all__ if not name.startswith("_")} <= listed
