"""Bradley and Terry: a textbook example, Davidson's ties, and what no finite ability fits."""

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from paragone.stats.preference import bradley_terry

Vector = npt.NDArray[np.float64]
# American League 1987 (Agresti, Categorical Data Analysis): Bal, Bos, Cle, Det, Mil, NY, Tor; row beat column.
BASEBALL = [
    [0, 1, 7, 4, 2, 3, 1],
    [12, 0, 7, 2, 6, 7, 6],
    [6, 6, 0, 4, 4, 6, 5],
    [9, 11, 9, 0, 6, 5, 7],
    [11, 7, 9, 7, 0, 7, 9],
    [10, 6, 7, 8, 6, 0, 6],
    [12, 7, 8, 6, 4, 7, 0],
]


def minorised(wins: Vector, rounds: int = 20000) -> Vector:
    """Hunter's (2004) MM: another way to the same top."""
    p = np.ones(len(wins))
    games = wins + wins.T
    for _ in range(rounds):
        p = wins.sum(axis=1) / (games / (p[:, None] + p[None, :])).sum(axis=1)
        p /= p[0]
    return np.log(p)


def test_baseball_gives_the_textbook_numbers_and_those_of_another_algorithm() -> None:
    found = bradley_terry(BASEBALL)
    np.testing.assert_allclose(found.values[1:], [1.1077, 0.6839, 1.4364, 1.5814, 1.2476, 1.2945], atol=5e-5)
    np.testing.assert_allclose(found.errors[1:], [0.3339, 0.3319, 0.3396, 0.3433, 0.3359, 0.3367], atol=5e-5)
    assert found.log_likelihood == pytest.approx(-172.2482, abs=5e-5)
    np.testing.assert_allclose(found.values, minorised(np.array(BASEBALL, dtype=float)), atol=1e-6)
    assert found.elo()[0] == pytest.approx(817.6, abs=0.05)
    assert found.elo()[4] == pytest.approx(1092.3, abs=0.05)


def test_two_items_by_hand() -> None:
    found = bradley_terry([[0, 30], [10, 0]])
    assert found.values[1] == pytest.approx(-math.log(3), abs=1e-9)
    assert found.errors[1] == pytest.approx(math.sqrt(1 / 30 + 1 / 10), abs=1e-9)
    assert found.difference_error(0, 1) == pytest.approx(found.errors[1])


def test_davidson_by_hand_and_by_a_general_optimiser() -> None:
    # Two items: the shares themselves are the most likely chances; p = (6, 3) and ties 4 = nu sqrt(18) of 13 games.
    found = bradley_terry([[0, 6], [3, 0]], [[0, 4], [4, 0]])
    assert found.values[1] == pytest.approx(math.log(3 / 6), abs=1e-9)
    assert found.log_tie == pytest.approx(math.log(4 / math.sqrt(18)), abs=1e-9)
    wins, ties = np.array([[0, 5, 7], [3, 0, 4], [2, 6, 0]], dtype=float), np.array([[0, 2, 1], [2, 0, 3], [1, 3, 0]])

    def loss(point: Vector) -> float:
        values, total = [0.0, point[0], point[1]], 0.0
        for i in range(3):
            for j in range(3):
                if i == j:
                    continue
                pi, pj, nu = math.exp(values[i]), math.exp(values[j]), math.exp(point[2])
                whole = pi + pj + nu * math.sqrt(pi * pj)
                total += wins[i, j] * math.log(pi / whole)
                total += 0.5 * ties[i, j] * math.log(nu * math.sqrt(pi * pj) / whole)
        return -total

    best = minimize(loss, np.zeros(3), method="BFGS", options={"gtol": 1e-9})
    fitted = bradley_terry(wins, ties)
    np.testing.assert_allclose([*fitted.values[1:], fitted.log_tie], best.x, atol=1e-6)
    steps = 1e-3 * np.eye(3)
    curve = [[_curve(loss, best.x, one, other) for one in steps] for other in steps]
    np.testing.assert_allclose(fitted.errors[1:], np.sqrt(np.diag(np.linalg.inv(np.array(curve))))[:2], rtol=1e-4)
    assert fitted.log_likelihood == pytest.approx(-best.fun, abs=1e-9)


def _curve(loss: Callable[[Vector], float], at: Vector, one: Vector, other: Vector) -> float:
    """The second difference along two steps of 0.001."""
    corners = loss(at + one + other) - loss(at + one - other) - loss(at - one + other) + loss(at - one - other)
    return corners / 4e-6


def test_an_item_that_never_lost_needs_a_prior() -> None:
    with pytest.raises(ValueError, match="prior"):
        bradley_terry([[0, 3], [0, 0]])
    with pytest.raises(ValueError, match="prior"):
        bradley_terry([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]])
    assert bradley_terry([[0, 3], [0, 0]], prior=0.5).values[1] == pytest.approx(-math.log(7))


@pytest.mark.parametrize("wins", [[[0, 1]], [[1]], [[0, -1], [1, 0]], [[0, math.nan], [1, 0]]])
def test_what_is_no_matrix_of_counts_is_refused(wins: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="wins"):
        bradley_terry(wins)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.integers(0, 2**31))
def test_order_of_items_changes_nothing(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    wins = rng.integers(1, 9, size=(n, n)).astype(float)
    order = rng.permutation(n)
    one, other = bradley_terry(wins), bradley_terry(wins[np.ix_(order, order)])
    np.testing.assert_allclose(one.values[order] - one.values[order[0]], other.values, atol=1e-8)


def test_the_answer_unpacks_into_abilities_and_their_errors() -> None:
    abilities, errors = bradley_terry(BASEBALL)
    assert abilities[4] == pytest.approx(1.5814, abs=5e-5)
    assert errors[4] == pytest.approx(0.3433, abs=5e-5)
