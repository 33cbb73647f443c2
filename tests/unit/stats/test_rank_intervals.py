"""Intervals of win rates and ranking scores: what the contests allow, what is shared, what is not known."""

import numpy as np
import pytest

from paragone.core.cells import Cell
from paragone.core.errors import ParagoneError
from paragone.core.types import Direction, Estimate
from paragone.rankings import Contest
from paragone.rankings.ranking_score import RankingScore
from paragone.rankings.win_rate import WinRate
from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank import WEIGHTS
from paragone.stats.ranking.rank_intervals import ranking_score_estimates, win_rate_estimates

RNG = np.random.default_rng
Scores = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def prompts(mean: float, seed: int, n: int = 200) -> Scores:
    return RNG(seed).normal(mean, 1.0, size=n)


def column(scores: dict[str, Scores], direction: Direction = "higher") -> Column:
    by_prompt = {model: {str(place): float(x) for place, x in enumerate(row)} for model, row in scores.items()}
    values = {model: float(np.nanmean(row)) if np.isfinite(row).any() else None for model, row in scores.items()}
    return Column(direction, values, {model: influences_of_mean(row) for model, row in by_prompt.items()})


def ends(estimate: Estimate) -> tuple[float | None, float | None]:
    return estimate.low, estimate.high


def test_a_clear_winner_has_no_doubt_and_near_equals_have_all() -> None:
    near = prompts(0.0, 1)
    told = column({"best": prompts(9.0, 2), "b": near, "c": near + RNG(3).normal(0, 0.1, size=200)})
    estimates = win_rate_estimates([told])
    assert (estimates["best"].value, *ends(estimates["best"])) == (1.0, 1.0, 1.0)
    assert ends(estimates["b"]) == (0.0, 0.5)


def test_what_prompts_do_to_both_models_cancels() -> None:
    # b is a + 0.01 on every prompt, which are 1 apart: by itself neither mean is known to 0.01.
    scores = prompts(0.0, 1)
    assert ends(win_rate_estimates([column({"a": scores, "b": scores + 0.01})])["b"]) == (1.0, 1.0)
    other = prompts(0.0, 2)
    assert ends(win_rate_estimates([column({"a": scores, "b": other + scores.mean() - other.mean() + 0.01})])["b"]) == (
        0.0,
        1.0,
    )


def test_the_best_of_close_models_is_held_as_often_as_the_one_in_the_middle() -> None:
    # Five models 0.1 apart, 3 metrics, 30 prompts: resampled ranks held the best one's rate of 1 in 0.61 of cases.
    rng = RNG(5)
    held = np.zeros(5)
    for _ in range(60):
        scores = rng.normal(size=(3, 5, 30)) + 0.1 * np.arange(5)[:, None] + rng.normal(size=30)
        columns = [column({str(model): row for model, row in enumerate(metric)}) for metric in scores]
        for model, estimate in win_rate_estimates(columns).items():
            assert estimate.low is not None
            assert estimate.high is not None
            held[int(model)] += estimate.low - 1e-9 <= int(model) / 4 <= estimate.high + 1e-9
    assert np.all(held / 60 > 0.9)


def test_many_columns_that_point_one_way_count_together() -> None:
    # In each of 30 columns b leads a with p of about 0.01 one-sided: none is clear among 30, all together are.
    rng = RNG(6)
    rows = [rng.permutation(np.linspace(-1, 1, 50)) for _ in range(30)]
    columns = [column({"a": np.zeros(50), "b": row + 2.4 * np.std(row) / np.sqrt(49)}) for row in rows]
    assert ends(win_rate_estimates(columns)["b"]) == (1.0, 1.0)
    assert ends(win_rate_estimates(columns[:1])["b"]) == (1.0, 1.0)
    weak = [column({"a": np.zeros(50), "b": row + 1.2 * np.std(row) / np.sqrt(49)}) for row in rows]
    assert ends(win_rate_estimates(weak)["b"]) == (0.0, 1.0)


def test_a_value_of_unknown_chance_may_stand_anywhere_and_the_reason_says_so() -> None:
    moving = column({"a": prompts(0.0, 1), "b": prompts(9.0, 2)})
    unknown = Column("lower", {"a": 10.0, "b": 20.0})
    estimate = win_rate_estimates([moving, unknown])["b"]
    # Won for certain 1 of 2 columns; the other is lost by its value, but might be won.
    assert (estimate.value, *ends(estimate), estimate.n) == (0.5, 0.5, 1.0, 2)
    assert estimate.reason == (
        "in 1 of 2 columns the chance of the value is not known: any order counts as possible there"
    )


def test_a_set_metric_with_influences_is_compared_as_a_mean_is() -> None:
    # FID 10 and 12 with standard errors of 1 each: alone a lead of 2 / sqrt(2). If the prompts move both alike, clear.
    units = [f"p{k}" for k in range(100)]
    wave = RNG(1).normal(size=100)
    one = dict(zip(units, (wave / np.linalg.norm(wave)).tolist(), strict=True))
    turned = RNG(2).normal(size=100)
    other = dict(zip(units, (turned / np.linalg.norm(turned)).tolist(), strict=True))
    apart = win_rate_estimates([Column("lower", {"a": 10.0, "b": 12.0}, {"a": one, "b": other})])["a"]
    together = win_rate_estimates([Column("lower", {"a": 10.0, "b": 12.0}, {"a": one, "b": one})])["a"]
    assert ends(apart) == (0.0, 1.0)
    assert ends(together) == (1.0, 1.0)


def test_one_prompt_says_nothing_of_chance() -> None:
    told = column({"a": np.array([9.0]), "b": np.array([0.0])})
    estimate = win_rate_estimates([told])["a"]
    assert (estimate.value, *ends(estimate)) == (1.0, 0.0, 1.0)
    assert estimate.reason.startswith("in 1 of 1 columns the chance of the value is not known")


def test_models_without_a_score_skip_the_column_and_it_counts_as_missing() -> None:
    empty = np.full(50, np.nan)
    first = column({"a": prompts(1.0, 1, 50), "b": prompts(0.0, 2, 50), "c": empty})
    second = column({"a": prompts(1.0, 1, 50), "b": prompts(0.0, 2, 50), "c": prompts(-9.0, 3, 50)})
    estimate = win_rate_estimates([first, second])["c"]
    assert (estimate.value, estimate.n, estimate.missing, *ends(estimate)) == (0.0, 1, 1, 0.0, 0.0)


def test_three_prompts_that_never_vary_are_no_proof() -> None:
    # b is ahead by the same on 3 of 3 prompts: 1 in 8 by chance. On 10 of 10: 1 in 1,024.
    for n, low in ((3, 0.0), (10, 1.0)):
        assert win_rate_estimates([column({"a": np.zeros(n), "b": np.ones(n)})])["b"].low == low


def test_zero_one_scores_that_agree_leave_room_for_prompts_not_seen() -> None:
    # 8 of 8 against 5 of 8 right: without the room t = 2.05 on 7 degrees (p 0.04); with it, no proof.
    right, some = np.ones(8), np.array([1.0] * 4 + [0.0] * 4)
    plain = column({"a": right, "b": some})
    told = Column(plain.direction, plain.values, plain.influences, is_binary=True)
    assert ends(win_rate_estimates([plain])["a"]) == (1.0, 1.0)
    assert ends(win_rate_estimates([told])["a"]) == (0.0, 1.0)


def test_the_order_and_the_names_of_models_change_nothing() -> None:
    scores = {name: prompts(0.1 * place, place) for place, name in enumerate("abcd")}
    turned = dict(reversed(scores.items()))
    one, other = (win_rate_estimates([column(told)]) for told in (scores, turned))
    assert one == {model: other[model] for model in one}


def test_level_sets_the_width() -> None:
    told = [column({"a": prompts(0.0, 1), "b": prompts(0.28, 2)})]
    assert ends(win_rate_estimates(told, level=0.9)["b"]) == (1.0, 1.0)
    assert ends(win_rate_estimates(told, level=0.9999)["b"]) == (0.0, 1.0)


def nine(apart: float) -> dict[str, Column]:
    return {
        metric: column(
            {model: prompts(apart * place, 10 * spot + place) for place, model in enumerate("abc")},
            "lower" if metric in ("FID", "O-FID", "CA") else "higher",
        )
        for spot, metric in enumerate(WEIGHTS)
    }


def test_ranking_score_estimates_hold_the_value_inside() -> None:
    estimates = ranking_score_estimates(nine(0.1))
    assert sum(estimate.value or 0 for estimate in estimates.values()) == pytest.approx(6 * 3 * 4 / 2)
    for estimate in estimates.values():
        assert estimate.low is not None
        assert estimate.value is not None
        assert estimate.high is not None
        assert 6 <= estimate.low <= estimate.value <= estimate.high <= 18
        assert estimate.n == 9
        assert estimate.low < estimate.high


def test_ranking_scores_of_models_far_apart_are_certain_and_weighted() -> None:
    # c is best in the six "higher" metrics, which weigh 4, and worst in the other three, which weigh 2: 3 * 4 + 1 * 2.
    found = ranking_score_estimates(nine(9.0))["c"]
    assert (found.value, *ends(found)) == pytest.approx((14.0, 14.0, 14.0))


def test_ranking_score_estimates_need_all_nine_columns() -> None:
    with pytest.raises(ParagoneError, match=r"needs all of .* has no"):
        ranking_score_estimates({"FID": Column("lower", {"a": 1.0, "b": 2.0})})


def test_a_ranking_score_keeps_columns_out_of_domain_and_names_them() -> None:
    columns = {Cell("pets", metric): one for metric, one in nine(0.1).items()}
    apart = {cell: columns[cell] for cell in columns if cell.metric in ("FID", "IS*")}
    whole = RankingScore().rank(Contest(columns, {}, list("abc"), 0.95))
    counted = {cell: one for cell, one in columns.items() if cell not in apart}
    found = RankingScore().rank(Contest(counted, {}, list("abc"), 0.95, foreign=apart))
    score, told = found["ranking_score on pets"]["a"].estimate, whole["ranking_score on pets"]["a"].estimate
    assert (score.value, score.low, score.high) == (told.value, told.low, told.high)
    assert score.reason == "IS*, FID by judges out of their domain"
    assert found["ranking_score for Text relevance on pets"]["a"].estimate.reason == ""
    assert not WinRate().rank(Contest({}, {}, list("abc"), 0.95, foreign=columns))["win_rate"]
