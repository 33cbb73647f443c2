"""Tables and progress at 80 columns and less."""

import io

import pytest

from paragone.cli.terminal.layout import keep_together, table_lines, wrapped
from paragone.cli.terminal.progress import bars

ROWS = [
    {"metric": "Fractal dimension, distance from 1.4", "first": keep_together("0.18 [0.12, 0.26]"), "note": "n " * 30},
    {"metric": "FID", "first": keep_together("113 [66, 160]"), "note": ""},
]


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_table_fits_and_breaks_no_word(width: int) -> None:
    text = table_lines(ROWS, width)
    assert max(map(len, text.splitlines())) <= width
    for word in ("0.18 [0.12, 0.26]", "113 [66, 160]", "Fractal", "distance"):
        assert word in text


def test_columns_that_do_not_fit_come_below_with_the_first_one_again() -> None:
    rows = [{"metric": "FID"} | {f"model {n}": keep_together("113 [66, 160]") for n in range(9)}]
    text = table_lines(rows, 60)
    assert max(map(len, text.splitlines())) <= 60
    assert text.count("FID") == text.count("metric") == 3
    assert text.count("113 [66, 160]") == 9


def test_a_word_that_is_too_long_is_left_whole() -> None:
    assert wrapped("see " + "x" * 30, 10) == ["see", "x" * 30]


@pytest.mark.parametrize("width", [36, 50, 80, 160])
def test_the_bar_keeps_bar_count_and_time_at_any_width(width: int) -> None:
    screen = io.StringIO()
    progress = bars(screen, width)
    progress.add_task("look at images (" + "a very long name, " * 20 + ")", total=12345, completed=678)
    progress.console.print(progress.get_renderable())
    [line] = [line for line in screen.getvalue().splitlines() if line.strip()]
    assert "678/12345" in line
    assert "\u2501" in line or "-" in line
    assert "-:--:--" in line
    assert len(line) <= width
