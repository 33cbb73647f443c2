"""Prompts are the unit of chance: images that share one do not make an interval narrower."""

from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Estimate, Prompt
from paragone.stats.fidelity import Features, cluster_error, kernel_distance

COPIES = 4
METRICS = ["fid", "fid_infinity", "kid", "cmmd", "precision", "coverage", "vendi", "inception_score"]


def cohort(rows: Features, names: list[str]) -> Cohort:
    facts = {"space": {"vector": rows, "logits": rows}}
    return Cohort(tuple(Prompt(name, "a cat") for name in names), facts)


def judged(name: str, drawn: Cohort, real: Cohort, **options: Any) -> Estimate:
    metric: SetMetric = make("metrics", name, {"features": "space", **options})
    return metric.judge(drawn, real, np.random.default_rng(0))


def width(found: Estimate) -> float:
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


@pytest.fixture(scope="module")
def sets() -> tuple[Features, Features]:
    rng = np.random.default_rng(5)
    once = rng.normal(size=(150, 4))
    nearly = np.repeat(once, COPIES, axis=0) + 0.01 * rng.normal(size=(150 * COPIES, 4))
    return nearly, rng.normal(size=(600, 4)) * 1.2 + 0.2


@pytest.mark.parametrize("name", METRICS)
def test_four_almost_equal_images_of_a_prompt_count_as_about_one(name: str, sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    others = cohort(real, [f"r{index}" for index in range(len(real))])
    apart = judged(name, cohort(drawn, [f"p{index}" for index in range(len(drawn))]), others)
    shared = judged(name, cohort(drawn, [f"p{index // COPIES}" for index in range(len(drawn))]), others)
    assert "of 150 prompts" in shared.method
    # Four copies hold a quarter of the information: the drawn side's error doubles, the real side's stays.
    assert 1.15 < width(shared) / width(apart) < 4


@pytest.mark.parametrize("name", METRICS)
def test_one_prompt_alone_gives_a_value_without_an_interval(name: str, sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    others = cohort(real, [f"r{index}" for index in range(len(real))])
    found = judged(name, cohort(drawn, ["only"] * len(drawn)), others)
    assert found.value is not None
    assert found.low is None
    assert "interval" in found.reason


def test_the_error_over_prompts_covers_the_mean_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    clusters = np.repeat(np.arange(60), 5)
    hits = 0
    for _ in range(400):
        values = rng.normal(size=60)[clusters] + 0.3 * rng.normal(size=300)
        hits += abs(values.mean()) < 1.96 * cluster_error(values, clusters)
    assert 0.91 < hits / 400 < 0.98


def test_kid_of_shared_prompts_is_the_unbiased_distance_of_all_images(sets: tuple[Features, Features]) -> None:
    drawn, real = sets
    found = judged(
        "kid", cohort(drawn, [str(index // COPIES) for index in range(600)]), cohort(real, list(map(str, range(600))))
    )
    assert found.value == pytest.approx(kernel_distance(drawn, real), rel=1e-9)
