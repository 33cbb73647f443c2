from types import SimpleNamespace
from typing import Any

import polars as pl

from paragone.report.pages.tise import has_tise, tise_page
from paragone.stats.ranking.rank import ASPECTS


def reader(ranks: list[dict[str, Any]], bins: list[dict[str, Any]]) -> Any:
    folder = SimpleNamespace(table=lambda name: SimpleNamespace(read=lambda: pl.DataFrame(bins)))
    return SimpleNamespace(ranks=ranks, models=["b", "<a>"], folder=folder)


def ranks() -> list[dict[str, Any]]:
    names = ["ranking_score", *(f"ranking_score for {name}" for name in ASPECTS)]
    return [
        {
            "ranking": name,
            "model": model,
            "value": value * (6 if name == "ranking_score" else 1),
            "low": 6.0,
            "high": 12.0,
        }
        for model, value in (("<a>", 2.0), ("b", 1.0))
        for name in names
    ]


def test_models_stand_by_their_score_with_a_line_each_and_their_names_are_only_text() -> None:
    page = tise_page(reader(ranks(), []))
    assert page is not None
    assert [(one.model, one.aspects) for one in page.standings] == [("<a>", [2.0] * 6), ("b", [1.0] * 6)]
    drawn = page.drawn()
    assert drawn.count("<polyline") == 2
    assert "<a>" not in drawn


def test_a_calibration_is_a_diagram_before_and_one_after() -> None:
    row = {"classifier": "c", "images": 9, "temperature": 2.0, "low": 1.0, "high": 3.0, "error": 0.1, "count": 9}
    bins = [
        row | {"state": state, "bin": place, "confidence": 0.5 if place else None, "accuracy": 0.4 if place else None}
        for state in ("before", "after")
        for place in range(2)
    ]
    page = tise_page(reader([], bins))
    assert page is not None
    assert [(one.state, len(one.bars)) for one in page.diagrams] == [("before", 2), ("after", 2)]
    assert page.diagrams[0].drawn().count('class="was"') == 1


def test_a_run_that_has_neither_has_no_page() -> None:
    assert not has_tise(reader([], []))
    assert tise_page(reader([], [])) is None
