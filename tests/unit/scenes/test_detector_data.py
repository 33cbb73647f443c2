"""The detector's training scenes leave out no cell of any skill."""

import pytest

from paragone.baselines.detector.data import VERSIONS, scenes_of
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import SKILLS, Skill, Version


@pytest.mark.parametrize(("version", "skill"), [(version, skill) for version in SKILLS for skill in SKILLS[version]])
def test_every_cell_is_met(version: Version, skill: Skill) -> None:
    every = cells(version, skill)
    met = set()
    for shard in range(40):
        for series, index in scenes_of(shard, "train", 0):
            if (series.version, series.skill) == (version, skill):
                met.add(every[index % len(every)])
    least = 0.5 if skill == "spatial" else 1.0  # 1,764 pairs are more than so few scenes can show
    assert len(met) >= least * len(every)


def test_no_scene_comes_twice() -> None:
    scenes = [scene for shard in range(4 * len(VERSIONS)) for scene in scenes_of(shard, "train", 0)]
    assert len(set(scenes)) == len(scenes)
