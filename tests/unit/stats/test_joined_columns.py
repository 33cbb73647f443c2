"""Columns that average a group of scenarios, as HEIM counts its win rates."""

from dataclasses import replace

import numpy as np
import pytest

from paragone.core.cells import Cell
from paragone.core.types import Estimate
from paragone.rankings import Contest
from paragone.rankings.win_rate import WinRate
from paragone.stats.ranking.columns import Column, influences_of_mean, joined, lead_p_values

MODELS = ("a", "b", "c")


def plain(*values: float | None) -> Column:
    return Column("higher", dict(zip(MODELS, values, strict=True)))


def rates(contest: Contest, ranking: str = "win_rate") -> dict[str, float | None]:
    return {model: ranked.estimate.value for model, ranked in WinRate().rank(contest)[ranking].items()}


def test_win_rates_are_over_groups_where_the_plan_averages_as_heim_does() -> None:
    # Group g: a 0.2, b 0.3, c 0.4 on average, so a wins 0, b 1/2, c 1. Alone: a 1, b 1/2, c 0. The mean is 1/2 for all.
    columns = {
        Cell("x", "m"): plain(0.0, 0.3, 0.1),
        Cell("y", "m"): plain(0.4, 0.3, 0.7),
        Cell("alone", "m"): plain(0.9, 0.5, 0.1),
    }
    aspects = {"quality": [Cell("x", "m"), Cell("y", "m")]}
    heim = Contest(columns, aspects, list(MODELS), 0.95, {"x": "g", "y": "g"})
    assert rates(heim) == {"a": 0.5, "b": 0.5, "c": 0.5}
    assert rates(heim, "win_rate for quality") == {"a": 0.0, "b": 0.5, "c": 1.0}
    # By scenario b beats both on x, and neither on y: (1 + 0 + 1/2) / 3.
    assert rates(heim._replace(groups={})) == pytest.approx({"a": (0 + 0.5 + 1) / 3, "b": 0.5, "c": (0.5 + 1 + 0) / 3})


def test_n_counts_groups_and_the_method_says_so() -> None:
    columns = {Cell("x", "m"): plain(0.0, 0.3, 0.1), Cell("y", "m"): plain(0.4, 0.3, 0.7)}
    found: Estimate = WinRate().rank(Contest(columns, {}, list(MODELS), 0.95, {"x": "g", "y": "g"}))["win_rate"]["a"][0]
    assert found.n == 1
    assert "a group of scenarios is one column" in found.method


def test_a_model_without_one_scenario_of_a_group_has_a_value_and_no_clear_lead() -> None:
    there = {"p": -0.01, "q": 0.01}
    one = Column("higher", {"a": 1.0, "b": 0.0}, {"a": there, "b": there})
    other = Column("higher", {"a": 1.0, "b": None}, {"a": there})
    both = joined([one, other])
    assert both.value("b") == 0.0
    assert not both.is_known("b")
    assert lead_p_values(both, ["a", "b"])[0, 1] == 1.0


def test_one_column_is_itself_and_twins_of_it_add_no_evidence_of_their_own_kind() -> None:
    rng = np.random.default_rng(0)
    scores = {
        m: {f"p{n}": float(x) for n, x in enumerate(rng.normal(shift, 1, 30))}
        for m, shift in zip("ab", (0, 1), strict=True)
    }
    made = Column(
        "higher",
        {m: float(np.mean([*row.values()])) for m, row in scores.items()},
        {m: influences_of_mean(row) for m, row in scores.items()},
    )
    assert joined([made]) is made
    single, double = (lead_p_values(one, ["a", "b"])[1, 0] for one in (made, joined([made, made])))
    assert double < single  # two scenarios with prompts of their own say more than one
    shared = replace(made, family="pets")
    assert lead_p_values(joined([shared, shared]), ["a", "b"])[1, 0] == pytest.approx(single)  # no more than one does
    # Of three, two of which go together, there are two that say something of their own.
    three, four = (joined([shared, shared, *[replace(made, family=own)] * 1]) for own in ("", "pets"))
    assert double < lead_p_values(three, ["a", "b"])[1, 0] < lead_p_values(four, ["a", "b"])[1, 0]


@pytest.mark.parametrize(("is_binary", "least"), [(True, 3), (False, 30)])
def test_equal_models_are_seldom_told_apart_where_scenarios_differ_in_size(is_binary: bool, least: int) -> None:
    rng, sizes, means = np.random.default_rng(1), (5, 20, 100), (0.2, 0.5, 0.8)
    false = 0
    for _ in range(1000):
        parts = []
        for size, mean in zip(sizes, means, strict=True):
            drawn = (rng.random((2, size)) < mean) if is_binary else rng.normal(mean, 0.3, (2, size))
            scores = [{f"p{n}": float(x) for n, x in enumerate(row)} for row in drawn]
            values = {m: float(np.mean([*row.values()])) for m, row in zip("ab", scores, strict=True)}
            influences = {m: influences_of_mean(row) for m, row in zip("ab", scores, strict=True)}
            parts.append(Column("higher", values, influences, is_binary=is_binary))
        false += int(lead_p_values(joined(parts), ["a", "b"])[0, 1] < 0.05)
    assert least <= false <= 65  # 5 % one-sided of 1,000; shares of few prompts are held back
