import numpy as np
import pytest

from paragone.annotators.text._text_lines import find_lines, grown, tightest


def test_two_bars_are_two_lines_in_reading_order() -> None:
    chances = np.zeros((100, 200), np.float32)
    chances[60:68, 20:150] = 0.9
    chances[10:20, 30:120] = 0.9
    first, second = find_lines(chances)
    assert first.corner[1] < second.corner[1]
    assert second.score == pytest.approx(0.9, abs=0.15)  # the line is widened by one pixel of likelihood 0


def test_an_unlikely_region_is_no_line() -> None:
    chances = np.zeros((50, 50), np.float32)
    chances[10:20, 10:40] = 0.35
    assert find_lines(chances) == []


def test_an_empty_map_has_no_lines() -> None:
    assert find_lines(np.zeros((32, 32), np.float32)) == []


def test_the_tightest_rectangle_of_a_turned_bar_has_its_sides() -> None:
    along = np.array([np.cos(0.3), np.sin(0.3)])
    below = np.array([-np.sin(0.3), np.cos(0.3)])
    grid = np.array([40 + across * along + down * below for across in range(61) for down in range(11)])
    line = tightest(grid, 1.0)
    assert np.hypot(*line.across) == pytest.approx(60, abs=0.01)
    assert np.hypot(*line.down) == pytest.approx(10, abs=0.01)
    np.testing.assert_allclose(line.across / 60, along, atol=1e-4)


def test_pixels_in_a_row_make_a_rectangle_without_height() -> None:
    line = tightest(np.array([[x, 5.0] for x in range(9)]), 1.0)
    assert np.hypot(*line.across) == pytest.approx(8)
    assert np.hypot(*line.down) == pytest.approx(0)


def test_a_line_grows_by_area_over_perimeter_on_every_side() -> None:
    # 60 x 10: area 600, perimeter 140, so every edge moves out by 600 * 1.6 / 140 = 6.857
    line = grown(tightest(np.array([[0.0, 0], [60, 0], [60, 10], [0, 10]]), 1.0))
    np.testing.assert_allclose(line.corner, [-6.857, -6.857], atol=1e-3)
    np.testing.assert_allclose(line.corners[2], [66.857, 16.857], atol=1e-3)
