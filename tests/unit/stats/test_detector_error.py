"""A detector's error taken out of a share: matrices of counts and of rates, and the interval worked step by step."""

import math

import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.stats.bias.correction import corrected_share_interval
from paragone.stats.bias.uncertain import share_of_all, slopes, with_uncertain


def test_rates_with_uncertain_last_are_taken_as_exact_and_counts_as_labelled() -> None:
    rates = with_uncertain([[0.72, 0.08, 0.2], [0.1, 0.9, 0.0]])
    assert rates.labelled is None
    assert rates.decided.labelled is None
    assert rates.decision_rate.tolist() == pytest.approx([0.8, 1.0])
    assert rates.decided.rates.tolist() == [pytest.approx([0.9, 0.1]), pytest.approx([0.1, 0.9])]
    counts = with_uncertain([[72, 8, 20], [10, 90, 0]])
    assert counts.labelled is not None
    assert counts.labelled.tolist() == [100, 100]
    assert counts.decided.labelled is not None
    assert counts.decided.labelled.tolist() == [80, 100]  # those that were decided
    assert counts.decision_rate.tolist() == pytest.approx(rates.decision_rate.tolist())


def test_a_detector_that_is_always_right_may_be_given_as_ones_and_zeros() -> None:
    assert with_uncertain([[1, 0, 0], [0, 1, 0]]).labelled is None  # rates: one thing a class tells nothing


@pytest.mark.parametrize(
    ("matrix", "said"),
    [
        ([[0.9, 0.9, 0.2], [0.1, 1.8, 0.1]], "add up to"),
        ([[0.5, 0.1, 0.1], [0.1, 0.5, 0.1]], "add up to"),
        ([[0, 0, 5], [1, 4, 0]], "decided nothing"),
        ([[1, 2, 3]], "two rows"),
        ([[1, 2, -3], [1, 2, 3]], "two rows"),
        ([[1, 2, 3], [1, 2]], "unlike length"),
    ],
)
def test_a_matrix_that_cannot_be_one_is_refused(matrix: list[list[float]], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        with_uncertain(matrix)


def test_slopes_are_the_derivatives_of_the_share_of_all() -> None:
    found = with_uncertain([[72, 8, 20], [10, 30, 10]])
    own, others = slopes(0.3, found)
    step, rate = 1e-6, found.decision_rate
    assert own == pytest.approx((share_of_all(0.3 + step, rate) - share_of_all(0.3 - step, rate)) / (2 * step))
    for place, many, name in ((0, 100, "told of women"), (1, 50, "told of men")):
        moved = [rate + side * step * np.eye(2)[place] for side in (1, -1)]
        derivative = (share_of_all(0.3, moved[0]) - share_of_all(0.3, moved[1])) / (2 * step)
        soft = (rate[place] * many + 1) / (many + 2)  # Agresti and Coull's two more
        assert others[name] == pytest.approx(derivative * math.sqrt(soft * (1 - soft) / (many + 2)))


def test_langs_interval_is_that_of_the_paper_step_by_step() -> None:
    # 40 of 100 images; 45 of 50 and 32 of 40 labelled ones were right (Lang and Reiczigel 2014, section 2.2).
    value, low, high = corrected_share_interval(0.4, 100, [[45, 5], [8, 32]])
    z = 1.959963984540054
    n, p = 100 + z**2, (40 + z**2 / 2) / (100 + z**2)
    sensitivity, specificity = 46 / 52, 33 / 42
    youden = sensitivity + specificity - 1
    share = (p + specificity - 1) / youden
    shift = (
        2 * z**2 * (share * sensitivity * (1 - sensitivity) / 52 - (1 - share) * specificity * (1 - specificity) / 42)
    )
    variance = p * (1 - p) / n + sensitivity * (1 - sensitivity) / 52 * share**2
    variance += specificity * (1 - specificity) / 42 * (1 - share) ** 2
    width = z * math.sqrt(variance / youden**2)
    assert value == pytest.approx((0.4 + 0.8 - 1) / (0.9 + 0.8 - 1))  # Rogan and Gladen
    assert [low, high] == pytest.approx([share + shift - width, share + shift + width])
