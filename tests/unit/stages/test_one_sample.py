"""One drawing looked up in a run."""

from pathlib import Path

import pytest

import paragone
from paragone.core.errors import UnknownName
from paragone.stages.one_sample import describe_sample, find_samples
from paragone.store.folder import RunFolder


@pytest.fixture
def folder(components: Path, tmp_path: Path) -> RunFolder:
    plan = {
        "scenarios": [{"use": "numbered", "count": 3}],
        "models": [
            {"use": "painter", "name": "mine", "refuse": "p002"},
            {"use": "painter", "name": "other", "shift": 9},
        ],
        "metrics": ["warmth", "diversity_phash"],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    }
    return RunFolder(paragone.run(plan, tmp_path / "run").folder)


def test_a_sample_is_found_by_prompt_hash_or_key(folder: RunFolder) -> None:
    found = find_samples(folder, "p001")
    assert [(row["model"], row["seed"]) for row in found] == [("mine", 0), ("mine", 1), ("other", 0), ("other", 1)]
    [one] = find_samples(folder, "p001", model="other", seed=1)
    assert (one["model"], one["seed"], one["prompt_id"]) == ("other", 1, "p001")
    assert find_samples(folder, one["key"][:12]) == [one]
    assert one in find_samples(folder, one["image"][:8])
    for name in (one["key"][:3], "nothing"):
        with pytest.raises(UnknownName, match=f"is called '{name}'; give a prompt id, or 4 or more digits"):
            find_samples(folder, name)
    with pytest.raises(UnknownName):
        find_samples(folder, "p001", model="nobody")


def test_everything_that_is_known_of_a_sample_is_told(folder: RunFolder) -> None:
    [one] = find_samples(folder, "p001", model="other", seed=1)
    found = describe_sample(folder, one)
    assert found["prompt"]["text"] == "prompt <b>1</b>"
    assert (found["prompt"]["tags"], found["prompt"]["expect"]) == ({}, {})
    assert found["sample"]["details"]["shift"] == 9
    pixels = found["facts"]["pixels"]
    assert (pixels["width"], pixels["height"]) == (24, 24)
    assert not {"key", "image", "prompt", "error"} & set(pixels)
    scores = {score["metric"]: score for score in found["scores"]}
    assert set(scores) == {"warmth", "diversity_phash"}
    assert scores["warmth"]["value"] == pytest.approx(pixels["mean_red"] - pixels["mean_blue"])
    assert (scores["warmth"]["seed"], scores["diversity_phash"]["seed"]) == (1, None)
    assert len(found["scores"]) == 2  # not those of the other seed or model


def test_a_drawing_that_is_not_there_has_a_reason_and_no_facts(folder: RunFolder) -> None:
    [one] = find_samples(folder, "p002", model="mine", seed=0)
    found = describe_sample(folder, one)
    assert found["sample"]["reason"] == "against our policy"
    assert found["facts"] == {}
    assert {score["value"] for score in found["scores"]} == {None}
