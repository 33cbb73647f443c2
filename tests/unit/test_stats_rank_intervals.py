"""Intervals of ranks: what is resampled together, what stays, what the ends mean."""

import numpy as np
import pytest

from paragone.core.errors import ParagoneError
from paragone.stats.rank import WEIGHTS
from paragone.stats.rank_intervals import Column, ranking_score_estimates, win_rate_estimates

RNG = np.random.default_rng


def prompts(mean: float, seed: int, n: int = 200) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return RNG(seed).normal(mean, 1.0, size=n)


def test_a_clear_winner_has_no_doubt_and_near_equals_have_all() -> None:
    near = prompts(0.0, 1)
    column = Column("higher", {"best": prompts(9.0, 2), "b": near, "c": near + RNG(3).normal(0, 0.1, size=200)})
    estimates = win_rate_estimates([column], rng=RNG(4))
    assert (estimates["best"].value, estimates["best"].low, estimates["best"].high) == (1.0, 1.0, 1.0)
    assert (estimates["b"].low, estimates["b"].high) == (0.0, 0.5)


def test_prompts_are_resampled_for_all_models_together() -> None:
    # b is a + 0.01 on every prompt: resampled apart they would change places, resampled together they never do.
    scores = prompts(0.0, 1)
    estimates = win_rate_estimates([Column("higher", {"a": scores, "b": scores + 0.01})], rng=RNG(2))
    assert (estimates["b"].low, estimates["b"].high) == (1.0, 1.0)


def test_columns_of_one_prompt_set_share_their_draws_and_others_do_not() -> None:
    # With the same draws, what a wins in one column it loses in its mirror image: the mean is always one half.
    a, b = prompts(0.0, 1), prompts(0.0, 2)
    there, back = Column("higher", {"a": a, "b": b}), Column("lower", {"a": a, "b": b})
    joint = win_rate_estimates([there, back], rng=RNG(3))["a"]
    assert (joint.low, joint.high) == (0.5, 0.5)
    apart = win_rate_estimates([there, Column("lower", {"a": a, "b": b}, prompt_set="other")], rng=RNG(3))["a"]
    assert (apart.low, apart.high) == (0.0, 1.0)


def test_fixed_columns_stay_and_are_named_in_the_reason() -> None:
    moving = Column("higher", {"a": prompts(0.0, 1), "b": prompts(0.0, 2)})
    fixed = Column("lower", fixed={"a": 10.0, "b": 20.0})
    estimate = win_rate_estimates([moving, fixed], rng=RNG(3))["a"]
    # The fixed column is always won: (0 + 1) / 2 at worst, (1 + 1) / 2 at best.
    assert (estimate.low, estimate.high) == (0.5, 1.0)
    assert estimate.n == 2
    assert estimate.reason == "1 of 2 columns have no scores by prompt and stay as they are"


def test_a_fixed_model_meets_resampled_ones_in_one_column() -> None:
    # a scores 10 +- 0.01 and always beats a fixed 9.9; against a fixed 10 it wins about half of the replicates.
    scores = 10 + 0.1 * prompts(0.0, 1)
    sure = win_rate_estimates([Column("higher", {"a": scores}, fixed={"b": 9.9})], rng=RNG(2))["a"]
    assert (sure.low, sure.high) == (1.0, 1.0)
    open_ = win_rate_estimates([Column("higher", {"a": scores}, fixed={"b": 10.0})], rng=RNG(2))["a"]
    assert (open_.low, open_.high) == (0.0, 1.0)


def test_only_fixed_columns_give_no_interval() -> None:
    estimate = win_rate_estimates([Column("lower", fixed={"a": 1.0, "b": 2.0})], rng=RNG(1))["a"]
    assert (estimate.value, estimate.low, estimate.high) == (1.0, None, None)
    assert "no column has scores by prompt" in estimate.reason


def test_models_without_a_score_skip_the_column_and_it_counts_as_missing() -> None:
    empty = np.full(50, np.nan)
    first = Column("higher", {"a": prompts(1.0, 1, 50), "b": prompts(0.0, 2, 50), "c": empty})
    second = Column("higher", {"a": prompts(1.0, 1, 50), "b": prompts(0.0, 2, 50), "c": prompts(-9.0, 3, 50)})
    estimates = win_rate_estimates([first, second], rng=RNG(4))
    assert (estimates["c"].value, estimates["c"].n, estimates["c"].missing) == (0.0, 1, 1)


def test_missing_prompts_are_left_out_of_a_models_mean() -> None:
    # Without its missing prompt a scores 5 everywhere, b 4: as a zero it would lose.
    a = np.array([5.0, 5.0, 5.0, np.nan])
    estimate = win_rate_estimates([Column("higher", {"a": a, "b": np.full(4, 4.0)})], rng=RNG(1))["a"]
    assert (estimate.value, estimate.low) == (1.0, 1.0)


def test_chunks_do_not_change_what_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = [Column("higher", {"a": prompts(0.1, 1), "b": prompts(0.0, 2)}, fixed={"c": 0.05})]
    whole = win_rate_estimates(columns, rng=RNG(3))
    monkeypatch.setattr("paragone.stats.bootstrap.CELLS", 1000)  # five replicates at a time
    monkeypatch.setattr("paragone.stats.rank_intervals.CELLS", 1000)
    assert win_rate_estimates(columns, rng=RNG(3)) == whole


def test_ranking_score_estimates_hold_the_value_inside() -> None:
    columns = {
        metric: Column("higher", {model: prompts(0.2 * place, 10 * spot + place) for place, model in enumerate("abc")})
        for spot, metric in enumerate(WEIGHTS)
    }
    estimates = ranking_score_estimates(columns, rng=RNG(5))
    assert sum(estimate.value or 0 for estimate in estimates.values()) == pytest.approx(6 * 3 * 4 / 2)
    for estimate in estimates.values():
        assert estimate.low is not None
        assert estimate.value is not None
        assert estimate.high is not None
        assert 6 <= estimate.low <= estimate.value <= estimate.high <= 18
        assert estimate.n == 9
        assert estimate.low < estimate.high


def test_ranking_score_estimates_need_all_nine_columns() -> None:
    with pytest.raises(ParagoneError, match=r"needs all of .* has no"):
        ranking_score_estimates({"FID": Column("lower", fixed={"a": 1.0, "b": 2.0})}, rng=RNG(1))


def test_columns_of_one_prompt_set_must_have_the_same_prompts() -> None:
    with pytest.raises(ValueError, match="one prompt set"):
        win_rate_estimates([Column("higher", {"a": prompts(0, 1, 5), "b": prompts(0, 1, 6)})], rng=RNG(1))


def test_a_model_cannot_be_fixed_and_moving_at_once() -> None:
    with pytest.raises(ValueError, match="'a' has both"):
        Column("higher", {"a": prompts(0, 1)}, fixed={"a": 1.0}).values()
