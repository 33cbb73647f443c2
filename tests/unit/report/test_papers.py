from types import SimpleNamespace
from typing import Any

import pytest

from paragone.core.cells import NOT_COUNTED
from paragone.core.errors import BadInput, UnknownName
from paragone.report.export.papers import as_latex, as_rows, paper_table
from paragone.stats.ranking.rank import WEIGHTS


def row(model: str, metric: str, value: float | None, scenario: str = "s") -> dict[str, Any]:
    ends = {"low": value - 0.1, "high": value + 0.1} if value is not None else {"low": None, "high": None}
    return {"model": model, "metric": metric, "scenario": scenario, "value": value, "reason": ""} | ends


def reader(**changed: Any) -> Any:
    plan = {
        "models": [{"use": "folder", "name": "*a"}, {"use": "b", "models": [{"use": "x"}, {"use": "y"}]}],
        "metrics": [{"use": "rprecision", "name": "RP", "encoder": "clip_scene", "protocol": "tise"}],
        "published": [{"model": "Attn_GAN", "source": "t5", "values": {"s": {"RP": 0.5056, "FID": 36.9}}}],
    }
    found = {
        "manifest": {"plan": plan, "scenarios": {"s": {"source": "our own", "prompts": 9}}},
        "metrics": {"RP": {"needs": ["clip_scene_image", "clip_scene_text"]}},
        "models": ["*a", "b"],
        "estimates": [row("*a", "RP", 0.5), row("b", "RP", None)],
        "ranks": [
            {
                "ranking": "ranking_score",
                "model": "*a",
                "value": 9.0,
                "low": 6.0,
                "high": 12.0,
                "reason": "FID by judges out of their domain",
            }
        ],
    }
    return SimpleNamespace(**found | changed)


def test_units_are_the_source_s_and_missing_is_a_dash() -> None:
    rows = as_rows(paper_table(reader(), "tise"))
    assert rows[0] == {"method": "*a", "RP \u2191": "50 [40, 60]", "RS \u2191": "9.0 [6.0, 12.0]"}
    assert rows[1]["RP \u2191"] == "\u2013"
    assert rows[2] == {"method": "Attn_GAN (published)", "RP \u2191": "50.56", "RS \u2191": "\u2013"}


def test_notes_name_what_stood_in() -> None:
    notes = " ".join(paper_table(reader(), "tise").notes)
    assert "RP: rprecision by clip_scene_image and clip_scene_text in place of CLIP ViT-B/32; protocol tise." in notes
    assert "RS: FID by judges out of their domain." in notes
    assert "Prompts: s 9 (our own)." in notes
    assert "Models: *a (folder), b (x or y)." in notes


def test_a_source_s_plus_minus_is_shown_as_one_and_no_interval_as_nothing() -> None:
    rows = [row("*a", "RP", 0.5) | {"level": None}, row("b", "RP", 0.5) | {"low": None, "high": None, "level": None}]
    found = as_rows(paper_table(reader(estimates=rows), "tise"))
    assert [one["RP \u2191"] for one in found[:2]] == ["50 \u00b1 10", "50"]


def test_nothing_is_said_to_stand_in_where_the_source_s_own_network_judged() -> None:
    own = {"RP": {"needs": ["clip_image", "clip_text"]}}
    notes = " ".join(paper_table(reader(metrics=own), "tise").notes)
    assert "RP: rprecision by clip_image and clip_text; protocol tise." in notes


def test_a_column_whose_judge_is_out_of_its_domain_says_so() -> None:
    rows = [row("*a", "RP", 0.5) | {"reason": f"{NOT_COUNTED}RP misleads"}]
    notes = " ".join(paper_table(reader(estimates=rows), "tise").notes)
    assert "protocol tise; out of its domain here." in notes


def test_published_rows_are_ranked_among_themselves() -> None:
    nine = dict.fromkeys(WEIGHTS, 1.0)
    rows = [{"model": "x", "source": "t5", "values": {"s": nine}}]
    rows += [{"model": "y", "source": "t5", "values": {"s": nine | {"RP": 2.0}}}]
    plan = reader().manifest["plan"] | {"published": rows}
    found = as_rows(paper_table(reader(manifest={"plan": plan, "scenarios": {}}), "tise"))
    # Eight ties of weight 5 at rank 1.5, and one metric of weight 1 won: 7.5 + 1 and 7.5 + 2.
    assert [(one["method"], one["RS \u2191"]) for one in found[2:]] == [
        ("x (published)", "8.5"),
        ("y (published)", "9.5"),
    ]


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
    with pytest.raises(UnknownName, match="no paper is called 'gpt'; there are tise, tise-cub, thesis, heim, dalleval"):
        paper_table(reader(), "gpt")


def test_a_skill_is_known_by_its_name_whatever_detector_judged_it() -> None:
    name = "skill_count(scene_detector)"
    plan = reader().manifest["plan"] | {"metrics": [{"use": "skill_count"}], "published": []}
    given = reader(
        manifest={"plan": plan, "scenarios": {}},
        metrics={name: {"needs": ["scene_detector"]}},
        estimates=[row("*a", name, 0.5, "v2 count")],
    )
    found = paper_table(given, "dalleval")
    assert as_rows(found)[0] == {"method": "*a", "Count (%) \u2191": "50 [40, 60]"}
    assert "skill_count: skill_count by scene_detector." in found.notes
