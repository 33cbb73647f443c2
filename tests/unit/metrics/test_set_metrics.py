"""Set metrics: protocols, names, intervals, warnings and refusals, on cohorts made by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Estimate, Prompt, Reference
from paragone.metrics.fidelity import _neighbourhoods
from paragone.stats.fidelity import (
    Features,
    cmmd,
    frechet_from_features,
    inception_score,
    kernel_distance,
    precision_recall,
    vendi_score,
)

REAL_METRICS = ["fid", "fid_infinity", "kid", "cmmd", "precision", "recall", "density", "coverage"]


def cohort(rows: Features, *, missing: int = 0, contents: list[str] | None = None, **more: npt.NDArray[Any]) -> Cohort:
    names = contents or [str(index) for index in range(len(rows))]
    prompts = tuple(
        Prompt(f"p{index}", "a cat", reference=Reference(Path("real.png"), content))
        for index, content in enumerate(names)
    )
    pixels = {"is_black": more.pop("is_black", np.zeros(len(rows), dtype=object))}
    return Cohort(prompts, {"space": {"vector": rows, **more}, "pixels": pixels}, missing)


def judged(name: str, drawn: Cohort, real: Cohort | None, **options: Any) -> Estimate:
    metric: SetMetric = make("metrics", name, {"features": "space", **options})
    return metric.judge(drawn, real, np.random.default_rng(0))


@pytest.fixture
def pair() -> tuple[Features, Features]:
    rng = np.random.default_rng(1)
    return rng.normal(size=(230, 6)).astype(np.float32), (rng.normal(size=(260, 6)) * 1.2 + 0.2).astype(np.float32)


def test_values_are_those_of_the_functions(pair: tuple[Features, Features]) -> None:
    drawn, real = cohort(pair[0]), cohort(pair[1])
    found = precision_recall(*pair, 5)
    expected = {
        "fid": frechet_from_features(*pair),
        "precision": found.precision,
        "recall": found.recall,
        "density": found.density,
        "coverage": found.coverage,
        "vendi": vendi_score(pair[0]),
    }
    for name, value in expected.items():
        assert judged(name, drawn, real).value == pytest.approx(value, rel=1e-9), name
    assert judged("cmmd", drawn, real, protocol="paper").value == pytest.approx(cmmd(*pair), rel=1e-9)


def test_every_interval_holds_its_value_and_says_how_many_images(pair: tuple[Features, Features]) -> None:
    drawn, real = cohort(pair[0], missing=3), cohort(pair[1])
    for name in [*REAL_METRICS, "vendi"]:
        found = judged(name, drawn, real)
        assert found.value is not None
        assert found.low is not None
        assert found.high is not None
        assert found.low < found.value < found.high, name
        assert (found.n, found.missing) == (230, 3)
        assert "230 drawn" in found.method
        assert name == "vendi" or "260 real" in found.method


@pytest.mark.parametrize(
    ("name", "count"), [("fid", 120), ("kid", 600), ("cmmd", 200), ("precision", 120), ("coverage", 120)]
)
def test_intervals_hold_the_expected_value_of_the_metric_about_as_often_as_they_say(name: str, count: int) -> None:
    rng = np.random.default_rng(2)
    found = []
    for _ in range(60):
        drawn, real = rng.normal(size=(count, 3)), rng.normal(size=(count, 3)) * 1.5 + 0.3
        found.append(judged(name, cohort(drawn), cohort(real)))
    middle = np.mean([one.value for one in found if one.value is not None])
    held = [one.low <= middle <= one.high for one in found if one.low is not None and one.high is not None]
    # 95 % of 60 is 57, give or take 1.7.
    assert sum(held) >= 52


def test_fid_below_the_dimension_warns_and_names_a_better_metric() -> None:
    rng = np.random.default_rng(3)
    found = judged("fid", cohort(rng.normal(size=(20, 30))), cohort(rng.normal(size=(25, 30))))
    assert found.value is not None
    assert "30 feature dimensions (20 drawn, 25 real)" in found.reason
    assert "kid" in found.reason
    assert "10 groups" in found.method
    assert found.low is not None
    assert found.low < found.value


def test_a_constant_feature_does_not_stop_fid() -> None:
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(60, 4))
    rows[:, 2] = 1.0
    found = judged("fid", cohort(rows), cohort(rows + np.array([1.0, 0.0, 0.0, 0.0])))
    assert found.value == pytest.approx(1.0)
    assert "jackknife leaving out" in found.method


def test_fid_of_the_thesis_is_a_mean_over_ten_samples_of_the_real_set(pair: tuple[Features, Features]) -> None:
    drawn, real = pair[0][:50], pair[1]
    found = judged("fid", cohort(drawn), cohort(real), protocol="thesis")
    rng = np.random.default_rng(0)
    values = [frechet_from_features(drawn, real[np.sort(rng.permutation(260)[:50])]) for _ in range(10)]
    assert found.value == pytest.approx(np.mean(values))
    assert found.high is not None
    assert found.high - float(np.mean(values)) == pytest.approx(np.std(values, ddof=1))
    assert "standard deviation over 10 samples of 50 real" in found.method


def test_heim_counts_a_real_image_once_and_no_black_drawing(pair: tuple[Features, Features]) -> None:
    drawn, real = pair
    black = np.zeros(len(drawn), dtype=object)
    black[:7] = True
    twice = np.concatenate([real, real[:100]])
    contents = [str(index) for index in [*range(260), *range(100)]]
    found = judged("fid", cohort(drawn, is_black=black), cohort(twice, contents=contents), protocol="heim")
    assert found.value == pytest.approx(frechet_from_features(drawn[7:], real))
    strict = judged("fid", cohort(drawn, is_black=black), cohort(twice, contents=contents))
    assert strict.value == pytest.approx(frechet_from_features(drawn, twice))


def test_tise_drops_the_last_incomplete_batch(pair: tuple[Features, Features]) -> None:
    found = judged("fid", cohort(pair[0]), cohort(pair[1]), protocol="tise")
    assert found.value == pytest.approx(frechet_from_features(pair[0][:200], pair[1]))


def test_kid_of_heim_needs_a_thousand_images(pair: tuple[Features, Features]) -> None:
    found = judged("kid", cohort(pair[0]), cohort(pair[1]), protocol="heim")
    assert found.value is None
    assert "below 1000 images" in found.reason


def test_kid_is_near_the_full_estimate(pair: tuple[Features, Features]) -> None:
    found = judged("kid", cohort(pair[0]), cohort(pair[1]))
    assert found.low is not None
    assert found.high is not None
    assert found.low < kernel_distance(*pair) < found.high


def test_the_four_neighbour_metrics_share_one_computation(
    pair: tuple[Features, Features], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def counted(a: Features, b: Features, k: int) -> Any:
        calls.append(len(a))
        return precision_recall(a, b, k)

    monkeypatch.setattr(_neighbourhoods, "precision_recall", counted)
    monkeypatch.setattr(_neighbourhoods, "_known", type(_neighbourhoods._known)())
    for name in ("precision", "recall", "density", "coverage"):
        judged(name, cohort(pair[0].copy()), cohort(pair[1].copy()))
    assert calls == [230]
    judged("precision", cohort(pair[0] + 1), cohort(pair[1]))
    assert len(calls) == 2


def test_a_part_annotator_gives_a_row_per_part() -> None:
    rng = np.random.default_rng(0)
    crops = [rng.normal(size=(count, 3)) for count in (2, 0, 4, 3)]
    ragged = np.zeros(4, dtype=object)
    ragged[:] = [crop.ravel() for crop in crops]
    whole = np.concatenate(crops)
    drawn = cohort(ragged, parts=np.array([2, 0, 4, 3], dtype=object))
    real = cohort(rng.normal(size=(20, 3)))
    assert judged("fid", drawn, real).value == pytest.approx(
        frechet_from_features(whole, real.columns["space"]["vector"])
    )


def test_inception_score_reads_logits_and_splits_as_the_sources_do() -> None:
    logits = np.random.default_rng(0).normal(size=(205, 8)) * 3
    drawn = cohort(np.zeros((205, 2)), logits=logits)
    for protocol, rule in (("tise", "even"), ("tise_objects", "floor")):
        found = judged("inception_score", drawn, None, protocol=protocol, temperature=0.9)
        assert found.value == pytest.approx(inception_score(logits, 10, 0.9, rule=rule).mean)  # type: ignore[arg-type]
    order = np.random.RandomState(2020).permutation(205)
    assert judged("inception_score", drawn, None, protocol="heim").value == pytest.approx(
        inception_score(logits, order=order).mean
    )


def test_an_annotator_without_logits_is_told() -> None:
    found = judged("inception_score", cohort(np.zeros((30, 2))), None)
    assert found.value is None
    assert "states no 'logits'" in found.reason


@pytest.mark.parametrize("name", REAL_METRICS)
def test_without_a_real_side_or_with_too_few_images_there_is_no_value(name: str) -> None:
    few = cohort(np.zeros((1, 2)))
    assert "no real images" in judged(name, few, None).reason
    found = judged(name, few, cohort(np.zeros((9, 2))))
    assert found.value is None
    assert "1 drawn and 9 real" in found.reason


def test_names_say_the_features_and_what_is_not_the_default() -> None:
    assert make("metrics", "fid", {}).name == "fid(inception_fid)"
    assert make("metrics", "sfid", {}).name == "fid(inception_spatial)"
    assert make("metrics", "precision", {"features": "dinov2", "k": 3}).name == "precision(dinov2, k=3)"
    assert make("metrics", "inception_score", {"temperature": 0.9, "protocol": "tise"}).name == (
        "inception_score(mobilenet_v2, temperature=0.9, tise)"
    )


def test_an_unknown_protocol_is_answered_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="did you mean heim"):
        make("metrics", "fid", {"protocol": "hiem"})


def test_a_column_of_an_annotator_may_be_chosen_and_images_without_the_part_give_no_row() -> None:
    rng = np.random.default_rng(0)
    eyes = np.zeros(40, dtype=object)
    eyes[:] = [rng.normal(size=3) if index % 2 else None for index in range(40)]
    drawn, real = (cohort(np.zeros((40, 1)), eyes=eyes) for _ in range(2))
    found = judged("fid", drawn, real, features="space.eyes")
    assert found.value == pytest.approx(0.0, abs=1e-6)
    assert found.n == 20
    assert "20 drawn (crops of 40 images)" in found.method
    assert make("metrics", "eye_fid", {}).name == "fid(faces_mtcnn_crops.eyes)"
    assert make("metrics", "eye_fid", {}).needs == ("faces_mtcnn_crops",)


def test_real_parts_that_the_detector_is_unsure_of_are_left_out_and_drawn_ones_are_not() -> None:
    rows, unsure = np.random.default_rng(0).normal(size=(40, 3)), np.array([False] * 10 + [True] * 30, dtype=object)
    found = judged("fid", cohort(rows, is_sure=unsure), cohort(rows, is_sure=unsure))
    assert found.value == pytest.approx(frechet_from_features(rows, rows[10:]), rel=1e-9)
