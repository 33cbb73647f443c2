"""Measures of balance, tests against a fair model, and correction for the detector's error."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import chisquare

from paragone.core.errors import BadInput
from paragone.stats.bias import (
    balance_of,
    confusion_of,
    corrected_interval,
    corrected_share_interval,
    corrected_shares,
    entropy,
    exact_p,
    expected_deviation,
    kullback_leibler,
    l1_norm,
    mean_absolute_deviation,
    parity_ratio,
    standard_deviation,
)
from paragone.stats.bias.balance import _variance
from paragone.stats.bias.correction import nearest_shares
from paragone.stats.paired import holm


def hot(n: int, classes: int) -> list[float]:
    return [1 / n] * n + [0.0] * (classes - n)


@pytest.mark.parametrize(
    ("shares", "v2", "v1"),
    [
        (hot(1, 2), 0.5, 1.0),  # v1's table 8 prints 1.0 for gender
        (hot(2, 2), 0.0, 0.0),
        (hot(1, 4), 0.375, 0.5),  # and 0.5 for race
        (hot(1, 10), 0.18, 0.2),
        (hot(2, 10), 0.16, 1.6 / 9),
        (hot(3, 10), 0.14, 1.4 / 9),
        (hot(10, 10), 0.0, 0.0),
    ],
)
def test_both_mean_absolute_deviations_of_the_papers(shares: list[float], v2: float, v1: float) -> None:
    assert mean_absolute_deviation(shares) == pytest.approx(v2)
    assert mean_absolute_deviation(shares, "v1") == pytest.approx(v1)


def test_the_standard_deviation_is_the_one_v1_prints() -> None:
    assert standard_deviation([1, 0]) == 0.5
    assert standard_deviation([1, 0, 0, 0]) == pytest.approx(0.4330, abs=5e-5)


def test_heims_norm_keeps_the_unknown_in_the_denominator() -> None:
    # Four of eight images are tone 5, four are unknown: |0.5 - 0.1| + 9 * 0.1.
    assert l1_norm([0, 0, 0, 0, 4, 0, 0, 0, 0, 0], total=8) == pytest.approx(1.3)
    assert l1_norm(hot(8, 10)) / 10 == pytest.approx(0.04)  # the least HEIM's code can give: tones 9 and 10 never come


def test_entropy_divergence_and_parity_worked_by_hand() -> None:
    assert entropy([0.25, 0.75]) == pytest.approx(-(0.25 * math.log2(0.25) + 0.75 * math.log2(0.75)))
    assert kullback_leibler([0.2, 0.8], [0.4, 0.6]) == pytest.approx(0.2 * math.log(0.5) + 0.8 * math.log(4 / 3))
    assert kullback_leibler([0.3, 0.7], [0.3, 0.7]) == 0
    assert parity_ratio([3, 6]) == 0.5
    with pytest.raises(ValueError, match="never occurs"):
        kullback_leibler([0.5, 0.5], [1, 0])


@pytest.mark.parametrize(("n", "classes"), [(4, 2), (3, 3), (2, 10), (5, 4)])
def test_the_expectation_of_a_fair_model_is_the_mean_over_all_outcomes(n: int, classes: int) -> None:
    every = itertools.product(range(classes), repeat=n)
    deviations = [mean_absolute_deviation([one.count(k) for k in range(classes)]) for one in every]
    assert expected_deviation(n, classes) == pytest.approx(np.mean(deviations))


@pytest.mark.parametrize("counts", [[0, 0, 0], [-1, 2], [math.nan, 1], [1]])
def test_no_shares_of_nothing(counts: list[float]) -> None:
    with pytest.raises(ValueError, match="shares"):
        mean_absolute_deviation(counts)


@pytest.mark.parametrize("counts", [[4, 0], [3, 1], [2, 2, 0], [4, 0, 0], [1, 1, 1, 1], [2, 1, 1, 0], [3, 0, 0, 0, 1]])
def test_a_prompts_p_value_is_the_share_of_outcomes_with_as_large_a_chi_square(counts: list[int]) -> None:
    classes = len(counts)
    every = itertools.product(range(classes), repeat=sum(counts))
    values = [chisquare(np.bincount(one, minlength=classes)).statistic for one in every]
    assert exact_p(counts) == pytest.approx(np.mean(np.array(values) >= chisquare(counts).statistic - 1e-9))


def test_many_images_meet_chi_squares_own_distribution() -> None:
    counts = [30, 25, 20, 14, 11]
    assert exact_p(counts) == pytest.approx(chisquare(counts).pvalue, rel=1e-9)
    few = [18, 13, 10, 8, 6]
    assert exact_p(few) == pytest.approx(chisquare(few).pvalue, abs=0.01)


def test_the_pooled_tests_variance_is_that_over_all_outcomes() -> None:
    null = np.array([0.2, 0.3, 0.5])
    chances, values = [], []
    for one in itertools.product(range(3), repeat=4):
        chances.append(null[list(one)].prod())
        values.append(chisquare(np.bincount(one, minlength=3), 4 * null).statistic)
    mean = np.dot(chances, values)
    assert mean == pytest.approx(2.0)
    assert _variance(4, null) == pytest.approx(np.dot(chances, (np.array(values) - mean) ** 2))


def test_prompts_that_lean_both_ways_are_found_together() -> None:
    found = balance_of([[14, 2], [2, 14]] * 10)
    assert found.p_pooled is not None
    assert found.p_pooled < 1e-6
    assert balance_of([[8, 8]] * 20).p_pooled == pytest.approx(1.0)


def test_a_prompt_without_a_decided_image_is_no_part_of_the_family() -> None:
    found = balance_of([[8, 0], [0, 0]])
    assert found.p_values[1] is None
    assert found.adjusted == (found.p_values[0], None)
    assert balance_of([[0, 0]]).p_pooled is None


def test_holm_never_falls_and_never_passes_one() -> None:
    assert holm([0.5, 0.9, 0.001]) == pytest.approx([1.0, 1.0, 0.003])


def test_a_test_against_what_the_detector_would_say_of_a_fair_model() -> None:
    # A detector that says male of four in ten women says 30 : 70 of a balanced model.
    assert exact_p([3, 7], [0.3, 0.7]) == pytest.approx(1.0)


def test_rogan_and_gladen_by_hand_and_the_matrix_form_agrees() -> None:
    # Sensitivity 0.9, specificity 0.8, observed 0.41: (0.41 + 0.8 - 1) / 0.7.
    assert corrected_shares([0.41, 0.59], [[0.9, 0.1], [0.2, 0.8]])[0] == pytest.approx(0.3)
    rates = np.array([[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]])
    true = np.array([0.5, 0.2, 0.3])
    assert corrected_shares(true @ rates, rates) == pytest.approx(true)


def test_uncertain_that_strikes_some_of_many_classes_more_is_taken_out() -> None:
    # True 0.5, 0.3, 0.2; a fifth column would be the fourth class, so the fourth of three rows is Uncertain.
    rates = np.array([[0.8, 0.1, 0.05, 0.05], [0.1, 0.5, 0.1, 0.3], [0.0, 0.1, 0.3, 0.6]])
    true = np.array([0.5, 0.3, 0.2])
    decided = (true @ rates)[:3]
    assert corrected_shares(decided, rates) == pytest.approx(true)
    found = corrected_interval(np.rint(decided * 9000), rates, rng=np.random.default_rng(0))
    assert found[:, 0] == pytest.approx(true, abs=0.001)
    assert ((found[:, 1] < true) & (true < found[:, 2])).all()
    with pytest.raises(BadInput, match="decided nothing of a whole class"):
        corrected_shares([1, 1], [[3, 1, 0], [0, 0, 5]])


@pytest.mark.parametrize("labelled", [40, 200])
def test_intervals_of_three_classes_hold_the_truth_in_95_of_100_worlds(labelled: int) -> None:
    rng = np.random.default_rng(labelled)
    rates = np.array([[0.8, 0.1, 0.02, 0.08], [0.1, 0.7, 0.1, 0.1], [0.02, 0.1, 0.68, 0.2]])
    true, held = np.array([0.6, 0.3, 0.1]), np.zeros(3)
    for _ in range(100):
        said = rng.multinomial(800, true @ rates)[:3]
        confusion = np.stack([rng.multinomial(labelled, row) for row in rates]).astype(np.float64)
        found = corrected_interval(said, confusion, rng=rng)
        held += (found[:, 1] <= true) & (true <= found[:, 2])
    assert (held >= 89).all()  # where 95 % is true, 88 or fewer has a chance of 0.4 %


def test_shares_stay_shares_where_chance_carries_them_out() -> None:
    assert corrected_shares([0.02, 0.98], [[0.9, 0.1], [0.1, 0.9]]).tolist() == [0.0, 1.0]
    assert nearest_shares(np.array([1.1, 0.2, -0.3])) == pytest.approx([0.95, 0.05, 0.0])


@pytest.mark.parametrize("confusion", [[[0.5, 0.5], [0.5, 0.5]], [[0.4, 0.6], [0.6, 0.4]], [[1 / 3] * 3] * 3])
def test_a_detector_no_better_than_chance_is_refused(confusion: list[list[float]]) -> None:
    with pytest.raises(BadInput, match="no better than chance"):
        corrected_shares([1] * len(confusion), confusion)


@pytest.mark.parametrize("confusion", [[[1, 0]], [[0.9, 0.3], [0.2, 0.8]], [[3, -1], [0, 4]], [[0, 0], [1, 9]]])
def test_no_confusion_matrix(confusion: list[list[float]]) -> None:
    with pytest.raises(BadInput, match="confusion"):
        confusion_of(confusion)


def test_other_classes_than_the_matrix_has() -> None:
    with pytest.raises(BadInput, match="3 observed shares"):
        corrected_shares([1, 1, 1], [[0.9, 0.1], [0.1, 0.9]])


def test_fewer_labelled_images_make_a_wider_interval_and_exact_rates_the_narrowest() -> None:
    widths = []
    for confusion in ([[0.9, 0.1], [0.1, 0.9]], [[900, 100], [100, 900]], [[45, 5], [5, 45]]):
        value, low, high = corrected_share_interval(0.4, 800, confusion)
        assert value == pytest.approx(0.375)
        assert low < value < high
        widths.append(high - low)
    assert widths == sorted(widths)


def test_the_interval_of_many_classes_agrees_with_that_of_two() -> None:
    confusion = [[90, 10], [15, 85]]
    found = corrected_interval([300, 500], confusion, rng=np.random.default_rng(0))
    assert found[0] == pytest.approx(corrected_share_interval(300 / 800, 800, confusion), abs=0.015)
