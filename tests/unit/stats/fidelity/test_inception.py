"""The Inception Score, its splits, and temperature calibration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.errors import BadInput
from paragone.stats.fidelity import (
    expected_calibration_error,
    fit_temperature,
    inception_score,
    negative_log_likelihood,
)


def test_uniform_predictions_score_one() -> None:
    assert inception_score(np.zeros((20, 7))).mean == pytest.approx(1.0)


def test_two_half_certain_images_by_hand() -> None:
    # p = (.8, .2) and (.2, .8), marginal .5: KL = .8 log 1.6 + .2 log .4
    logits = np.log(np.array([[0.8, 0.2], [0.2, 0.8]]))
    assert inception_score(logits, 1).mean == pytest.approx(np.exp(0.8 * np.log(1.6) + 0.2 * np.log(0.4)))


def test_a_temperature_divides_the_logits() -> None:
    logits = np.random.default_rng(0).normal(size=(40, 5))
    assert inception_score(logits, 4, 0.5).parts == pytest.approx(inception_score(2 * logits, 4).parts)


def test_even_splits_keep_every_image_and_floor_splits_drop_the_rest() -> None:
    logits = np.zeros((23, 2))
    logits[-1] = [50.0, -50.0]  # the last image decides whether the last part is above 1
    assert inception_score(logits, 10, rule="even").parts[-1] > 1.1
    assert inception_score(logits, 10, rule="floor").parts[-1] == pytest.approx(1.0)


@given(st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_the_score_lies_between_one_and_the_classes_and_ignores_order(seed: int) -> None:
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=(30, 6)) * rng.uniform(0, 200)
    score = inception_score(logits, 1).mean
    assert 1 - 1e-12 <= score <= 6 + 1e-12
    assert inception_score(logits, 1, order=rng.permutation(30)).mean == pytest.approx(score)


def test_the_fitted_temperature_undoes_a_known_one() -> None:
    rng = np.random.default_rng(0)
    logits = rng.normal(size=(20_000, 8)) * 2
    p = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    labels = (p.cumsum(axis=1) > rng.uniform(size=(len(p), 1))).argmax(axis=1)
    assert fit_temperature(logits * 2.17, labels) == pytest.approx(2.17, rel=0.03)


def test_flat_logits_leave_the_temperature_as_it_is() -> None:
    assert fit_temperature(np.full((5, 3), 2.0), np.array([0, 1, 2, 0, 1])) == 1.0
    certain = np.array([[9.0, 0.0], [0.0, 9.0]])
    assert fit_temperature(certain, np.array([0, 1])) == 0.001


def test_influences_are_what_the_score_was_without_each_image() -> None:
    logits = np.random.default_rng(0).normal(size=(12, 4)) * 2
    found = inception_score(logits, 2, order=np.arange(12)[::-1])
    part = logits[[11, 10, 9, 8, 7, 6]]
    for place in range(6):
        without = inception_score(np.delete(part, place, axis=0), 1).mean
        assert found.influence[11 - place] == pytest.approx(5 * (found.parts[0] - without))


def test_the_fitted_temperature_is_a_minimum() -> None:
    rng = np.random.default_rng(1)
    logits, labels = rng.normal(size=(200, 4)), rng.integers(0, 4, size=200)
    scaled = logits + 2 * np.eye(4)[labels] * (rng.uniform(size=(200, 1)) > 0.3)
    best = fit_temperature(scaled, labels)
    here = negative_log_likelihood(scaled / best, labels)
    assert all(here <= negative_log_likelihood(scaled / (best * step), labels) for step in (0.9, 0.999, 1.001, 1.1))


def test_calibration_error_by_hand_with_its_diagram() -> None:
    # Confidences .9, .9, .6, .6; right, wrong, right, right: |.5 - .9| / 2 + |1 - .6| / 2 = .4
    logits = np.log(np.array([[0.9, 0.1], [0.9, 0.1], [0.6, 0.4], [0.6, 0.4]]))
    found = expected_calibration_error(logits, np.array([0, 1, 0, 0]))
    assert found.error == pytest.approx(0.4)
    assert len(found.bins) == 15
    filled = [bar for bar in found.bins if bar.count]
    assert [bar.count for bar in filled] == [2, 2]
    assert [bar.confidence for bar in filled] == pytest.approx([0.6, 0.9])
    assert [bar.accuracy for bar in filled] == [1.0, 0.5]
    assert all(bar.accuracy is None for bar in found.bins if not bar.count)


def test_scaling_by_the_fitted_temperature_lowers_the_calibration_error() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 5, size=4000)
    logits = 6 * (np.eye(5)[labels] * 0.5 + rng.normal(size=(4000, 5)))
    best = fit_temperature(logits, labels)
    before = expected_calibration_error(logits, labels).error
    assert expected_calibration_error(logits, labels, temperature=best).error < before / 5


def test_bad_options_are_told_in_one_line() -> None:
    with pytest.raises(BadInput, match="3 images cannot be split into 10"):
        inception_score(np.zeros((3, 2)))
    with pytest.raises(BadInput, match="temperature"):
        inception_score(np.zeros((30, 2)), 10, 0.0)
    with pytest.raises(BadInput, match="labels run from 0 to 2"):
        fit_temperature(np.zeros((3, 2)), np.array([0, 1, 2]))
