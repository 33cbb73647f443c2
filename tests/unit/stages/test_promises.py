"""Promises of a run that no single key holds: levels, retried sets, facts that are missing, statistics."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.stages.planning.make import make_real

HALF_SEEN = """
from paragone.core.components import Annotator, ImageMetric, PromptMetric
from paragone.core.types import Missing, Score


class Picky(Annotator):
    name, version, columns = "picky", "1", {"taste": "number"}

    def look(self, pictures, prompts, facts=()):
        return [Missing("too dull") if picture.pixels[-1, -1, 0] < 128 else {"taste": 1.0} for picture in pictures]


class Careless(ImageMetric):
    name, needs = "careless", ("pixels", "picky")

    def judge(self, view, /):
        return Score(float(len(view.facts)))


class CarelessSum(PromptMetric):
    name, needs = "careless_sum", ("pixels", "picky")

    def judge(self, views, /):
        return Score(float(sum(len(view.facts) for view in views)))
"""
JOINED = "[paragone.annotators]\npicky = plug:Picky\n[paragone.metrics]\ncareless = plug:Careless\n"
JOINED += "careless_sum = plug:CarelessSum\n"
DRAW = """
from pathlib import Path
import numpy as np

def draw(text, seed, flag):
    number = int(text[1])
    if number == 1 and not Path(flag).exists():
        raise TimeoutError("no reply")
    shade = 40 * number + 100 * seed
    return np.full((8, 8, 3), shade, dtype=np.uint8)
"""


def drawn_by_hand(place: Path, **changes: Any) -> dict[str, Any]:
    (place / "draw.py").write_text(DRAW)
    (place / "prompts.txt").write_text("p0\np1\np2\np3\n")
    mine = {"use": "python", "name": "mine", "path": str(place / "draw.py"), "function": "draw"}
    steady = mine | {"name": "steady", "arguments": {"flag": str(place)}}
    return {
        "scenarios": [{"use": "file", "name": "shades", "path": str(place / "prompts.txt")}],
        "models": [mine | {"arguments": {"flag": str(place / "well")}}, steady],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    } | changes


def test_a_metric_is_not_judged_with_half_of_what_it_needs(plugin: Callable[[str, str], Path], tmp_path: Path) -> None:
    plugin(HALF_SEEN, JOINED)
    run = paragone.run(drawn_by_hand(tmp_path, metrics=["careless", "careless_sum"]), tmp_path / "run")
    scores = run.scores.filter(model="steady")
    images = scores.filter(metric="careless").sort("prompt_id", "seed")
    # Shades of seed 0 are 0, 40, 80, 120 and dull; of seed 1 100, 140, 180, 220: the first is dull as well.
    assert images["value"].to_list() == [None, None, None, 2.0, None, 2.0, None, 2.0]
    assert set(images.filter(pl.col("value").is_null())["reason"]) == {"too dull"}
    assert scores.filter(metric="careless_sum").sort("prompt_id")["value"].to_list() == [None, 2.0, 2.0, 2.0]


def test_a_retry_judges_sets_again_and_those_that_are_compared_with_them(components: Path, tmp_path: Path) -> None:
    """Of the reference a failure is behind every model's number, of another model behind its own."""
    for reference in ("mine", "steady"):
        place = tmp_path / reference
        place.mkdir()
        plan = drawn_by_hand(place, metrics=["red_distance"], reference=reference)
        columns = ["model", "value", "low", "high", "n", "missing"]
        before = paragone.run(plan, place / "run").estimates.select(columns)
        (place / "well").touch()
        after = paragone.run(plan, place / "run", retry=True)
        fresh = paragone.run(plan, place / "fresh")
        assert after.estimates.select(columns).equals(fresh.estimates.select(columns))
        assert not after.estimates.select(columns).equals(before)
        assert after["influences"].drop("key").sort("model").equals(fresh["influences"].drop("key").sort("model"))


@pytest.mark.parametrize("metric", ["warmth", "red_distance"])
def test_the_level_of_the_plan_reaches_every_kind_of_number(components: Path, tmp_path: Path, metric: str) -> None:
    widths = {}
    for level in (0.8, 0.99):
        plan = {
            "scenarios": [{"use": "numbered", "count": 12}],
            "models": [{"use": "painter", "name": "mine"}, {"use": "painter", "name": "other", "shift": 9}],
            "metrics": [metric],
            "reference": "other",
            "estimate": {"level": level},
        }
        run = paragone.run(plan, tmp_path / str(level))
        mine = run.estimates.filter(model="mine").row(0, named=True)
        assert mine["level"] == level
        widths[level] = mine["high"] - mine["low"]
    assert 0 < widths[0.8] < widths[0.99]


def test_statistics_of_a_real_side_are_known_by_mean_spread_and_number(tmp_path: Path) -> None:
    def identity(**changes: Any) -> str:
        place = tmp_path / "real.npz"
        np.savez(place, **{"mu": np.zeros(2), "sigma": np.eye(2), "n": np.array(9)} | changes)
        real = make_real(str(place), {})
        assert real is not None
        return real.identity

    identities = [
        identity(),
        identity(mu=np.array([0.0, 1.0])),
        identity(sigma=np.array([[1.0, 0.5], [0.5, 1.0]])),
        identity(n=np.array(10)),
    ]
    assert len(set(identities)) == 4
    assert identity() == identities[0]


DEGREES = """
import math

from paragone.core.components import SetMetric
from paragone.core.types import Score, SetScore


class Few(SetMetric):
    name, needs, degrees = "few", ("pixels",), 3.0

    def judge(self, drawn, real, rng, /):
        scores = tuple(Score(float(red)) for red in drawn.columns["pixels"]["mean_red"])
        parts = {prompt.id: 1.0 for prompt in drawn.prompts}
        return SetScore(7.0, len(scores), drawn.missing, "by hand", "why", parts, self.degrees, scores=scores)


class Many(Few):
    name, degrees = "many", math.inf
"""


def test_what_a_set_metric_says_of_chance_is_stored_and_counts(
    plugin: Callable[[str, str], Path], tmp_path: Path
) -> None:
    plugin(DEGREES, "[paragone.metrics]\nfew = plug:Few\nmany = plug:Many\n")
    plan = drawn_by_hand(tmp_path, metrics=["few", "many"])
    run = paragone.run(plan | {"models": plan["models"][1:]}, tmp_path / "run")
    few, many = (run["influences"].filter(metric=name).row(0, named=True) for name in ("few", "many"))
    assert (few["units"], few["values"]) == (["0001", "0002", "0003", "0004"], [1.0] * 4)
    assert (few["degrees"], many["degrees"], few["images"]) == (3.0, None, 8)
    # Two standard errors: the square root of four ones. Student's t with three degrees is wider than the normal.
    wide, narrow = (run.estimates.filter(metric=name).row(0, named=True) for name in ("few", "many"))
    assert wide["high"] - 7.0 == pytest.approx(2 * 3.182446, rel=1e-5)
    assert narrow["high"] - 7.0 == pytest.approx(2 * 1.959964, rel=1e-5)
    assert (wide["method"], wide["reason"], wide["n"], wide["missing"]) == ("by hand", "why", 8, 0)
    own = run.scores.filter(pl.col("metric") == "few", pl.col("prompt_id").is_not_null()).sort("prompt_id", "seed")
    assert own["value"].to_list() == [0.0, 100.0, 40.0, 140.0, 80.0, 180.0, 120.0, 220.0]
