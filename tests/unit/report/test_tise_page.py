import tomllib
from importlib import resources
from types import SimpleNamespace
from typing import Any

import polars as pl

from paragone.report.pages.tise import has_tise, tise_page
from paragone.stats.ranking.rank import ASPECTS


def reader(
    ranks: list[dict[str, Any]], bins: list[dict[str, Any]], published: list[dict[str, Any]] | None = None
) -> Any:
    folder = SimpleNamespace(table=lambda name: SimpleNamespace(read=lambda: pl.DataFrame(bins)))
    manifest = {"plan": {"published": published or []}}
    return SimpleNamespace(ranks=ranks, models=["b", "<a>"], folder=folder, manifest=manifest)


def ranks() -> list[dict[str, Any]]:
    names = ["ranking_score", *(f"ranking_score for {name}" for name in ASPECTS)]
    return [
        {
            "ranking": name,
            "model": model,
            "value": value * (6 if name == "ranking_score" else 1),
            "low": 6.0,
            "high": 12.0,
            "reason": "FID by judges out of their domain",
        }
        for model, value in (("<a>", 2.0), ("b", 1.0))
        for name in names
    ]


def test_models_stand_by_their_score_with_a_line_each_and_their_names_are_only_text() -> None:
    page = tise_page(reader(ranks(), []))
    assert page is not None
    assert [(one.model, one.aspects) for one in page.standings] == [("<a>", [2.0] * 6), ("b", [1.0] * 6)]
    assert page.doubts == ["FID by judges out of their domain"]
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


def test_the_papers_rows_have_the_ranking_scores_that_its_tables_5_and_6_print() -> None:
    file = resources.files("paragone") / "plans" / "tise.toml"
    page = tise_page(reader([], [], tomllib.loads(file.read_text(encoding="utf-8"))["published"]))
    assert page is not None
    table_5 = {one.model: one.score for one in page.published}
    assert list(table_5.values()) == [7.0, 11.5, 29.5, 41.0, 43.0, 27.5, 38.0, 53.0, 23.5, 57.0, 65.0]
    table_6 = {one.model: (one.among_seen, one.human) for one in page.published if one.human is not None}
    assert table_6 == {
        "StackGAN": (6.0, 28.45),
        "AttnGAN": (13.5, 37.40),
        "DM-GAN": (20.0, 41.47),
        "CPGAN": (23.0, 43.73),
        "AttnGAN++": (28.5, 45.01),
        "real images": (35.0, 99.82),
    }


def test_a_run_that_has_neither_has_no_page() -> None:
    assert not has_tise(reader([], []))
    assert tise_page(reader([], [])) is None
