"""Composing scenes, their wording, and the original's files."""

import json
from collections import Counter
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragone.core.errors import BadInput
from paragone.scenes.arrange import VAL_RULE, Meshes, boxes_of
from paragone.scenes.compose import Series, cells, full_size, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.geometry import Box, distance, overlap, relation_of
from paragone.scenes.original import boxes_json, read_boxes, read_scenes, scenes_json
from paragone.scenes.spec import from_json, to_json
from paragone.scenes.vocabulary import ALL_CLASSES, SKILLS, Skill, Version
from paragone.scenes.wording import Order, expectation, order_of, read, write

SHARED = Path(__file__).parents[4] / "shared" / "data"
PAIRS: list[tuple[Version, Skill]] = [(version, skill) for version, skills in SKILLS.items() for skill in skills]
boxes = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), *[st.floats(0, 99)] * 2, *[st.floats(1, 99)] * 2)


@pytest.mark.parametrize(("version", "skill"), PAIRS)
def test_every_cell_of_a_skill_comes_equally_often(version: Version, skill: Skill, solids: Meshes) -> None:
    orders = cells(version, skill)
    assert len(set(orders)) == len(orders)
    for part in ("names", "count", "colour", "relation"):
        assert len(set(Counter(getattr(order, part) for order in orders).values())) == 1
    if len(orders) <= 60:
        texts = Counter(scene_at(Series(version, skill, "val"), i, solids).text for i in range(2 * len(orders)))
        assert set(texts.values()) == {2}


def test_full_sizes_are_the_papers() -> None:
    sizes = [full_size(Series(version, skill, "val")) for version, skill in PAIRS]
    assert sizes == [1050, 2520, 2520, 3528, 2325, 2160, 2700]
    assert [full_size(Series("v2", skill, "train")) for skill in SKILLS["v2"]] == [23250, 21600, 13500]


@pytest.mark.parametrize(("version", "skill"), PAIRS)
def test_a_scene_shows_its_order_and_keeps_to_the_rule(version: Version, skill: Skill, solids: Meshes) -> None:
    orders, series = cells(version, skill), Series(version, skill, "val")
    for index in range(0, len(orders), max(len(orders) // 25, 1)):
        scene = scene_at(series, index, solids)
        found, order = boxes_of(scene.things, solids, scene.camera), orders[index]
        assert [thing.name for thing in scene.things] == list(order.names * order.count)
        assert all(min(b.x1 - b.x0, b.y1 - b.y0) >= VAL_RULE.least_side for b in found)
        pairs = [(a, b) for k, a in enumerate(found) for b in found[:k]]
        assert all(overlap(a, b) <= VAL_RULE.most_overlap for a, b in pairs)
        assert all(distance(a, b) >= VAL_RULE.least_distance for a, b in pairs)
        if order.relation:
            assert relation_of(found[1], found[0]) == order.relation


def test_a_scene_depends_on_its_series_and_number_only(solids: Meshes) -> None:
    series = Series("v2", "count", "val")
    assert scene_at(series, 7, solids) == scene_at(series, 7, solids)
    others = [Series("v2", "count", "train"), Series("v2", "count", "val", seed=1)]
    assert len({scene_at(s, 7, solids).things for s in (series, *others)}) == 3


def test_a_scene_survives_json(solids: Meshes) -> None:
    scene = scene_at(Series("v1", "spatial", "train"), 5, solids)
    back = from_json(json.loads(json.dumps(to_json(scene))))
    assert back == scene
    assert back.key == scene.key
    with pytest.raises(BadInput, match="not a scene"):
        from_json({"id": "x"})


def test_boxes_without_rendering_are_those_of_the_renderer_within_a_pixel(solids: Meshes) -> None:
    scene = scene_at(Series("v1", "count", "val"), 2, solids)
    drawn = draw(scene, solids)
    assert np.abs(drawn.boxes - np.array(boxes_of(scene.things, solids, scene.camera))).max() < 1.5


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(boxes, boxes)
def test_relations_turn_round_with_their_boxes(a: Box, b: Box) -> None:
    opposite = {"left": "right", "right": "left", "above": "below", "below": "above"}
    if a.centre != b.centre and a.centre[1] != b.centre[1]:
        assert relation_of(a, b) == opposite[relation_of(b, a)]


@pytest.mark.parametrize("version", get_args(Version))
@pytest.mark.parametrize("skill", get_args(Skill))
def test_every_prompt_reads_back_as_its_order(version: Version, skill: Skill) -> None:
    for order in cells("v1", skill):
        text = write(order, version)
        assert read(text) == order
        assert order_of(expectation(order), text) == order


def test_heims_wording_is_read_too() -> None:
    assert read("a photo of 3 suitcases") == Order("count", ("suitcase",), count=3)
    assert read("A potted plant is below a bird.") == Order("spatial", ("bird", "potted plant"), relation="below")
    with pytest.raises(BadInput, match="'unicorn'"):
        read("a photo of unicorn")


def test_bad_orders_are_refused() -> None:
    with pytest.raises(BadInput, match="need 2 of"):
        Order("spatial", ("dog",), relation="left")
    with pytest.raises(BadInput, match="spatial scenes have one"):
        Order("object", ("dog",), relation="left")
    with pytest.raises(BadInput, match="1 to 32"):
        Order("count", ("dog",), count=40)
    with pytest.raises(BadInput, match="no v2 color"):
        Series("v2", "color", "val")


def test_the_originals_files_are_written_and_read(tmp_path: Path, solids: Meshes) -> None:
    scenes = [scene_at(Series("v1", "spatial", "val"), index, solids) for index in (0, 400, 801)]
    (tmp_path / "scenes.json").write_text(json.dumps(scenes_json(scenes)))
    back = read_scenes(tmp_path / "scenes.json")
    assert [scene.order for scene in back] == [read(scene.text) for scene in scenes]
    drawn = [draw(scene, solids).boxes for scene in scenes]
    (tmp_path / "boxes.json").write_text(json.dumps(boxes_json(scenes, drawn)))
    found = read_boxes(tmp_path / "boxes.json")[f"image_{scenes[1].id}.png"]
    assert found == [(t.name, tuple(row)) for t, row in zip(scenes[1].things, drawn[1].tolist(), strict=True)]


def test_the_originals_own_sample_and_vocabulary_are_ours() -> None:
    folder = SHARED / "paintskills"
    if not folder.is_dir():
        pytest.skip("needs ../shared/data/paintskills, PaintSkills' published sample")
    sample = read_scenes(folder / "scene_config_readme_sample.json")[0]
    assert sample.order == read(sample.text) == Order("count", ("person",))
    metadata = json.loads((folder / "simulator_metadata.json").read_text())
    from paragone.scenes.vocabulary import CLASSES, COLOURS, RELATIONS, SHAPES

    assert [SHAPES[name] for name in CLASSES["v1"]] == metadata["Shape"]
    assert list(COLOURS) == metadata["Color"]
    assert list(RELATIONS) == metadata["Relation"]


def test_tifas_paintskills_prompts_read_as_orders_and_write_back() -> None:
    path = SHARED / "tifa" / "tifa_v1.0_text_inputs.json"
    if not path.is_file():
        pytest.skip("needs ../shared/data/tifa, which holds 500 published PaintSkills prompts")
    texts = [row["caption"] for row in json.loads(path.read_text()) if row["id"].startswith("paintskill")]
    assert len(texts) == 500
    assert [text for text in texts if write(read(text), "v1") != text] == []


def test_every_class_is_known_by_one_name() -> None:
    assert len(ALL_CLASSES) == len(set(ALL_CLASSES)) == 24
