"""What a careful colleague would notice about a run's images."""

import json
from pathlib import Path
from typing import Any

import pytest

from paragone.core.keys import key_of
from paragone.stages.notices import notices
from paragone.stages.planning.prepared import REFERENCE
from paragone.store.folder import RunFolder

Sample = dict[str, Any]


def sample(number: int, **changes: Any) -> Sample:
    own = {"key": key_of(number), "model": "m", "scenario": "s", "prompt_id": f"p{number}", "seed": 0}
    own |= {"image": f"hash{number}", "file": f"images/{number}.png", "width": 8, "height": 8, "outcome": "drawn"}
    return own | {"reason": "", "details": "{}"} | changes


def noticed(place: Path, *samples: Sample) -> list[str]:
    folder = RunFolder(place)
    folder.table("samples").append(samples)
    return notices(folder)


def test_prompts_that_say_the_same_are_told_and_perturbed_ones_are_not(tmp_path: Path) -> None:
    texts = [("p", "a cat", None), ("q", "A cat", None), ("r", "a dog", None), ("r~typos", "a dgo", "r")]
    rows = [
        {"key": name, "scenario": "pets", "prompt_id": name, "text": text, "origin": of} for name, text, of in texts
    ]
    RunFolder(tmp_path).table("prompts").append([*rows, rows[2] | {"key": "other", "scenario": "dogs"}])
    assert noticed(tmp_path, sample(1)) == [
        "3 prompts of pets have 2 different texts: prompts that say the same are one unit of chance"
    ]


def unreadable(number: int, **changes: Any) -> Sample:
    lost = {"image": None, "file": None, "outcome": "undecodable", "reason": "half a file"}
    return sample(number, **lost | {"details": json.dumps({"file": f"{number}.png"})} | changes)


def test_there_is_nothing_to_say_of_sound_images(tmp_path: Path) -> None:
    assert noticed(tmp_path, sample(1), sample(2), sample(3, outcome="refused", image=None, file=None)) == []


def test_images_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    real = unreadable(3, scenario=REFERENCE, details="{}")
    assert noticed(tmp_path, sample(1), unreadable(2), real) == [
        "images that cannot be read and are left out: 1 (2.png); the first: half a file",
        "reference images that cannot be read and are left out: 1 (p3); the first: half a file",
    ]


@pytest.mark.parametrize(("count", "more"), [(20, ""), (23, " and 3 more")])
def test_twenty_names_are_enough(tmp_path: Path, count: int, more: str) -> None:
    [note] = noticed(tmp_path, *(unreadable(number) for number in range(count)))
    assert f": {count} (0.png, 1.png" in note
    assert f"19.png{more})" in note
    assert "20.png" not in note


def test_formats_that_are_mixed_or_lossy_are_told(tmp_path: Path) -> None:
    mixed = [sample(1), sample(2), sample(3, file="images/3.jpg")]
    assert noticed(tmp_path / "a", *mixed) == ["mixed formats (2 PNG, 1 JPEG): compression changes FID and its kin"]
    lossy = [sample(1, file="images/1.webp"), sample(2, file="images/2.webp")]
    assert noticed(tmp_path / "b", *lossy) == [
        "all images are WEBP, which loses detail: compare only with others stored alike"
    ]


def test_sizes_that_differ_are_told(tmp_path: Path) -> None:
    found = noticed(tmp_path, sample(1), sample(2), sample(3, width=9))
    assert found == ["2 different sizes (2 of 3 are 8x8): each metric resizes as its protocol says"]


def test_copies_and_images_of_the_reference_are_told(tmp_path: Path) -> None:
    real = sample(4, scenario=REFERENCE, image="hash2")
    found = noticed(tmp_path, sample(1), sample(2), sample(3, image="hash1"), real)
    assert found == [
        "exact copies of other images: 1",
        "images that are byte for byte in the reference: 1; distances to it come out too small",
    ]
