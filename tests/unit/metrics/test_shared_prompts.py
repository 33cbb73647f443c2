"""Prompts are the unit of chance: what shares one is not independent, within a side, between sides and models."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Prompt, Reference, SetScore
from paragone.stats.fidelity import Features, kernel_distance
from paragone.stats.influences import Influenced, difference_of, interval_of, standard_error

COPIES = 4
METRICS = ["fid", "fid_infinity", "kid", "cmmd", "precision", "density", "vendi", "inception_score"]


def cohort(rows: Features, names: list[str]) -> Cohort:
    facts = {"space": {"vector": rows, "logits": rows}}
    return Cohort(tuple(Prompt(name, "a cat") for name in names), facts)


def judged(name: str, drawn: Cohort, real: Cohort, **options: Any) -> SetScore:
    metric: SetMetric = make("metrics", name, {"features": "space", **options})
    return metric.judge(drawn, real, np.random.default_rng(0))


def influenced(score: SetScore) -> Influenced:
    assert score.value is not None
    return Influenced(score.value, score.influences, score.degrees, score.n)


def named(side: str, count: int, times: int = 1) -> list[str]:
    return [f"{side}{index // times}" for index in range(count * times)]


@pytest.fixture(scope="module")
def sets() -> tuple[Features, Features]:
    rng = np.random.default_rng(5)
    once = rng.normal(size=(150, 4))
    nearly = np.repeat(once, COPIES, axis=0) + 0.01 * rng.normal(size=(150 * COPIES, 4))
    return nearly, rng.normal(size=(600, 4)) * 1.2 + 0.2


@pytest.mark.parametrize("name", METRICS)
def test_four_almost_equal_images_of_a_prompt_count_as_about_one(name: str, sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    others = cohort(real, named("r", 600))
    apart = judged(name, cohort(drawn, named("p", 600)), others)
    shared = judged(name, cohort(drawn, named("p", 150, COPIES)), others)
    assert "of 150 prompts" in shared.method
    # Four copies hold a quarter of the information: the drawn side's error doubles, the real side's stays.
    ratio = standard_error(shared.influences) / standard_error(apart.influences)
    assert 1.1 < ratio < 4


@pytest.mark.parametrize("name", METRICS)
def test_one_prompt_alone_gives_a_reason_instead_of_an_interval(name: str, sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    found = judged(name, cohort(drawn, ["only"] * len(drawn)), cohort(real, named("r", 600)))
    assert not found.influences
    assert "interval" in found.reason or found.value is None


def truth_is_zero(rng: np.random.Generator, *, prompts: int = 100, times: int = 4) -> tuple[Cohort, Cohort]:
    """Drawings and real images of one distribution, on the same prompts, whose effect is most of what is seen."""
    effects = rng.normal(size=(prompts, 4))
    drawn = 0.9 * np.repeat(effects, times, axis=0) + 0.44 * rng.normal(size=(prompts * times, 4))
    real = 0.9 * effects + 0.44 * rng.normal(size=(prompts, 4))
    return cohort(drawn, named("p", prompts, times)), cohort(real, named("p", prompts))


@pytest.mark.parametrize("name", ["kid", "cmmd"])
def test_kernel_distances_of_equal_distributions_are_zero_on_average_and_their_intervals_hold_zero(name: str) -> None:
    rng = np.random.default_rng(8)
    scores = [judged(name, *truth_is_zero(rng, prompts=40)) for _ in range(80)]
    values = np.array([score.value for score in scores], dtype=np.float64)
    assert abs(values.mean()) < 3 * values.std() / np.sqrt(len(values))
    ends = [
        interval_of(Influenced(score.value or 0.0, score.influences, score.degrees), level=0.95) for score in scores
    ]
    held = sum(low <= 0 <= high for low, high in ends)
    assert held >= 71  # 76 are expected, give or take 2


def test_kid_leaves_out_pairs_of_one_prompt_within_and_across_the_sides() -> None:
    # One feature, k = (xy + 1)^3. Prompt p: drawn 1 and 2, real 1; prompt q: drawn 0, real 3.
    drawn = cohort(np.array([[1.0], [2.0], [0.0]]), ["p", "p", "q"])
    real = cohort(np.array([[1.0], [3.0]]), ["p", "q"])
    # Within drawn: pairs (1, 0), (2, 0): 1. Within real: (1, 3): 64. Across: (1, 3) 64, (2, 3) 343, (0, 1) 1: mean 136.
    assert judged("kid", drawn, real).value == pytest.approx(1 + 64 - 2 * 136)


def test_kid_of_images_that_share_nothing_is_the_usual_one(sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    found = judged("kid", cohort(drawn, named("p", 600)), cohort(real, named("r", 600)))
    assert found.value == pytest.approx(kernel_distance(drawn, real), rel=1e-9)


def test_the_pairing_of_both_sides_makes_an_interval_of_fid_narrower_and_right() -> None:
    rng = np.random.default_rng(2)
    paired: list[float] = []
    unpaired: list[float] = []
    values: list[float | None] = []
    for _ in range(60):
        drawn, real = truth_is_zero(rng, prompts=200, times=1)
        moved = Cohort(drawn.prompts, {"space": {"vector": drawn.columns["space"]["vector"] * 1.3 + 0.5}})
        apart = cohort(real.columns["space"]["vector"], named("r", 200))
        for errors, other in ((paired, real), (unpaired, apart)):
            errors.append(standard_error(judged("fid", moved, other).influences))
        values.append(judged("fid", moved, real).value)
    deviation = float(np.std(np.array(values, dtype=np.float64)))
    assert np.mean(paired) == pytest.approx(deviation, rel=0.25)
    assert np.mean(unpaired) > 1.4 * deviation


def test_prompts_that_share_a_real_image_are_one_unit_of_chance() -> None:
    rng = np.random.default_rng(0)
    prompts = tuple(
        Prompt(f"p{index:02}", "x", reference=Reference(Path("r.png"), f"image {index // 2}")) for index in range(40)
    )
    drawn = Cohort(prompts, {"space": {"vector": rng.normal(size=(40, 3))}})
    real = Cohort(prompts, {"space": {"vector": np.repeat(rng.normal(size=(20, 3)), 2, axis=0)}})
    found = judged("kid", drawn, real)
    assert set(found.influences) == {f"p{index:02}" for index in range(0, 40, 2)}
    assert "20 real" in found.method


def test_units_of_the_real_side_have_one_name_though_a_drawing_is_missing() -> None:
    rng = np.random.default_rng(0)
    prompts = tuple(Prompt(f"p{index}", "x", reference=Reference(Path("r.png"), str(index))) for index in range(30))
    real = Cohort(prompts, {"space": {"vector": rng.normal(size=(30, 3))}})
    rows = rng.normal(size=(30, 3))
    whole = judged("fid", Cohort(prompts, {"space": {"vector": rows}}), real)
    lacking = judged("fid", Cohort(prompts[1:], {"space": {"vector": rows[1:]}}, 1), real)
    assert whole.influences.keys() == lacking.influences.keys()


@pytest.mark.parametrize("name", ["fid", "kid", "precision", "vendi", "inception_score"])
def test_a_model_does_not_differ_from_itself(name: str) -> None:
    drawn, real = truth_is_zero(np.random.default_rng(1))
    again = Cohort(drawn.prompts, {"space": {key: rows.copy() for key, rows in drawn.columns["space"].items()}})
    first, second = (influenced(judged(name, one, real)) for one in (drawn, again))
    found = difference_of(first, second, level=0.95)
    assert (found.value, found.low, found.high, found.p_value) == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize("name", ["fid", "kid", "density"])
def test_a_paired_difference_of_equal_models_alarms_about_as_often_as_it_says(name: str) -> None:
    rng = np.random.default_rng(3)
    alarms = 0
    for _ in range(50):
        effects = rng.normal(size=(60, 3))
        real = cohort(effects + 0.5 * rng.normal(size=(60, 3)) + 1, named("p", 60))
        scores = [
            judged(name, cohort(effects + 0.5 * rng.normal(size=(60, 3)), named("p", 60)), real) for _ in range(2)
        ]
        first, second = (Influenced(one.value or 0.0, one.influences, one.degrees, one.n) for one in scores)
        alarms += (difference_of(first, second, level=0.95).p_value or 0.0) <= 0.05
    assert alarms <= 7  # 2.5 are expected, give or take 1.5
