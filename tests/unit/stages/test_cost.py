"""What a plan is said to take: images, time at each model's own pace, disk; and how that is put in words."""

from pathlib import Path
from typing import Any

import pytest

import paragone
from paragone.stages.planning.cost import (
    BYTES_PER_IMAGE,
    Cost,
    Pace,
    cost_of,
    duration,
    known_paces,
    remember_paces,
    size,
)
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.store.folder import RunFolder


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "1 s"),
        (119, "119 s"),
        (120, "2 min"),
        (3599, "60 min"),
        (3600, "1 h 0 min"),
        (5400, "1 h 30 min"),
        (7199, "2 h 0 min"),
        (7200, "2 h"),
        (172_799, "48 h"),
        (172_800, "2.0 days"),
    ],
)
def test_time_is_said_as_people_say_it(seconds: float, said: str) -> None:
    assert duration(seconds) == said


@pytest.mark.parametrize(("count", "said"), [(400_000, "0.4 MB"), (25_000_000, "25 MB"), (1_500_000_000, "1.5 GB")])
def test_disk_is_said_in_a_unit_that_shows_it(count: float, said: str) -> None:
    assert size(count) == said


def test_what_is_known_and_what_is_not_is_said_in_one_line() -> None:
    assert Cost(0, 0.0, 0.0).in_words() == "nothing to draw: every image is stored"
    assert Cost(3, 0.0, 1_200_000.0, ("a", "b")).in_words() == (
        f"3 images to draw, about {size(1_200_000)} (the pace of a, b is not known yet)"
    )
    assert Cost(3, 60.0, 1_200_000.0).in_words() == f"3 images to draw, about 60 s and {size(1_200_000)}"


def plan(**changes: Any) -> dict[str, Any]:
    return {
        "scenarios": [{"use": "numbered", "count": 6}],
        "models": [{"use": "painter", "name": "few", "refuse": "p001"}, {"use": "painter", "name": "many", "shift": 3}],
        "metrics": ["rejection"],
        "estimate": {"resamples": 100},
    } | changes


def test_what_is_left_is_counted_at_each_models_pace(components: Path, tmp_path: Path) -> None:
    prepared = prepare(read_plan(plan(seeds=[0, 1])), RunFolder(tmp_path / "run")).ready()
    few, many = (prepared.models[name].identity for name in ("few", "many"))
    stored: Any = {wanted.key for wanted in prepared.wanted("few", "numbered", 0)}
    cost = cost_of(prepared, stored, {few: Pace(2.0, 1000.0)})
    assert cost == Cost(18, 6 * 2.0, 6 * 1000.0 + 12 * BYTES_PER_IMAGE, ("many",))
    assert cost_of(prepared, stored, {few: Pace(None, 10.0), many: Pace(1.5, 20.0)}) == Cost(
        18, 12 * 1.5, 6 * 10.0 + 12 * 20.0, ("few",)
    )


def test_a_pace_is_remembered_from_five_drawings_on_whoever_comes_before(components: Path, tmp_path: Path) -> None:
    asked = plan(scenarios=[{"use": "numbered", "count": 5}])  # the first model draws four, the second five
    paragone.run(asked, tmp_path / "run")
    folder, place = RunFolder(tmp_path / "run"), tmp_path / "pace.json"
    prepared = prepare(read_plan(asked), folder).ready()
    remember_paces(prepared, folder, place)
    paces = known_paces(place)
    assert set(paces) == {prepared.models["many"].identity}
    [pace] = paces.values()
    files = [path.stat().st_size for path in (folder.root / "images").rglob("*.png")]
    assert min(files) <= pace.bytes <= max(files)
    assert pace.seconds is not None
    assert pace.seconds >= 0
    assert known_paces(tmp_path / "nowhere") == {}
