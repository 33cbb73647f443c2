"""Set metrics under a perturbation: one value a side, the change between them, and group win rates of a whole run."""

import json
import math
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import paragone
from paragone.analysis.perturbed_sets import Sides, as_influenced, change_of
from paragone.cli.main import app
from paragone.stats.ranking.rank import mean_win_rate, win_rate

PLAN: dict[str, Any] = {
    "scenarios": [{"use": "numbered", "perturb": "spaces"}],
    "models": [
        {"use": "painter", "name": "plain"},
        {"use": "painter", "name": "shifted", "shift": 9},
        {"use": "painter", "name": "refuses", "refuse": "p000~spaces"},
    ],
    "metrics": ["red_distance", "warmth"],
    "reference": "plain",
    "estimate": {"resamples": 200},
}


def side(value: float | None, **influences: float) -> dict[str, Any]:
    units, values = list(influences), list(influences.values())
    return {"value": value, "n": 4, "units": units, "values": values, "degrees": None, "reason": "" if value else "few"}


def test_what_a_pair_of_prompts_shares_cancels() -> None:
    found = change_of(Sides(side(2.0, p=0.3, q=0.1), side(5.0, p=0.3, q=0.5)), level=0.95)
    assert found.value == 3.0
    assert found.low == pytest.approx(3 - 1.959964 * 0.4)  # the variance is (0.3 - 0.3)^2 + (0.5 - 0.1)^2
    moved = as_influenced(Sides(side(2.0, p=0.3, q=0.1), side(5.0, p=0.3, q=0.5)))
    assert moved is not None
    assert moved.influences == pytest.approx({"p": 0.0, "q": 0.4})


def test_a_side_without_a_value_says_why_and_one_without_influences_has_no_interval() -> None:
    lacking = change_of(Sides(side(2.0, p=0.3), side(None)), level=0.95)
    assert (lacking.value, lacking.reason) == (None, "few")
    bare = change_of(Sides(side(2.0, p=0.3), side(3.0)), level=0.95)
    assert (bare.value, bare.low) == (1.0, None)
    assert "not known" in bare.reason


@pytest.fixture
def run(components: Path, tmp_path: Path) -> Path:
    paragone.run(PLAN, tmp_path / "run")
    return tmp_path / "run"


def rows_of(run: Path) -> dict[str, dict[str, Any]]:
    found = json.loads(CliRunner().invoke(app, ["table", str(run), "--changes", "--json"]).stdout)
    return {row["model"]: row for row in found if row["metric"] == "red_distance"}


def test_the_change_of_a_set_is_between_its_own_two_sides(run: Path) -> None:
    rows = rows_of(run)
    # The reference itself is at distance 0 on either side.
    assert (rows["plain"]["original"], rows["plain"]["perturbed"], rows["plain"]["value"]) == (0.0, 0.0, 0.0)
    row = rows["shifted"]
    assert row["value"] == pytest.approx(row["perturbed"] - row["original"])
    assert row["low"] < row["value"] < row["high"]
    assert row["worst"] == max(row["original"], row["perturbed"])  # less is better
    assert row["worst_heim"] == min(row["original"], row["perturbed"])
    assert (
        "red_distance"
        in CliRunner().invoke(app, ["compare", str(run), "--models", "plain,shifted", "--changes"]).stdout
    )


def test_running_again_judges_no_side_again(run: Path) -> None:
    parts = sorted(run.rglob("sides/*"))
    assert parts
    paragone.run(PLAN, run)
    assert sorted(run.rglob("sides/*")) == parts


@pytest.mark.usefixtures("components")
def test_win_rates_of_a_run_that_averages_as_heim_does_are_over_its_groups(tmp_path: Path) -> None:
    scenarios = [
        {"use": "numbered", "name": "one", "count": 4, "group": "both"},
        {"use": "numbered", "name": "two", "count": 9, "group": "both"},
        {"use": "numbered", "name": "alone", "count": 5},
    ]
    models = [{"use": "painter", "name": name, "shift": shift} for name, shift in (("a", 0), ("b", 40), ("c", 90))]
    plan = PLAN | {"scenarios": scenarios, "models": models, "metrics": ["warmth"], "average": "heim"}
    del plan["reference"]
    run = paragone.run(plan, tmp_path / "run")
    values = {(row["scenario"], row["model"]): row["value"] for row in run.estimates.to_dicts()}
    columns = [
        {model: math.fsum(values[one, model] for one in scenarios) / len(scenarios) for model in "abc"}
        for scenarios in (("one", "two"), ("alone",))
    ]
    expected = mean_win_rate(win_rate(column, "higher") for column in columns)
    found = run.ranks.filter(pl.col("ranking") == "win_rate")
    assert dict(found.select("model", "value").iter_rows()) == pytest.approx(expected)
    assert found["n"].to_list() == [2, 2, 2]
