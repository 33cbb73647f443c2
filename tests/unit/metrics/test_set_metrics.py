"""Set metrics: protocols, names, influences, warnings and refusals, on cohorts made by hand."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Prompt, Reference, SetScore, Statistics
from paragone.metrics.fidelity import _pairs, kid
from paragone.stats.fidelity import (
    Features,
    cmmd,
    frechet_distance,
    frechet_from_features,
    inception_score,
    kernel_distance,
    precision_recall,
    vendi_score,
)
from paragone.stats.influences import standard_error

REAL_METRICS = ["fid", "fid_infinity", "kid", "cmmd", "precision", "recall", "density", "coverage"]


def cohort(
    rows: Features,
    *,
    missing: int = 0,
    contents: list[str] | None = None,
    side: str = "p",
    **more: npt.NDArray[Any],
) -> Cohort:
    prompts = tuple(
        Prompt(f"{side}{index}", "a cat", reference=Reference(Path("real.png"), contents[index]) if contents else None)
        for index in range(len(rows))
    )
    pixels = {"is_black": more.pop("is_black", np.zeros(len(rows), dtype=object))}
    return Cohort(prompts, {"space": {"vector": rows, **more}, "pixels": pixels}, missing)


def judged(name: str, drawn: Cohort, real: Cohort | None, *, seed: int = 0, **options: Any) -> SetScore:
    metric: SetMetric = make("metrics", name, {"features": "space", **options})
    return metric.judge(drawn, real, np.random.default_rng(seed))


@pytest.fixture
def pair() -> tuple[Features, Features]:
    rng = np.random.default_rng(1)
    return rng.normal(size=(230, 6)).astype(np.float32), (rng.normal(size=(260, 6)) * 1.2 + 0.2).astype(np.float32)


def test_values_are_those_of_the_functions(pair: tuple[Features, Features]) -> None:
    drawn, real = cohort(pair[0]), cohort(pair[1], side="r")
    found = precision_recall(*pair, 5)
    expected = {
        "fid": frechet_from_features(*pair),
        "kid": kernel_distance(*pair),
        "precision": found.precision,
        "recall": found.recall,
        "density": found.density,
        "coverage": found.coverage,
        "vendi": vendi_score(pair[0]),
    }
    for name, value in expected.items():
        assert judged(name, drawn, real).value == pytest.approx(value, rel=1e-9), name
    assert judged("cmmd", drawn, real, protocol="paper").value == pytest.approx(cmmd(*pair), rel=1e-9)


def test_every_score_has_influences_and_says_how_many_images(pair: tuple[Features, Features]) -> None:
    drawn, real = cohort(pair[0], missing=3), cohort(pair[1], side="r")
    for name in [*REAL_METRICS, "vendi"]:
        found = judged(name, drawn, real)
        assert standard_error(found.influences) > 0, name
        assert 1 <= found.degrees < 230
        assert (found.n, found.missing) == (230, 3)
        assert "230 drawn" in found.method
        assert name == "vendi" or "260 real" in found.method


@pytest.mark.parametrize("name", [*REAL_METRICS, "vendi", "inception_score"])
def test_nothing_but_the_images_decides_a_default_number(name: str) -> None:
    rng = np.random.default_rng(4)
    drawn, real = rng.normal(size=(160, 3)), rng.normal(size=(150, 3)) + 0.2
    ours, theirs = cohort(drawn, logits=drawn), cohort(real, side="r", logits=real)
    order = rng.permutation(160)
    turned = Cohort(
        tuple(ours.prompts[place] for place in order),
        {
            "space": {"vector": drawn[order], "logits": drawn[order]},
            "pixels": {"is_black": np.zeros(160, dtype=object)},
        },
    )
    first = judged(name, ours, theirs, seed=0)
    for again in (judged(name, ours, theirs, seed=1), judged(name, turned, theirs, seed=2)):
        assert again.value == pytest.approx(first.value, rel=1e-9)
        assert again.influences.keys() == first.influences.keys()
        for unit, value in first.influences.items():
            assert again.influences[unit] == pytest.approx(value, rel=1e-6, abs=1e-9)


def test_a_real_image_counts_once_however_many_seeds_or_prompts_bring_it(pair: tuple[Features, Features]) -> None:
    drawn, real = pair
    names = [f"image {index}" for index in range(260)]
    once = cohort(real, contents=names)
    by_prompts = cohort(np.concatenate([real, real[:100]]), contents=names + names[:100])
    by_seeds = Cohort(once.prompts * 4, {"space": {"vector": np.tile(real, (4, 1))}})
    nameless = cohort(real)
    by_id = Cohort(nameless.prompts * 4, {"space": {"vector": np.tile(real, (4, 1))}})
    ours = cohort(drawn, side="d")
    for name in REAL_METRICS:
        expected = judged(name, ours, once)
        again = judged(name, ours, by_seeds)
        assert again.value == pytest.approx(expected.value, rel=1e-9), name
        assert again.influences == pytest.approx(expected.influences, rel=1e-6)
        if name != "fid_infinity":  # whose quarters go by the units' names, which are others here
            for other in (by_prompts, by_id):
                assert judged(name, ours, other).value == pytest.approx(expected.value, rel=1e-9), name


def test_all_real_images_are_used_where_there_are_more_than_drawn_ones() -> None:
    rng = np.random.default_rng(0)
    drawn, real = rng.normal(size=(50, 4)), rng.normal(size=(3000, 4)) + 0.3
    found = judged("kid", cohort(drawn), cohort(real, side="r"))
    assert found.value == pytest.approx(kernel_distance(drawn, real), rel=1e-6)


def test_fid_below_the_dimension_warns_and_names_a_better_metric() -> None:
    rng = np.random.default_rng(3)
    found = judged("fid", cohort(rng.normal(size=(20, 30))), cohort(rng.normal(size=(25, 30)), side="r"))
    assert "30 feature dimensions (20 drawn, 25 real)" in found.reason
    assert "kid" in found.reason
    assert "16 groups" in found.method
    assert len(found.influences) == 16


def test_fid_warns_by_the_size_of_its_bias_and_not_at_the_dimension() -> None:
    rng = np.random.default_rng(3)
    few = judged("fid", cohort(rng.normal(size=(70, 64))), cohort(rng.normal(size=(70, 64)), side="r"))
    assert few.value is not None
    assert few.value > 15  # 0 in truth
    assert re.search(r"at least 1\d, [5-9]\d% of it, is bias of this n", few.reason)
    far = judged("fid", cohort(rng.normal(size=(4000, 2))), cohort(rng.normal(size=(4000, 2)) + 3, side="r"))
    assert "is bias" not in far.reason
    assert "expected at this n" in far.reason


def test_a_constant_feature_changes_nothing_of_how_fid_is_made() -> None:
    rng = np.random.default_rng(3)
    rows, real = rng.normal(size=(60, 3)), rng.normal(size=(60, 3)) + 1
    plain = judged("fid", cohort(rows), cohort(real, side="r"))
    padded = [np.column_stack([part, np.full(60, value)]) for part, value in ((rows, 1.0), (real, 3.0))]
    found = judged("fid", cohort(padded[0]), cohort(padded[1], side="r"))
    assert plain.value is not None
    assert found.value == pytest.approx(plain.value + 4)  # a gap of 2, squared
    assert found.influences == pytest.approx(plain.influences)
    assert "singular" not in found.reason


def test_fid_to_statistics_counts_the_real_side_as_exact(pair: tuple[Features, Features]) -> None:
    mean, covariance = np.array([0.1] * 6), 1.3 * np.eye(6)
    known = Cohort((), {}, statistics=Statistics(mean, covariance, 5000))
    drawn = cohort(pair[0])
    found = judged("fid", drawn, known)
    ours = pair[0].astype(np.float64)
    assert found.value == pytest.approx(
        frechet_distance(ours.mean(axis=0), np.cov(ours, rowvar=False), mean, covariance), rel=1e-9
    )
    assert set(found.influences) == {f"p{index}" for index in range(230)}
    assert "counts as exact" in found.reason
    assert "5000 real" in found.method
    assert "needs its images" in judged("kid", drawn, known).reason
    other = Cohort((), {}, statistics=Statistics(np.zeros(3), np.eye(3)))
    assert "statistics of 3" in judged("fid", drawn, other).reason


def test_the_spread_of_the_thesis_is_no_interval(pair: tuple[Features, Features]) -> None:
    drawn, real = pair[0][:50], pair[1]
    found = judged("fid", cohort(drawn), cohort(real, side="r"), protocol="thesis")
    rng = np.random.default_rng(0)
    values = [frechet_from_features(drawn, real[np.sort(rng.permutation(260)[:50])]) for _ in range(10)]
    assert found.value == pytest.approx(np.mean(values))
    assert found.spread == pytest.approx(np.std(values, ddof=1))
    assert not found.influences
    assert "standard deviation, no interval" in found.method


@pytest.mark.parametrize("name", ["fid", "kid"])
def test_the_thesis_says_why_equal_samples_have_no_deviation(name: str, pair: tuple[Features, Features]) -> None:
    found = judged(name, cohort(pair[1]), cohort(pair[0], side="r"), protocol="thesis")
    assert found.spread is None
    assert "every sample of the 230 real images is all of them" in found.reason


def test_heim_leaves_out_black_drawings(pair: tuple[Features, Features]) -> None:
    drawn, real = pair
    black = np.zeros(len(drawn), dtype=object)
    black[:7] = True
    given = cohort(drawn, is_black=black), cohort(real, side="r")
    assert judged("fid", *given, protocol="heim").value == pytest.approx(frechet_from_features(drawn[7:], real))
    assert judged("fid", *given).value == pytest.approx(frechet_from_features(drawn, real))


def test_tise_drops_the_last_incomplete_batch(pair: tuple[Features, Features]) -> None:
    found = judged("fid", cohort(pair[0]), cohort(pair[1], side="r"), protocol="tise")
    assert found.value == pytest.approx(frechet_from_features(pair[0][:200], pair[1]))


def test_kid_of_heim_needs_a_thousand_images_and_does_not_depend_on_chance(
    pair: tuple[Features, Features], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kid, "HEIM_SUBSETS", 3)  # of 100, which take a while
    found = judged("kid", cohort(pair[0]), cohort(pair[1], side="r"), protocol="heim")
    assert found.value is None
    assert "below 1000 images" in found.reason
    rng = np.random.default_rng(0)
    enough = cohort(rng.normal(size=(1010, 3))), cohort(rng.normal(size=(1020, 3)), side="r")
    first, second = (judged("kid", *enough, seed=seed, protocol="heim") for seed in (0, 1))
    assert first.value == second.value
    assert first.value != judged("kid", *enough).value


def test_kid_over_blocks_has_a_block_as_its_unit(pair: tuple[Features, Features]) -> None:
    found = judged("kid", cohort(pair[0]), cohort(pair[1], side="r"), protocol="blocks")
    assert next(iter(found.influences)) == "block 1 of 10"
    assert found.value is not None
    assert abs(found.value - kernel_distance(*pair)) < 4 * standard_error(found.influences)


@pytest.mark.parametrize("size", [230, 2100])
def test_kernel_and_neighbour_metrics_of_many_images_share_one_pass(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    drawn, real = rng.normal(size=(size, 4)).astype(np.float32), rng.normal(size=(size, 4)).astype(np.float32)
    calls: list[str] = []
    for name in ("screened", "precision_recall", "kernel_sums"):
        own = getattr(_pairs, name)

        def counted(*given: Any, name: str = name, own: Any = own, **more: Any) -> Any:
            calls.append(name)
            return own(*given, **more)

        monkeypatch.setattr(_pairs, name, counted)
    _pairs.forget()
    for name in ("kid", "precision", "recall", "cmmd", "density", "coverage"):
        judged(name, cohort(drawn.copy()), cohort(real.copy(), side="r"))
    assert calls == (["screened"] if size > 2048 else ["kernel_sums", "kernel_sums", "precision_recall"])
    judged("precision", cohort(drawn + 1), cohort(real, side="r"))
    assert len(calls) > 1


def test_fid_infinity_is_free_of_the_bias_of_both_sides() -> None:
    rng = np.random.default_rng(0)
    plain: list[float] = []
    free: list[float] = []
    for _ in range(20):
        ours, theirs = cohort(rng.normal(size=(120, 20))), cohort(rng.normal(size=(100, 20)), side="r")
        for values, name in ((plain, "fid"), (free, "fid_infinity")):
            value = judged(name, ours, theirs).value
            assert value is not None
            values.append(value)
    assert np.mean(plain) > 1.5  # 0 in truth
    assert abs(np.mean(free)) < 3 * np.std(free) / np.sqrt(20) < 0.2


def test_fid_infinity_refuses_where_half_the_images_are_no_more_than_the_dimensions() -> None:
    rng = np.random.default_rng(0)
    found = judged("fid_infinity", cohort(rng.normal(size=(59, 30))), cohort(rng.normal(size=(200, 30)), side="r"))
    assert found.value is None
    assert "no more than the 30 dimensions" in found.reason
    assert "kid" in found.reason


def test_chong_and_forsyths_line_extrapolates_the_drawn_side_alone() -> None:
    rng = np.random.default_rng(0)
    ours, theirs = cohort(rng.normal(size=(3000, 8))), cohort(rng.normal(size=(60, 8)), side="r")
    line, both = (judged("fid_infinity", ours, theirs, protocol=name) for name in ("paper", "strict"))
    assert line.value is not None
    assert both.value is not None
    assert line.value > 0.3 > abs(both.value)  # the bias of 60 real images stays in the one
    assert "line over sizes" in line.influences


def test_a_share_of_one_still_has_an_error() -> None:
    rows = np.random.default_rng(0).normal(size=(100, 3))
    found = judged("precision", cohort(rows), cohort(rows, side="r"))
    assert found.value == 1.0
    assert 0.005 < standard_error(found.influences) < 0.03
    other = judged("precision", cohort(rows + 1e-9), cohort(rows, side="r"))
    apart = {unit for unit in found.influences if unit not in other.influences}
    assert [unit.startswith("unseen in ") for unit in apart] == [True]  # two models do not share that chance


def test_a_part_annotator_gives_a_row_per_part() -> None:
    rng = np.random.default_rng(0)
    crops = [rng.normal(size=(count, 3)) for count in (2, 0, 4, 3)]
    ragged = np.zeros(4, dtype=object)
    ragged[:] = [crop.ravel() for crop in crops]
    whole = np.concatenate(crops)
    drawn = cohort(ragged, parts=np.array([2, 0, 4, 3], dtype=object))
    real = cohort(rng.normal(size=(20, 3)), side="r")
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
    found = judged(name, few, cohort(np.random.default_rng(0).normal(size=(9, 2)), side="r"))
    assert found.value is None
    assert "1 drawn and 9 real" in found.reason


def test_names_say_the_features_and_what_is_not_the_default() -> None:
    assert make("metrics", "fid", {}).name == "fid(inception_fid)"
    assert make("metrics", "sfid", {}).name == "fid(inception_spatial)"
    assert make("metrics", "precision", {"features": "dinov2", "k": 3}).name == "precision(dinov2, k=3)"
    assert make("metrics", "kid", {"protocol": "blocks"}).name == "kid(inception_fid, blocks)"
    assert make("metrics", "inception_score", {"temperature": 0.9, "protocol": "tise"}).name == (
        "inception_score(mobilenet_v2, temperature=0.9, tise)"
    )


def test_how_images_were_resized_is_part_of_the_name() -> None:
    ways = ("inception_fid", "inception_clean_fid", "inception_torch_fidelity")
    names = {make("metrics", "fid", {"features": way}).name for way in ways}
    assert names == {f"fid({make('annotators', way, {}).name})" for way in ways}
    assert len(names) == 3


def test_every_set_metric_declares_itself_and_has_a_title() -> None:
    for name in [*REAL_METRICS, "vendi", "inception_score"]:
        metric = make("metrics", name, {})
        assert SetMetric in type(metric).__mro__
        assert (metric.kind, metric.binary, metric.title != "") == ("set", False, True)
        assert metric.needs_real == (name in REAL_METRICS)
        assert metric.takes_statistics == (name == "fid")


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
    found = judged("fid", cohort(rows, is_sure=unsure), cohort(rows, is_sure=unsure, side="r"))
    assert found.value == pytest.approx(frechet_from_features(rows, rows[10:]), rel=1e-9)
