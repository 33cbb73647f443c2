"""Any two of many raters: two give the textbook's numbers, many give those of all pairs worked out one by one."""

from itertools import combinations

import numpy as np
import pytest

from paragone.stats.agreement import cohen_kappa, phi
from paragone.stats.raters.pairwise import over_prompts, pairwise_kappa, pairwise_phi

TWO = np.array([[1.0] * 25 + [0.0] * 25, [1.0] * 20 + [0.0] * 5 + [1.0] * 10 + [0.0] * 15])  # [[20, 5], [10, 15]]


def test_the_textbooks_two_raters() -> None:
    assert pairwise_kappa(TWO) == pytest.approx(0.4, abs=1e-12)
    assert pairwise_phi(TWO) == pytest.approx(1 / np.sqrt(6), abs=1e-12)  # (20 * 15 - 5 * 10) / sqrt(25 25 30 20)


def test_of_many_who_rated_everything_it_is_the_mean_over_pairs_weighed_by_what_chance_leaves() -> None:
    rng = np.random.default_rng(3)
    table = rng.integers(0, 3, (5, 40)).astype(float)
    table[:, :20] = table[0, :20]
    pairs = list(combinations(table.tolist(), 2))
    agreed = [np.mean([a == b for a, b in zip(*pair, strict=True)]) for pair in pairs]
    by_chance = [sum(one.count(c) * other.count(c) for c in (0, 1, 2)) / 40**2 for one, other in pairs]
    expected = (np.mean(agreed) - np.mean(by_chance)) / (1 - np.mean(by_chance))
    assert pairwise_kappa(table) == pytest.approx(expected, abs=1e-12)
    one, other = table[0].tolist(), table[1].tolist()
    assert pairwise_kappa(table[:2]) == pytest.approx(cohen_kappa(one, other), abs=1e-12)


def test_phi_of_two_is_phi_and_a_constant_rater_has_none() -> None:
    rng = np.random.default_rng(5)
    table = (rng.random((2, 30)) < 0.4).astype(float)
    both = [[bool(x) for x in row] for row in table]
    assert pairwise_phi(table) == pytest.approx(phi(*both), abs=1e-12)
    assert pairwise_phi(np.ones((2, 4))) is None
    assert pairwise_kappa(np.ones((2, 4))) is None
    assert pairwise_kappa(np.array([[1.0, np.nan], [np.nan, 0.0]])) is None


def test_intervals_are_over_prompts_and_not_over_answers() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 24)
    table = np.array([np.where(rng.random(24) < 0.85, truth, 1 - truth) for _ in range(4)], dtype=float)
    own = over_prompts(table, [f"p{k}" for k in range(24)], pairwise_kappa)
    doubled = over_prompts(np.hstack([table, table]), [f"p{k}" for k in range(24)] * 2, pairwise_kappa)
    assert own.low is not None
    assert doubled.low == pytest.approx(own.low, abs=1e-9)  # the same prompts twice say no more
    assert over_prompts(table[:, :5], list("abcde"), pairwise_kappa).low is None
