"""The parts that set metrics are made of: features, units of chance, moments, calibration."""

import math

import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.stats.fidelity.calibration import expected_calibration_error, fit_temperature, negative_log_likelihood
from paragone.stats.fidelity.features import Features, as_features, same_dimension, tiles, unit_rows
from paragone.stats.fidelity.inception import inception_score
from paragone.stats.fidelity.moments import Moments
from paragone.stats.fidelity.units import by_unit, count_of, degrees_of, unit_sums, units_of


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (np.zeros(3), "have the shape"),
        (np.zeros((3, 0)), "have the shape"),
        (np.zeros((1, 2)), "has 1 images; give at least 2"),
        (np.array([[1.0, np.nan], [0.0, 0.0]]), "hold NaN or infinite"),
        (np.array([[1.0, np.inf], [0.0, -np.inf]]), "hold NaN or infinite"),
    ],
)
def test_what_are_no_features_is_refused(values: Features, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        as_features(values, "drawn")


def test_features_stay_as_they_are_and_whole_numbers_become_floats() -> None:
    assert as_features(np.zeros((2, 1), np.float32), "drawn").dtype == np.float32
    assert as_features(np.ones((2, 1), np.int64), "drawn").dtype == np.float64
    assert as_features(np.zeros((1, 1)), "drawn", least=1).shape == (1, 1)
    with pytest.raises(BadInput, match="2 and 3 dimensions"):
        same_dimension(np.zeros((1, 2)), np.zeros((1, 3)))
    same_dimension(np.zeros((1, 2)), np.zeros((4, 2)))


def test_rows_of_length_one_and_tiles_that_cover() -> None:
    assert unit_rows(np.array([[0.0, 2.0], [0.0, 0.0]])).tolist() == [[0.0, 1.0], [0.0, 0.0]]
    assert tiles(0) == []
    assert [(part.start, part.stop) for part in tiles(4, 2)] == [(0, 2), (2, 4)]


def test_units_are_numbered_and_counted_over_both_sides() -> None:
    units = units_of("abca")
    assert units.tolist() == [0, 1, 2, 0]
    assert count_of((units, np.array([4]))) == 5
    assert count_of((np.zeros(0, np.intp), np.zeros(0, np.intp))) == 0


def test_influences_of_one_unit_are_summed() -> None:
    # Values 1, 2 of unit 0 and 6 of unit 1: centred -2, -1, 3; sums -3, 3; times sqrt(2 / 1) / 3.
    found = by_unit(np.array([1.0, 2.0, 6.0]), np.array([0, 0, 1]), 3)
    assert found == pytest.approx(np.array([-3.0, 3.0, 0.0]) * math.sqrt(2) / 3)
    assert np.isnan(by_unit(np.array([1.0, 2.0]), np.array([0, 0]), 2)).all()
    assert unit_sums(np.array([[1.0, 1.0], [2.0, 0.0]]), np.array([1, 1]), 2).tolist() == [[0.0, 0.0], [3.0, 1.0]]


def test_degrees_of_freedom_fall_where_one_unit_has_all_the_influence() -> None:
    # Squares 16, 0, 0, 0, 0: total 16, spread 256 - 256/5 = 204.8: 2 * 256 / 204.8 = 2.5.
    assert degrees_of(np.array([4.0, 0.0, 0.0, 0.0, 0.0]), 5) == pytest.approx(2.5)
    assert degrees_of(np.array([1.0, -1.0, np.nan]), 3) == 2
    assert degrees_of(np.zeros(0), 1) == 1
    assert degrees_of(np.array([1.0, 0.9, 1.1]), 3) == 2  # never more than units - 1


def test_moments_merge_and_part_as_if_they_had_been_one() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(30, 3))
    whole, first, second = Moments.of(rows), Moments.of(rows[:20]), Moments.of(rows[20:])
    for found in (first + second, Moments.empty(3) + whole):
        assert found.count == 30
        assert found.mean == pytest.approx(rows.mean(axis=0))
        assert found.covariance == pytest.approx(np.cov(rows.T))
    rest = whole - second
    assert rest.count == 20
    assert rest.mean == pytest.approx(rows[:20].mean(axis=0))
    assert rest.covariance == pytest.approx(np.cov(rows[:20].T))
    assert (Moments.empty(3) + Moments.empty(3)).count == 0
    with pytest.raises(BadInput, match="cannot merge moments of 3 and 2"):
        whole + Moments.empty(2)


def test_moments_of_many_rows_are_those_of_their_tiles() -> None:
    rows = np.arange(6000, dtype=np.float32).reshape(3000, 2)
    assert Moments.of(rows).mean == pytest.approx([2999.0, 3000.0])


def test_a_temperature_is_found_between_its_ends() -> None:
    assert fit_temperature(np.zeros((3, 2)), np.array([0, 1, 0])) == 1.0
    assert fit_temperature(np.array([[3.0, 0.0]] * 3), np.array([0, 0, 0])) == 1e-3
    assert fit_temperature(np.array([[3.0, 0.0]] * 3), np.array([1, 1, 1])) == 1e3
    assert negative_log_likelihood(np.array([[0.0, math.log(3)]]), np.array([1])) == pytest.approx(-math.log(0.75))


def test_calibration_has_bars_closed_above() -> None:
    logits = np.log(np.array([[0.8, 0.2], [0.6, 0.4], [0.6, 0.4], [0.5, 0.5]]))
    found = expected_calibration_error(logits, np.array([0, 0, 1, 0]), bins=2)
    # 0.5 is in the lower half, with all right: |1 - 0.5| / 4; of the others 2 of 3 are right and they say 2 / 3.
    assert [bar.count for bar in found.bins] == [1, 3]
    assert [(bar.low, bar.high) for bar in found.bins] == [(0.0, 0.5), (0.5, 1.0)]
    assert found.bins[1].confidence == pytest.approx(2 / 3)
    assert found.bins[1].accuracy == pytest.approx(2 / 3)
    assert found.error == pytest.approx(0.125)
    empty = expected_calibration_error(logits, np.array([0, 0, 1, 0])).bins[0]
    assert (empty.count, empty.confidence, empty.accuracy) == (0, None, None)
    assert len(expected_calibration_error(logits, np.array([0, 0, 1, 0])).bins) == 15
    cold = expected_calibration_error(logits, np.array([0, 0, 1, 0]), bins=1, temperature=1e-3)
    assert cold.bins[0].confidence == pytest.approx((3 + 0.5) / 4)


@pytest.mark.parametrize(
    ("labels", "said"),
    [([0], "labels of the shape"), ([0, 2], "labels run from 0 to 2; 2 classes are 0 to 1"), ([-1, 0], "run from -1")],
)
def test_labels_that_do_not_fit_are_refused(labels: list[int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        negative_log_likelihood(np.zeros((2, 2)), np.array(labels))
    with pytest.raises(BadInput, match="0 bins were asked for"):
        expected_calibration_error(np.zeros((1, 2)), np.array([0]), bins=0)


def test_one_image_has_an_inception_score_of_one() -> None:
    assert inception_score(np.array([[1.0, 2.0]]), 1).mean == pytest.approx(1.0)
