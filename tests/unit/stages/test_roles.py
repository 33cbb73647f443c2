"""Ceilings and floors: shown beside the models that compete, and counted in no one's win rate."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.stages.roles import in_order, rivals_of
from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank import win_rate
from paragone.stats.ranking.rank_intervals import win_rate_estimates

ROLES = {"real": "ceiling", "a": "", "b": "", "noise": "floor"}


def test_only_competing_models_are_rivals_and_all_where_none_competes() -> None:
    assert rivals_of(ROLES) == ["a", "b"]
    assert rivals_of({"real": "ceiling", "noise": "floor"}) == ["real", "noise"]


def test_a_ceiling_and_a_floor_change_no_ones_win_rate() -> None:
    alone = {"a": 0.5, "b": 0.4, "c": 0.4}
    # Beside them real beats 3 of 3 and noise, tied with b and c, halves two of three.
    beside = win_rate(alone | {"real": 1.0, "noise": 0.4}, "higher", rivals=alone)
    assert beside == win_rate(alone, "higher") | {"real": 1.0, "noise": pytest.approx(1 / 3)}


def test_a_model_that_meets_no_rival_has_no_rate() -> None:
    assert win_rate({"a": 0.5, "real": 1.0}, "higher", rivals=["a"]) == {"real": 1.0}


def column(scores: dict[str, Any]) -> Column:
    influences = {
        model: influences_of_mean({str(place): score for place, score in enumerate(row)})
        for model, row in scores.items()
    }
    return Column("higher", {model: float(row.mean()) for model, row in scores.items()}, influences)


def test_intervals_of_win_rates_leave_ceilings_and_floors_out_too() -> None:
    rng = np.random.default_rng(5)
    scores = {name: rng.normal(mean, 1, 40) for name, mean in (("a", 0.2), ("b", 0.0), ("c", 0.1))}
    more = scores | {"real": rng.normal(3, 1, 40)}
    alone, beside = (win_rate_estimates([column(told)], rivals=list(scores)) for told in (scores, more))
    assert {model: beside[model] for model in alone} == alone
    assert beside["real"].value == 1.0


def ranks(rates: dict[str, float]) -> list[dict[str, Any]]:
    return [{"ranking": "win_rate", "model": model, "value": rate} for model, rate in rates.items()]


def test_models_are_ordered_by_rate_and_those_without_one_come_last() -> None:
    found = in_order(["noise", "a", "b", "real"], ranks({"real": 1.0, "b": 0.9, "noise": 0.1}), ROLES)
    assert found == ["real", "b", "noise", "a"]


def test_a_single_competing_model_stands_between_ceiling_and_floor() -> None:
    roles = {name: ROLES[name] for name in ("noise", "a", "real")}
    assert in_order(["noise", "a", "real"], ranks({"real": 1.0, "noise": 0.0}), roles) == ["real", "a", "noise"]


@pytest.mark.usefixtures("components")
def test_a_run_ranks_its_models_as_if_the_ceiling_were_not_there(tmp_path: Path) -> None:
    plan: dict[str, Any] = {
        "scenarios": ["numbered"],
        "models": [{"use": "painter", "name": "plain"}, {"use": "painter", "name": "shifted", "shift": 9}],
        "metrics": [{"use": "warmth", "aspects": ["quality"]}, "diversity_phash"],
        "estimate": {"resamples": 200},
    }
    ceiling = {"use": "painter_oracle", "name": "best", "shift": 18}  # beyond both, so that it would beat one of them
    alone = paragone.run(plan, tmp_path / "alone").ranks.sort("ranking", "model")
    beside = paragone.run(plan | {"models": [*plan["models"], ceiling]}, tmp_path / "beside").ranks
    assert beside.filter(pl.col("model") != "best").sort("ranking", "model").equals(alone)
    assert set(beside.filter(pl.col("model") == "best")["ranking"]) == set(alone["ranking"])


@pytest.mark.usefixtures("components")
def test_models_that_draw_the_same_get_the_same_numbers_whatever_they_are_called(tmp_path: Path) -> None:
    plan: dict[str, Any] = {
        "scenarios": ["numbered"],
        "models": [{"use": "painter", "name": "plain"}, {"use": "painter", "name": "another"}],
        "metrics": ["warmth"],
        "estimate": {"resamples": 200},
    }
    run = paragone.run(plan, tmp_path / "run")
    one, other = (run.estimates.filter(pl.col("model") == name).drop("model") for name in ("plain", "another"))
    assert one.equals(other)
    assert run.ranks.filter(pl.col("ranking") == "win_rate")["value"].to_list() == [0.5, 0.5]
