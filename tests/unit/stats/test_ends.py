"""Where numbers end: coefficients at 1, leads without spread, pictures whose statistics can be worked by hand."""

import math

import numpy as np
import pytest

from paragone.stats.bias.shares import expected_deviation, kullback_leibler
from paragone.stats.coefficients import agreement_interval, coefficient_interval
from paragone.stats.fidelity import inception_score
from paragone.stats.fidelity.inception import _scores
from paragone.stats.natural import NAMES, SIDE, natural_statistics
from paragone.stats.paired import Difference
from paragone.stats.ranking.columns import Column, lead_p_values


def test_no_end_of_a_coefficient_passes_one() -> None:
    left_out = np.array([1.0] * 10)
    low, high = coefficient_interval(1.0, left_out, level=0.95)
    assert high == 1.0
    assert 0.5 < low < 1.0
    assert list(coefficient_interval(-1.0, -left_out, level=0.95)) == [-1.0, pytest.approx(-low)]
    least, most = agreement_interval(1.0, np.zeros(12), 0.5, level=0.95, images=12)
    assert most == 1.0
    assert 0 < least < 1
    # All disagree where chance alone would give a tenth: far below -1, and cut there.
    assert agreement_interval(-9.0, np.ones(12), 0.1, level=0.95, images=12)[0] == -1.0


def test_models_that_never_differ_have_no_lead_and_one_that_always_leads_by_as_much_has() -> None:
    same = {f"p{n}": 0.0 for n in range(6)}
    column = Column("higher", {"a": 0.5, "b": 0.5, "c": 0.7}, {name: same for name in "abc"})
    found = lead_p_values(column, ["a", "b", "c"])
    assert found[0, 1] == found[1, 0] == 1.0
    assert found[2, 0] == 0.5**6  # six of six prompts favour it
    assert found[0, 2] == 1.0
    lower = Column("lower", column.values, column.influences)
    assert lead_p_values(lower, ["a", "b", "c"])[0, 2] == 0.5**6


def test_two_images_have_an_inception_score_without_each() -> None:
    # Two images, each sure of a class of its own: 2; without either, one image: 1.
    logits = np.array([[50.0, 0.0], [0.0, 50.0]])
    assert inception_score(logits, splits=1).mean == pytest.approx(2.0)
    score, without = _scores(logits)
    assert score == pytest.approx(2.0)
    assert without.tolist() == pytest.approx([1.0, 1.0])


def test_statistics_of_a_board_of_two_greys_worked_by_hand() -> None:
    # The left half is 100, the right 140: no step but the 64 of 40 levels in the middle, of 2 * 64 * 63.
    pixels = np.full((SIDE, SIDE, 3), 100.0)
    pixels[:, SIDE // 2 :] = 140.0
    found = dict(zip(NAMES, natural_statistics(pixels), strict=True))
    share = 64 / (2 * 64 * 63)
    square, mean = share * 40**2, share * 40
    assert found["tails"] == pytest.approx(math.log(share * 40**4 / (square**2 + 1e-3) + 0.1))
    assert found["roughness"] == pytest.approx(math.log(math.sqrt(square - mean**2) / 20.001 + 0.01))
    assert found["levels"] == pytest.approx(math.log(400 / 400.001 + 0.01))  # every block is of one grey
    assert found["patchiness"] == 0.0


def test_levels_of_a_faint_board_are_damped() -> None:
    pixels = np.full((SIDE, SIDE, 3), 100.0)
    pixels[:, SIDE // 2 :] = 100.2  # a variance of 0.01
    levels = natural_statistics(pixels)[NAMES.index("levels")]
    assert levels == pytest.approx(math.log(0.01 / 0.011 + 0.01))


def test_a_difference_that_needs_no_word_has_none() -> None:
    assert Difference(0.1, 0.0, 0.2, 0.03, 5, 0).reason == ""


def test_shares_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(ValueError, match="3 shares against a reference of 2"):
        kullback_leibler([0.2, 0.3, 0.5], [0.5, 0.5])
    with pytest.raises(ValueError, match="infinite"):
        kullback_leibler([0.5, 0.5], [1.0, 0.0])
    assert kullback_leibler([1.0, 0.0], [0.5, 0.5]) == pytest.approx(math.log(2))
    with pytest.raises(ValueError, match="takes one"):
        expected_deviation(0, 2)
    assert expected_deviation(1, 2) == pytest.approx(0.5)  # one image is of one class
