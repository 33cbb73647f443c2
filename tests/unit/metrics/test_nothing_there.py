"""Where there is nothing to judge, a metric says so: no value, no images, and the reason in words."""

from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Prompt, Sample, Score, SetScore, View

SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
OF_SETS = ["fid", "fid_infinity", "kid", "cmmd", "precision", "recall", "density", "coverage"]


def without_vectors(name: str) -> Cohort:
    empty = np.array([None] * 6, dtype=object)
    prompts = tuple(Prompt(f"{name}{n}", "x") for n in range(6))
    pixels = {"is_black": np.zeros(6, dtype=object)}
    return Cohort(prompts, {"space": {"vector": empty, "logits": empty}, "pixels": pixels}, missing=2)


@pytest.mark.parametrize("name", [*OF_SETS, "vendi", "inception_score"])
def test_a_set_without_a_vector_has_no_score(name: str) -> None:
    sides = without_vectors("p"), without_vectors("r")
    found: SetScore = make("metrics", name, {"features": "space"}).judge(*sides, np.random.default_rng(0))
    assert found.value is None
    assert found.influences == {}
    assert "no image has a vector" in found.reason


@pytest.mark.parametrize(
    "name", ["gender_imbalance", "gender_parity", "gender_entropy", "gender_divergence", "gender_excess"]
)
def test_a_prompt_of_which_nobody_can_be_told_has_no_score(name: str) -> None:
    facts: dict[str, dict[str, Any]] = {"pixels": {"is_black": False}, "gender_clip": {"label": "", "answer": "?"}}
    views = [View(Prompt("p", "a nurse", {"women": "0.5"}, Expect(group="person")), SAMPLE, facts)] * 3
    found = make("metrics", name, {"detector": "gender_clip"}).judge(views)
    assert found.value is None
    assert "none of 3 images shows a person whose perceived gender can be told" in found.reason


@pytest.mark.parametrize(
    ("take", "value", "said"), [("max", 9.0, "highest of 2 images"), ("mean", 6.0, "mean of 2 images")]
)
def test_what_is_taken_of_a_prompts_images_is_said(take: str, value: float, said: str) -> None:
    metric = make("metrics", "over_images", {"of": "aesthetics", "take": take})
    views = [View(Prompt("p", "x"), SAMPLE, {"aesthetics_v1": {"score": score}}) for score in (3.0, 9.0)]
    assert metric.judge(views) == Score(value, said)


def test_a_question_that_nobody_answered_has_no_score_of_no_image() -> None:
    answers = np.array([{}, {}], dtype=object)
    drawn = Cohort((Prompt("a", "x"), Prompt("b", "x")), {"ratings": {"answers": answers}}, missing=1)
    found: SetScore = make("metrics", "human", {"question": "beauty"}).judge(drawn, None, np.random.default_rng(0))
    assert (found.value, found.n) == (None, 0)
    assert found.reason == "nobody has answered 'beauty'"
