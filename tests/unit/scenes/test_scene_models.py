"""The simulator as a scenario and as three models."""

from dataclasses import replace

import numpy as np
import pytest

from paragone.core.catalogue import aliases, make
from paragone.core.errors import BadOption
from paragone.core.expect import Expect, Thing
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.simulator.scene_damaged import SceneDamaged
from paragone.models.simulator.scene_oracle import SceneOracle
from paragone.models.simulator.scene_shuffled import SceneShuffled
from paragone.scenarios.paintskills import scenario
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.damage import CONCERNS, damaged_order
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import chance_for
from paragone.scenes.wording import Order, read

PROMPTS = scenario(version="v1", skill="count", n=6).load()


def pixels(drawing: Drawing | Missing) -> bytes:
    assert isinstance(drawing, Drawing)
    assert isinstance(drawing.image, np.ndarray)
    return drawing.image.tobytes()


def test_the_scenario_holds_the_papers_prompts_in_turn() -> None:
    full = scenario(version="v2", skill="spatial")
    assert len(full.load()) == 2700
    assert len({prompt.id for prompt in full.load()}) == 2700
    assert (full.name, full.title) == ("paintskills_v2_spatial", "PaintSkills v2, spatial relations")
    assert PROMPTS[2].text == "a photo of 3 human"
    assert PROMPTS[2].tags["count"] == "3"
    assert PROMPTS[2].expect == Expect(
        objects=(Thing("person", 3),),
        scene={"skill": "count", "version": "v1", "split": "val", "seed": 0, "index": 2},
    )


def test_every_short_name_of_a_skill_is_a_scenario() -> None:
    found = {name: make("scenarios", name, {"n": 2}) for name in aliases("scenarios") if "paintskills" in name}
    assert {name: one.skill for name, one in found.items()} == {
        "paintskills_object": "object",
        "paintskills_count": "count",
        "paintskills_color": "color",
        "paintskills_spatial": "spatial",
    }
    assert all(len(one.load()) == 2 for one in found.values())


def test_chance_follows_from_what_scenes_are_made_of_and_not_from_tags() -> None:
    one = PROMPTS[0]
    first = chance_for(one, "scene", 1).random()
    assert chance_for(replace(one, tags={"new": "tag"}, origin="o"), "scene", 1).random() == first
    for other in (replace(one, id="x"), replace(one, text="y"), replace(one, expect=PROMPTS[1].expect)):
        assert chance_for(other, "scene", 1).random() != first


def test_the_oracle_draws_the_very_scene_of_the_prompt() -> None:
    pack = load_pack("procedural")
    drawn = SceneOracle().draw(PROMPTS[:2], 0)
    scene = scene_at(Series("v1", "count", "val"), 1, pack)
    assert pixels(drawn[1]) == draw(scene, pack).rgb.tobytes()


def test_a_drawing_does_not_depend_on_its_batch() -> None:
    for model in (SceneOracle(), SceneShuffled(), SceneDamaged(kind="miscount", amount=0.5)):
        together = [pixels(drawing) for drawing in model.draw(PROMPTS[:3], 1)]
        assert together == [pixels(model.draw([prompt], 1)[0]) for prompt in PROMPTS[:3]]
        assert together != [pixels(drawing) for drawing in model.draw(PROMPTS[:3], 2)]


def test_a_prompt_without_a_scene_is_drawn_from_its_words() -> None:
    oracle = SceneOracle()
    assert pixels(oracle.draw([Prompt("p", "a photo of red dog")], 0)[0])
    assert isinstance(oracle.draw([Prompt("p", "a lake at dawn")], 0)[0], Missing)


def test_no_damage_is_the_oracle() -> None:
    for kind in ("drop", "miscount", "blur", "noise"):
        damaged = SceneDamaged(kind=kind, amount=0.0).draw(PROMPTS[:2], 0)
        assert [pixels(d) for d in damaged] == [pixels(d) for d in SceneOracle().draw(PROMPTS[:2], 0)]


def test_full_damage_breaks_every_order_it_concerns() -> None:
    rng = np.random.default_rng(0)
    texts = {"object": "a dog", "count": "3 dogs", "color": "a photo of red dog", "spatial": "a dog is above a bus"}
    for skill, kinds in CONCERNS.items():
        order = read(texts[skill])
        for kind in set(kinds) - {"drop", "blur", "noise"}:
            assert damaged_order(order, kind, 1.0, rng) != order
            assert damaged_order(order, kind, 0.0, rng) == order


def test_what_a_little_damage_breaks_more_damage_breaks_too() -> None:
    order = Order("spatial", ("dog", "dog"), relation="left")
    for seed in range(50):
        results = [damaged_order(order, "misplace", a, np.random.default_rng(seed)) for a in (0.2, 0.5, 1.0)]
        broken = [result != order for result in results]
        assert broken == sorted(broken)
        assert results[2].relation in ("above", "below")  # left and right of its like look the same


def test_bad_damage_and_empty_scenarios_are_refused() -> None:
    with pytest.raises(BadOption, match="miscount"):
        SceneDamaged(kind="burn")
    with pytest.raises(BadOption, match="0 to 1"):
        SceneDamaged(amount=2)
    with pytest.raises(BadOption, match="one at least"):
        scenario(n=0)
