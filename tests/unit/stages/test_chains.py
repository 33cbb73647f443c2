"""What rests on what within a run: annotators on annotators, scores on prompts, sets on images, prompts on prompts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paragone
from paragone.core.errors import BrokenContract, NotReady

CHAIN = """
import numpy as np
from paragone.core.components import Annotator, ImageMetric, SetMetric
from paragone.core.types import Missing, Score, SetScore


class Warm(Annotator):
    name, version, columns, needs = "warm", "1", {"warm": "number"}, ("pixels", "picky")

    def look(self, pictures, prompts, facts=()):
        assert len(facts) == len(pictures)
        assert all(set(known) == {"pixels", "picky"} for known in facts)
        return [{"warm": known["pixels"]["mean_red"] + known["picky"]["taste"]} for known in facts]


class Picky(Annotator):
    name, version, columns = "picky", "1", {"taste": "number"}

    def look(self, pictures, prompts, facts=()):
        return [Missing("too dull") if picture.pixels[-1, -1, 0] < 60 else {"taste": 1000.0} for picture in pictures]


class Warmest(ImageMetric):
    name, needs = "warmest", ("warm",)

    def judge(self, view, /):
        return Score(view.facts["warm"]["warm"])


class Red(SetMetric):
    name, needs, bounds = "red", ("pixels",), (0.0, 255.0)

    def judge(self, drawn, real, rng, /):
        red = drawn.columns["pixels"]["mean_red"]
        return SetScore(float(red.mean()), len(red), scores=tuple(Score(float(value), "its red") for value in red))


class TooRed(Red):
    name, bounds = "too_red", (0.0, 1.0)


class Printed(Red):
    name = "printed"

    def judge(self, drawn, real, rng, /):
        return SetScore(100.0, 3, method="as the source prints it", spread=5.0)


class Mood(ImageMetric):
    name, reads = "mood", ("tags",)

    def judge(self, view, /):
        return Score(float(len(view.prompt.tags["mood"])))


class Words(SetMetric):
    name, reads, needs = "words", ("tags",), ("pixels",)

    def judge(self, drawn, real, rng, /):
        lengths = [len(prompt.tags["mood"]) for prompt in drawn.prompts]
        return SetScore(float(np.mean(lengths)), len(lengths), influences={p.id: 0.1 for p in drawn.prompts})
"""
JOINED = "[paragone.annotators]\nwarm = plug:Warm\npicky = plug:Picky\n[paragone.metrics]\nwarmest = plug:Warmest\n"
JOINED += "red = plug:Red\ntoo_red = plug:TooRed\nmood = plug:Mood\nwords = plug:Words\nprinted = plug:Printed\n"
DRAW = """
import numpy as np

def draw(text, seed):
    return np.full((8, 8, 3), 40 * int(text[1]) + 20 * seed, dtype=np.uint8)
"""


@pytest.fixture(autouse=True)
def joined(plugin: Callable[[str, str], Path]) -> None:
    plugin(CHAIN, JOINED)


def plan(place: Path, *metrics: Any, **changes: Any) -> dict[str, Any]:
    (place / "draw.py").write_text(DRAW)
    if not (place / "prompts.csv").exists():
        (place / "prompts.csv").write_text("id,text,mood\na,p1,calm\nb,p2,wild\nc,p3,sad\n")
    return {
        "scenarios": [{"use": "file", "name": "shades", "path": str(place / "prompts.csv")}],
        "models": [{"use": "python", "name": "mine", "path": str(place / "draw.py"), "function": "draw"}],
        "metrics": list(metrics),
        "estimate": {"resamples": 100},
    } | changes


def test_an_annotator_gets_the_facts_it_needs_and_none_that_are_missing(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path, "warmest"), tmp_path / "run")
    scores = run.scores.sort("prompt_id")
    assert scores["value"].to_list() == [None, 1080.0, 1120.0]  # the first is too dull for what it rests on
    assert scores["reason"][0] == "too dull"
    facts = pl.read_parquet(next((tmp_path / "run" / "facts").glob("warm-*")) / "*.parquet")
    assert facts["error"].drop_nulls().to_list() == ["too dull"]


def test_a_set_metric_may_score_single_images(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path, "red", seeds=[0, 1]), tmp_path / "run")
    single = run.scores.filter(pl.col("prompt_id").is_not_null()).sort("prompt_id", "seed")
    assert single["value"].to_list() == [40.0, 60.0, 80.0, 100.0, 120.0, 140.0]
    assert single["seed"].to_list() == [0, 1] * 3
    assert set(single["reason"]) == {"its red"}
    [whole] = run.scores.filter(pl.col("prompt_id").is_null()).to_dicts()
    assert (whole["value"], whole["n"], whole["seed"]) == (90.0, 6, None)


def test_a_sources_own_plus_minus_is_shown_as_that_and_is_no_interval_of_a_level(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path, "printed"), tmp_path / "run")
    row = run.estimates.row(0, named=True)
    assert (row["value"], row["low"], row["high"], row["level"]) == (100.0, 95.0, 105.0, None)


def test_a_score_outside_its_bounds_is_an_error_with_the_metric_s_name(tmp_path: Path) -> None:
    with pytest.raises(BrokenContract, match=r"the metric too_red gave 80, outside its own bounds \[0, 1\]; mend"):
        paragone.run(plan(tmp_path, "too_red"), tmp_path / "run")


def test_scores_follow_what_they_read_of_a_prompt(tmp_path: Path) -> None:
    first = paragone.run(plan(tmp_path, "mood", "words", "red"), tmp_path / "run")
    before = {name: first.scores.filter(metric=name)["key"].to_list() for name in ("mood", "words", "red")}
    (tmp_path / "prompts.csv").write_text("id,text,mood\na,p1,melancholy\nb,p2,wild\nc,p3,sad\n")
    second = paragone.run(plan(tmp_path, "mood", "words", "red"), tmp_path / "run")
    mood = second.scores.filter(metric="mood").sort("prompt_id")
    assert mood["value"].to_list() == [10.0, 4.0, 3.0]
    assert len(set(before["mood"]) & set(mood["key"])) == 2
    words = second.scores.filter(metric="words")
    assert words["value"].to_list() == [pytest.approx(17 / 3)]
    assert second["influences"].filter(metric="words")["key"].to_list() == words["key"].to_list()
    assert second.scores.filter(metric="red")["key"].to_list() == before["red"]
    assert second.estimates.filter(metric="mood")["value"].to_list() == [pytest.approx(17 / 3)]


def test_perturbed_prompts_join_their_origins(tmp_path: Path) -> None:
    given = plan(tmp_path, "mood")
    given["scenarios"] = [given["scenarios"][0] | {"perturb": ["lowercase"]}]
    (tmp_path / "prompts.csv").write_text("id,text,mood\na,p1 HELLO,calm\nb,p2,wild\n")
    run = paragone.run(given, tmp_path / "run")
    changed = run.prompts.filter(pl.col("origin").is_not_null()).to_dicts()
    assert [(row["origin"], row["text"]) for row in changed] == [("a", "p1 hello")]
    assert json.loads(changed[0]["tags"])["perturbation"] == "lowercase"
    assert len(run.samples) == 3


def test_one_metric_under_two_names_is_refused(tmp_path: Path) -> None:
    given = plan(tmp_path, "mood", {"use": "mood", "name": "again"})
    with pytest.raises(NotReady, match="metric again: is the metric mood under another name"):
        paragone.run(given, tmp_path / "run")


def test_a_score_s_row_says_whose_it_is(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path, "mood", "red"), tmp_path / "run")
    identities = {name: found["identity"] for name, found in run.manifest["metrics"].items()}
    columns = ["model", "scenario", "metric", "metric_key"]
    expected = {("mine", "shades", name, identities[name]) for name in ("mood", "red")}
    assert set(run.scores.select(columns).iter_rows()) == expected
    assert set(run.samples.select("model", "scenario").iter_rows()) == {("mine", "shades")}
    assert set(run.prompts["scenario"]) == {"shades"}


def test_a_manifest_spells_out_what_was_run(tmp_path: Path) -> None:
    run = paragone.run(plan(tmp_path, "warmest", reference="mine"), tmp_path / "run")
    told = run.manifest
    assert told["reference"] == "mine"
    assert {name: found["subject"] for name, found in told["annotators"].items()} == dict.fromkeys(
        ("pixels", "picky", "warm"), "image"
    )
    assert told["annotators"]["picky"]["version"] == "1"
    assert all((tmp_path / "run" / found["facts"]).is_dir() for found in told["annotators"].values())
    assert told["created"] == told["updated"]
    assert (set(told["scenarios"]), set(told["models"]), set(told["metrics"])) == ({"shades"}, {"mine"}, {"warmest"})
    assert set(run.estimates["protocol"]) <= set(told["protocols"])
    assert told["plan"]["estimate"]["resamples"] == 100
    again = paragone.run(plan(tmp_path, "warmest", reference="mine"), tmp_path / "run").manifest
    assert again["created"] == told["created"]
