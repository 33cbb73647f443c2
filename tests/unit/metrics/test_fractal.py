import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.annotators.pixels.box_counts import BoxCounts
from paragone.core.components import Annotator, ImageMetric
from paragone.core.types import Facts, Picture, Prompt, Sample, Score, View
from paragone.metrics.aesthetics.fractal import Fractal, fractal_dimension

ANNOTATOR: Annotator = BoxCounts()
METRIC: ImageMetric = Fractal()
ROW, COLUMN = np.mgrid[0:512, 0:512]


def facts_of(dark: npt.NDArray[np.bool_]) -> Facts:
    pixels = np.repeat(np.where(dark, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    (facts,) = ANNOTATOR.look([Picture(pixels, content="", format="PNG", mode="RGB", byte_count=1)], [])
    assert isinstance(facts, dict)
    return facts


def judge(facts: Facts) -> Score:
    sample = Sample("k", "m", "s", "p", 0, image="i", outcome="drawn", reason="", seconds=None)
    return METRIC.judge(View(Prompt("p", "text"), sample, {"box_counts": facts}))


def test_sierpinskis_triangle_has_the_dimension_log_3_over_log_2() -> None:
    facts = facts_of((ROW & COLUMN) == 0)
    assert facts == {"sizes": [512, 256, 128, 64, 32, 16, 8, 4], "counts": [1, 3, 9, 27, 81, 243, 729, 2187]}
    assert fractal_dimension(facts["sizes"], facts["counts"]) == pytest.approx(1.5849625007, abs=1e-10)
    assert judge(facts).value == pytest.approx(math.log(3) / math.log(2) - 1.4, abs=1e-12)


def test_a_diagonal_line_has_dimension_one() -> None:
    facts = facts_of(ROW == COLUMN)
    assert facts["counts"] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert judge(facts).value == pytest.approx(0.4, abs=1e-12)


@pytest.mark.parametrize("dark", [True, False])
def test_an_image_of_one_shade_has_no_dimension_and_is_no_zero(dark: bool) -> None:
    facts = facts_of(np.full((512, 512), dark))
    assert facts["counts"] == [0] * 8
    assert judge(facts) == Score(None, "no box of side 512 holds both dark and light pixels")


def test_one_size_without_boxes_is_enough_to_have_no_dimension() -> None:
    halves = facts_of(COLUMN < 256)  # the edge falls between boxes of every size but the largest
    assert halves["counts"] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert judge(halves) == Score(None, "no box of side 256 holds both dark and light pixels")


def test_the_shorter_side_sets_the_sizes_and_edge_boxes_are_cut() -> None:
    # 6 x 9: the shorter side 6 allows box side 4. Rows 0-3, 4-5; columns 0-3, 4-7, 8. All dark: the two whole boxes are
    # full and do not count, the four cut ones hold fewer than 16 pixels and do.
    assert facts_of(np.ones((6, 9), bool)) == {"sizes": [4], "counts": [4]}


def test_dark_is_below_a_fifth_of_white() -> None:
    pixels = np.zeros((8, 8, 3), np.uint8)
    pixels[:, :4], pixels[:, 4:] = 50, 51  # 51 / 255 is 0.2 and no longer dark
    (facts,) = ANNOTATOR.look([Picture(pixels, content="", format="PNG", mode="RGB", byte_count=1)], [])
    assert facts == {"sizes": [8, 4], "counts": [1, 0]}


@pytest.mark.parametrize(("side", "sizes"), [(3, []), (4, [4]), (7, [4])])
def test_a_tiny_image_has_no_dimension(side: int, sizes: list[int]) -> None:
    facts = facts_of(np.eye(side, dtype=bool))
    assert facts["sizes"] == sizes
    assert judge(facts) == Score(None, "the image is too small: a dimension needs 8 pixels a side")


@settings(deadline=None, max_examples=50)
@given(st.integers(4, 40), st.integers(4, 40), st.integers(0, 99))
def test_counts_are_those_of_going_box_by_box(height: int, width: int, seed: int) -> None:
    dark = np.random.default_rng(seed).random((height, width)) < 0.7
    facts = facts_of(dark)
    for size, count in zip(facts["sizes"], facts["counts"], strict=True):
        boxes = [dark[i : i + size, j : j + size].sum() for i in range(0, height, size) for j in range(0, width, size)]
        assert count == sum(0 < box < size * size for box in boxes)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(1, 10**6), min_size=8, max_size=8))
def test_the_slope_is_numpys(counts: list[int]) -> None:
    sizes = [512, 256, 128, 64, 32, 16, 8, 4]
    slope = np.polyfit(np.log(sizes), np.log(counts), 1)[0]
    assert fractal_dimension(sizes, counts) == pytest.approx(-slope, abs=1e-9)
