"""The shipped detector on pictures of the simulator."""

import json
from pathlib import Path

import pytest

from paragone.annotators.detectors.scene_detector import SHIPPED, SceneDetector
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash
from paragone.core.types import Picture, Prompt
from paragone.models.simulator.scene_oracle import SceneOracle
from paragone.scenarios.paintskills import scenario


def picture(prompt: Prompt, size: int = 256) -> Picture:
    drawing = SceneOracle(size=size).draw([prompt], 0)[0]
    return Picture(drawing.image, "", "PNG", "RGB", 0)  # type: ignore[union-attr, arg-type]


def test_the_card_belongs_to_the_weights() -> None:
    card = json.loads(SHIPPED.with_suffix(".json").read_text())
    assert card["weights"] == content_hash(SHIPPED.read_bytes())
    assert card["trained_on"]["split"] == "train"
    assert SHIPPED.stat().st_size < 10e6


def test_most_single_objects_are_found_where_they_are() -> None:
    prompts = scenario(version="v2", skill="object", n=15).load()
    found = SceneDetector().look([picture(prompt) for prompt in prompts], [])
    right = [
        facts["boxes"][0]["label"] == p.tags["object"]
        for p, facts in zip(prompts, found, strict=True)
        if facts["boxes"]
    ]
    assert sum(right) >= 9  # of 15; docs/simulator.md has the figures on the whole split


def test_an_answer_does_not_depend_on_its_batch() -> None:
    pictures = [picture(prompt) for prompt in scenario(version="v1", skill="count", n=3).load()]
    detector = SceneDetector()
    assert detector.look(pictures, []) == [detector.look([one], [])[0] for one in pictures]


def test_boxes_are_in_pixels_of_the_image_given() -> None:
    prompt = scenario(version="v1", skill="count", n=5).load()[4]  # one airplane
    small, large = (SceneDetector().look([picture(prompt, size)], [])[0]["boxes"][0]["box"] for size in (256, 512))
    assert [2 * value for value in small] == pytest.approx(large, abs=12)


def test_missing_weights_are_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="no detector at"):
        SceneDetector(path=str(tmp_path / "none.onnx")).check()
