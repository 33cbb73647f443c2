from types import SimpleNamespace
from typing import Any

import pytest

from paragone.core.errors import BadInput, UnknownName
from paragone.report.export.papers import as_latex, as_rows, paper_table


def row(model: str, metric: str, value: float | None, scenario: str = "s") -> dict[str, Any]:
    ends = {"low": value - 0.1, "high": value + 0.1} if value is not None else {"low": None, "high": None}
    return {"model": model, "metric": metric, "scenario": scenario, "value": value} | ends


def reader(**changed: Any) -> Any:
    plan = {
        "metrics": [{"use": "rprecision", "name": "RP", "encoder": "clip_scene", "protocol": "tise"}],
        "published": [{"model": "Attn_GAN", "source": "t5", "values": {"s": {"RP": 0.5056, "FID": 36.9}}}],
    }
    found = {
        "manifest": {"plan": plan},
        "metrics": {"RP": {"needs": ["clip_scene_image", "clip_scene_text"]}},
        "models": ["*a", "b"],
        "estimates": [row("*a", "RP", 0.5), row("b", "RP", None)],
        "ranks": [{"ranking": "ranking_score", "model": "*a", "value": 9.0, "low": 6.0, "high": 12.0}],
    }
    return SimpleNamespace(**found | changed)


def test_units_are_the_source_s_and_missing_is_a_dash() -> None:
    rows = as_rows(paper_table(reader(), "tise"))
    assert rows[0] == {"method": "*a", "RP \u2191": "50 [40, 60]", "RS \u2191": "9.0 [6.0, 12.0]"}
    assert rows[1]["RP \u2191"] == "\u2013"
    assert rows[2] == {"method": "Attn_GAN (published)", "RP \u2191": "50.56", "RS \u2191": "\u2013"}


def test_notes_name_what_stood_in() -> None:
    notes = " ".join(paper_table(reader(), "tise").notes)
    assert "RP: rprecision by clip_scene_image and clip_scene_text; protocol tise." in notes


def test_latex_is_booktabs_with_the_interval_in_small_type_and_safe_names() -> None:
    text = as_latex(paper_table(reader(), "tise"))
    assert text.count(r"\midrule") == 2
    assert r"{\scriptsize [40, 60]}" in text
    assert r"Attn\_GAN" in text
    assert "{*}a & 50" in text
    widths = {line.count("&") for line in text.splitlines() if "&" in line}
    assert widths == {2}


def test_a_run_without_the_paper_s_columns_is_told_so() -> None:
    with pytest.raises(BadInput, match="the run has no column of 'thesis'; its metrics would be called Face FID"):
        paper_table(reader(), "thesis")
    with pytest.raises(UnknownName, match="no paper is called 'gpt'; there are tise, thesis, heim, dalleval"):
        paper_table(reader(), "gpt")
