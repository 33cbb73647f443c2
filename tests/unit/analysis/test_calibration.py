import numpy as np
import pytest

from paragone.analysis.calibration import fitted
from paragone.report.site.reliability import picture_of
from paragone.stats.fidelity import inception_score
from paragone.stats.fidelity.calibration import fit_by_lbfgs, fit_temperature, temperature_interval


def planted(count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Logits that are right: the labels are drawn from their softmax."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(scale=2.0, size=(count, 10))
    return logits, (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)


@pytest.mark.parametrize("factor", [0.3, 1.0, 3.0])
def test_the_temperature_of_a_planted_classifier_is_found_by_both_ways(factor: float) -> None:
    logits, labels = planted(3000)
    found = fitted("planted", logits * factor, labels)
    assert found.low < factor < found.high
    assert found.by_lbfgs == pytest.approx(found.temperature, rel=1e-4)
    assert found.after.error < 0.03
    assert found.loss_after <= found.loss_before


def test_the_interval_is_the_standard_error_of_one_weight_in_a_logistic_model() -> None:
    # Two classes, logits (z, 0), T = 1/s: the fit is a logistic regression through the origin with the weight s.
    rng = np.random.default_rng(1)
    z = rng.normal(size=5000)
    labels = (rng.random(5000) > 1 / (1 + np.exp(-1.5 * z))).astype(np.int64)
    logits = np.column_stack([z, np.zeros(5000)])
    s = 1 / fit_temperature(logits, labels)
    p = 1 / (1 + np.exp(-s * z))
    error = 1 / (s * np.sqrt((z**2 * p * (1 - p)).sum()))  # of log s, by Fisher's information
    low, high = temperature_interval(logits, labels)
    assert np.log(high / low) / 2 == pytest.approx(1.96 * error, rel=0.05)


def test_sharpening_inflates_is_and_leaves_is_star_as_it_is() -> None:
    logits, labels = planted(2000)
    drawn, _ = planted(1000, seed=1)
    plain = [inception_score(drawn * factor).mean for factor in (1.0, 4.0)]
    starred = [inception_score(drawn * f, temperature=fit_temperature(logits * f, labels)).mean for f in (1.0, 4.0)]
    assert plain[1] > 2 * plain[0]
    assert starred[1] == pytest.approx(starred[0], rel=1e-6)


def test_lbfgs_goes_down_where_there_is_no_least_point() -> None:
    assert fit_by_lbfgs(np.array([[3.0, 0.0]] * 3), np.array([0, 0, 0])) < 1.0
    assert temperature_interval(np.array([[3.0, 0.0]] * 3), np.array([0, 0, 0])) == (1e-3, 1e3)


def test_the_picture_has_a_bar_for_each_bin_with_images() -> None:
    found = fitted("planted", *planted(500))
    drawn = picture_of(found)
    there = sum(bar.count > 0 for one in (found.before, found.after) for bar in one.bins)
    assert drawn.count('class="was"') == drawn.count('class="gap"') == there
