"""Set metrics where there are hardly any prompts: what can be said is said, and what cannot is named."""

from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.types import Cohort, Prompt, SetScore, Statistics


def cohort(prompts: int, images: int, shift: float, *, seed: int) -> Cohort:
    rng = np.random.default_rng(seed)
    rows = [Prompt(f"p{number}", "x") for number in range(prompts) for _ in range(images)]
    vectors = rng.normal(shift, 1.0, (len(rows), 4))
    return Cohort(tuple(rows), {"inception_fid": {"vector": vectors}}, seeds=tuple([*range(images)] * prompts))


def judged(name: str, prompts: int, **options: Any) -> SetScore:
    ours, theirs = cohort(prompts, 4, 1.0, seed=1), cohort(prompts, 4, 0.0, seed=2)
    found = make("metrics", name, options).judge(ours, theirs, np.random.default_rng(0))
    assert isinstance(found, SetScore)
    return found


@pytest.mark.parametrize("name", ["kid", "cmmd"])
def test_too_few_prompts_for_blocks_are_compared_in_all_pairs(name: str) -> None:
    blocks, pairs = judged(name, 3, protocol="blocks"), judged(name, 3)
    assert blocks.value == pairs.value
    assert blocks.influences == pairs.influences
    assert "all pairs" in blocks.method
    enough = judged(name, 12, protocol="blocks")
    assert "disjoint blocks" in enough.method
    assert enough.value != judged(name, 12).value


@pytest.mark.parametrize("name", ["kid", "cmmd"])
def test_one_prompt_gives_a_value_and_says_why_no_interval(name: str) -> None:
    found = judged(name, 1)
    assert found.value is not None
    assert not found.influences
    assert "all of one prompt" in found.reason


@pytest.mark.parametrize(("prompts", "is_too_few"), [(4, True), (5, False)])
def test_fid_warns_up_to_as_many_images_as_dimensions(prompts: int, is_too_few: bool) -> None:
    """The features have 4 dimensions; one image a prompt, against images and against a file of statistics."""
    ours, theirs = cohort(prompts, 1, 1.0, seed=1), cohort(9, 1, 0.0, seed=2)
    known = Cohort((), {}, statistics=Statistics(np.zeros(4), np.eye(4), 100))
    for real in (theirs, known):
        found = make("metrics", "fid").judge(ours, real, np.random.default_rng(0))
        assert found.value > 0
        assert ("fewer images than the 4 feature dimensions" in found.reason) == is_too_few
    assert "statistics of 100 real" in found.method


@pytest.mark.parametrize(
    ("images", "statistics", "said"),
    [
        (1, Statistics(np.zeros(4), np.eye(4)), "it needs 2 drawn images"),
        (3, Statistics(np.zeros(5), np.eye(5)), "3 of 4 features and statistics of 5"),
    ],
)
def test_fid_refuses_statistics_of_other_features(images: int, statistics: Statistics, said: str) -> None:
    ours = cohort(images, 1, 1.0, seed=1)
    found = make("metrics", "fid").judge(ours, Cohort((), {}, statistics=statistics), np.random.default_rng(0))
    assert found.value is None
    assert said in found.reason
