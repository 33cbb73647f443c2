"""The simulator as a scenario and as three models."""

import numpy as np
import pytest

from paragone.core.errors import BadOption
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.simulator.scene_damaged import SceneDamaged
from paragone.models.simulator.scene_oracle import SceneOracle
from paragone.models.simulator.scene_shuffled import SceneShuffled
from paragone.scenarios.paintskills import scenario
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.damage import CONCERNS, damaged_order
from paragone.scenes.draw import draw
from paragone.scenes.packs import load_pack
from paragone.scenes.wording import Order, read

PROMPTS = scenario(version="v1", skill="count", n=6).prompts


def pixels(drawing: Drawing | Missing) -> bytes:
    assert isinstance(drawing, Drawing)
    assert isinstance(drawing.image, np.ndarray)
    return drawing.image.tobytes()


def test_the_scenario_holds_the_papers_prompts_in_turn() -> None:
    full = scenario(version="v2", skill="spatial")
    assert len(full.prompts) == 2700
    assert len({prompt.id for prompt in full.prompts}) == 2700
    assert PROMPTS[2].text == "a photo of 3 human"
    assert PROMPTS[2].tags["count"] == "3"


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
