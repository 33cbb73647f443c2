"""What detectors saw, drawn over the image."""

import itertools
import re

import pytest

from paragone.report.pages.overlays import layers_of
from paragone.report.site.svg import overlay


def test_boxes_become_shapes_with_left_top_width_height() -> None:
    facts = {"detector": {"boxes": '[{"label": "dog", "score": 0.5, "box": [1, 2, 4, 8]}]'}}
    (layer,) = layers_of(facts)
    assert layer.name == "detector"
    assert (layer.shapes[0].label, layer.shapes[0].box) == ("dog 0.50", (1, 2, 3, 6))


def test_landmarks_masks_and_lone_boxes_are_drawn_too() -> None:
    face = '[{"label": "face", "box": [0, 0, 4, 4], "landmarks": {"eye": [1, 2]}, "polygon": [[0, 0], [1, 1], [2, 0]]}]'
    facts = {"faces": {"boxes": face}, "foreground": {"box": "[1.0, 2.0, 3.0, 4.0]", "mask": "iVBORw0KGgoAAAA="}}
    seen = {layer.name: layer for layer in layers_of(facts)}
    assert seen["faces"].shapes[0].points == ((1, 2),)
    assert seen["faces"].shapes[0].outline == "0,0 1,1 2,0"
    assert seen["foreground box"].shapes[0].box == (1, 2, 2, 2)
    assert "data:image/png;base64,iVBORw0KGgoAAAA=" in overlay(list(seen.values()), list(seen), 8, 8)


def test_what_a_detector_doubts_is_drawn_faintly_and_not_named() -> None:
    facts = {"detector": {"boxes": '[{"label": "boat", "score": 0.05, "box": [0, 0, 1, 1]}]'}}
    drawn = overlay(layers_of(facts), ["detector"], 10, 10)
    assert 'class="faint"' in drawn
    assert "boat" not in drawn


@pytest.mark.parametrize("told", ["[1, 2]", '[{"box": [1, 2]}]', '[{"box": [1, 2, "3", 4]}]', "not json", '{"box": 1}'])
def test_what_is_no_list_of_boxes_draws_nothing(told: str) -> None:
    assert layers_of({"detector": {"boxes": told}}) == []


def test_an_overlay_escapes_labels() -> None:
    facts = {"detector": {"boxes": '[{"label": "<script>", "box": [0, 0, 1, 1]}]'}}
    drawn = overlay(layers_of(facts), ["detector"], 10, 10)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn


def test_a_label_at_the_right_edge_is_moved_inside() -> None:
    (layer,) = layers_of(
        {"detector": {"boxes": '[{"label": "potted plant", "score": 0.9, "box": [240, 10, 256, 30]}]'}}
    )
    (x,) = re.findall(r'<text x="([\d.]+)"', str(overlay([layer], ["detector"], 256, 256)))
    # 17 letters ("potted plant 0.90") of 0.58 x 8.96 pixels: the text must begin 88 pixels before the edge.
    assert float(x) == pytest.approx(256 - 17 * 0.58 * 8.96, abs=0.1)


def test_labels_of_boxes_that_begin_alike_do_not_collide() -> None:
    boxes = ", ".join(f'{{"label": "dog", "score": 0.9, "box": [10, {top}, 200, 200]}}' for top in (10, 11, 12))
    (layer,) = layers_of({"detector": {"boxes": f"[{boxes}]"}})
    drawn = str(overlay([layer], ["detector"], 256, 256))
    lines = sorted(float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)"', drawn))
    assert len(lines) == 3
    assert all(below - above >= 8.9 for above, below in itertools.pairwise(lines))  # a letter is 8.96 high
