"""Ranges of ranks and the clearly best model."""

import numpy as np
import pytest

from paragone.stats.ranking.closed import Claims
from paragone.stats.ranking.columns import Column, influences_of_mean
from paragone.stats.ranking.rank_ranges import RankRange, clearly_best, column_ranks, overall_ranks

RNG = np.random.default_rng


def column(means: dict[str, float], seed: int, n: int = 100) -> Column:
    rng = RNG(seed)
    shared = rng.normal(size=n)
    scores = {
        model: {f"p{place}": float(x) for place, x in enumerate(mean + shared + rng.normal(size=n))}
        for model, mean in means.items()
    }
    values = {model: float(np.mean(list(row.values()))) for model, row in scores.items()}
    return Column("higher", values, {model: influences_of_mean(row) for model, row in scores.items()})


def test_models_that_cannot_be_told_apart_share_their_ranks() -> None:
    told = column({"worst": 0.0, "b": 2.0, "c": 2.0, "best": 4.0}, seed=1)
    assert column_ranks(told) == {
        "worst": RankRange(4, 4),
        "b": RankRange(2, 3),
        "c": RankRange(2, 3),
        "best": RankRange(1, 1),
    }
    assert overall_ranks([told, column({"worst": 0.0, "b": 2.0, "c": 2.0, "best": 4.0}, seed=2)]) == column_ranks(told)


def test_overall_ranks_weigh_what_was_won_against_what_was_lost() -> None:
    # a beats c in one column and loses in the other: the two may be tied. b loses both.
    there, back = column({"a": 4.0, "b": 0.0, "c": 2.0}, 1), column({"a": 2.0, "b": 0.0, "c": 4.0}, 2)
    assert overall_ranks([there, back]) == {"a": RankRange(1, 2), "b": RankRange(3, 3), "c": RankRange(1, 2)}


def test_only_rivals_are_ranked_and_only_those_with_a_value() -> None:
    told = column({"a": 4.0, "real": 9.0, "b": 0.0}, 1)
    assert column_ranks(told, rivals=["a", "b"]) == {"a": RankRange(1, 1), "b": RankRange(2, 2)}
    gone = Column("higher", {**told.values, "a": None}, told.influences)
    assert set(column_ranks(gone)) == {"real", "b"}
    assert overall_ranks([gone, told], rivals=["a", "b"])["a"] == RankRange(1, 1)


def test_a_column_alone_or_no_column_has_nothing_to_rank() -> None:
    assert column_ranks(Column("higher", {"a": 1.0})) == {"a": RankRange(1, 1)}
    assert overall_ranks([]) == {}
    assert clearly_best([Column("higher", {"a": 1.0}), Column("higher", {})]) == [None, None]


def test_the_best_is_named_where_it_is_clear_of_every_other() -> None:
    clear, close = column({"a": 0.0, "b": 3.0, "c": 0.1}, 1), column({"a": 0.0, "b": 3.0, "c": 3.02}, 2)
    assert clearly_best([clear, close]) == ["b", None]


def test_more_columns_on_a_page_ask_for_more_proof() -> None:
    lead, none = column({"a": 0.0, "b": 0.45}, 1), column({"a": 0.0, "b": 0.0}, 2)
    assert clearly_best([lead]) == ["b"]
    assert clearly_best([lead] + 40 * [none])[0] is None


def test_of_nine_equal_models_a_page_seldom_calls_one_the_best() -> None:
    # Pairs without a correction gave a clear mark in 33 % of reports; here at most 5 %. 200 pages: + 3 errors of 1.5 %
    named = [
        clearly_best([column(dict.fromkeys("abcdefghi", 0.0), 1000 * page + k, 30) for k in range(4)])
        for page in range(200)
    ]
    assert np.mean([any(best is not None for best in page) for page in named]) < 0.095


def test_claims_worked_by_hand() -> None:
    # p 0.01, 0.02, 0.04 at 0.05. Simes lets the largest alone be false? 0.04 <= 0.05: no. So all are true (h = 0).
    assert Claims(np.array([0.01, 0.02, 0.04]), alpha=0.05).least_true(np.ones(3, dtype=bool)) == 3
    # p 0.01, 0.02, 0.4: {0.4} may be false, {0.02, 0.4}: 2 * 0.02 = 0.04 <= 0.05, no. h = 1: those up to 0.05 are true.
    claims = Claims(np.array([0.01, 0.4, 0.02]), alpha=0.05)
    assert claims.least_true(np.array([True, True, True])) == 2
    assert claims.least_true(np.array([False, True, False])) == 0
    # Four at 0.04: each alone would be claimed, but 4 * 0.04 > 0.05 * k for k < 4 and 4 * 0.04 <= 0.05 * 4: all true.
    assert Claims(np.full(4, 0.04), alpha=0.05).least_true(np.ones(4, dtype=bool)) == 4
    assert Claims(np.full(4, 0.06), alpha=0.05).least_true(np.ones(4, dtype=bool)) == 0


def test_weights_count_by_layers() -> None:
    # True at least: all three of weight 1 or more, one of weight 2 (0.001): 1 * 3 + 1 * 1.
    claims = Claims(np.array([0.001, 0.01, 0.01]), alpha=0.05)
    assert claims.least_weight(np.array([2.0, 1.0, 1.0])) == pytest.approx(4.0)
    assert claims.least_weight(np.zeros(3)) == 0.0


def test_claims_are_seldom_wrong_in_any_set() -> None:
    # Half of 20 claims are false: how often does some bound count more true claims than there are?
    rng = RNG(3)
    wrong = 0
    for _ in range(1000):
        p_values = np.append(rng.random(10), rng.random(10) ** 4)
        claims = Claims(p_values, alpha=0.1)
        wrong += claims.least_true(np.arange(20) < 10) > 0
    assert wrong / 1000 < 0.1 + 3 * np.sqrt(0.09 / 1000)
