"""`human` reads the run's ratings through the real stages: more votes make other numbers, nobody asked is no zero."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.core.catalogue import make
from paragone.core.types import Cohort, Prompt
from paragone.stages import run
from paragone.stages.planning.plan import Plan
from paragone.stats.raters.two_way import two_way_mean
from paragone.store.folder import RunFolder
from paragone.store.ratings import store_ratings

PLAN: dict[str, Any] = {
    "scenarios": [{"use": "paintskills", "name": "scenes", "skill": "object"}],
    "models": [{"use": "scene_oracle", "size": 32}, {"use": "scene_oracle", "name": "same", "size": 32}],
    "metrics": ["blackout"],
    "limit": 6,
}


HUMAN = {"use": "human", "question": "alignment", "lowest": 1, "highest": 5}


def people(*images: dict[str, tuple[str, float, str]]) -> Cohort:
    answers = np.zeros(len(images), dtype=object)
    answers[:] = [{"alignment": [[r, v, a, 1.0] for r, v, a in one.values()]} if one else {} for one in images]
    prompts = tuple(Prompt(f"p{k}", "a wall") for k in range(len(images)))
    return Cohort(prompts, {"ratings": {"answers": answers}})


def judged(cohort: Cohort, **options: Any) -> Any:
    return make("metrics", "human", options).judge(cohort, None, np.random.default_rng(0))


def test_the_mean_of_prompts_with_people_and_prompts_as_chance() -> None:
    cohort = people(
        {"a": ("a", 5.0, "yes"), "b": ("b", 3.0, "no")},
        {"a": ("a", 2.0, "no"), "b": ("b", 1.0, "no")},
        {"a": ("a", 4.0, "yes"), "c": ("c", 4.0, "yes")},
        {},
    )
    found = judged(cohort)
    assert found.value == pytest.approx((4 + 1.5 + 4) / 3)
    assert (found.n, found.missing) == (3, 1)
    assert [score.value for score in found.scores] == [4.0, 1.5, 4.0, None]
    values, prompts, raters = [5, 3, 2, 1, 4, 4], list("001122"), list("ababac")
    other = two_way_mean([float(one) for one in values], prompts, raters)
    error = np.sqrt(sum(one**2 for one in found.influences.values()))
    assert other.value is not None
    assert other.high is not None
    assert error * (other.high - other.value) > 0
    assert judged(cohort, label="yes").value == pytest.approx((0.5 + 0 + 1) / 3)
    assert judged(people({}, {})).value is None


def test_the_ends_of_the_scale_come_from_the_plan() -> None:
    assert make("metrics", "human", {"lowest": 1, "highest": 5}).bounds == (1, 5)
    assert make("metrics", "human", {"label": "yes"}).bounds == (0, 1)
    with pytest.raises(paragone.ParagoneError, match="lowest must be less"):
        make("metrics", "human", {"lowest": 5, "highest": 1})


def test_in_a_run_it_waits_for_votes_and_follows_them(tmp_path: Path) -> None:
    folder = run(Plan.model_validate(PLAN), tmp_path / "run")
    asked = Plan.model_validate(PLAN | {"metrics": ["blackout", HUMAN]})
    with pytest.raises(paragone.ParagoneError, match="nobody has rated"):
        run(asked, tmp_path / "run")
    vote(folder, lambda prompt, rater: 1.0 + (prompt + rater) % 5)
    run(asked, tmp_path / "run")
    first = estimates(folder)
    assert first["scene_oracle"]["n"] == 6
    # The same bytes under two names were rated once: both have the same number, and the interval has a width.
    assert {k: v for k, v in first["same"].items() if k != "model"} == {
        k: v for k, v in first["scene_oracle"].items() if k != "model"
    }
    assert first["same"]["low"] < first["same"]["value"] < first["same"]["high"]
    vote(folder, lambda prompt, rater: 5.0 - prompt % 2)
    run(asked, tmp_path / "run")
    last = estimates(folder)["same"]
    assert last["value"] == pytest.approx(4.5)
    assert (last["low"] > 1, last["high"]) == (True, 5.0)  # Student's interval alone would reach 5.46
    people = folder.table("people").read()
    assert people["metric"].unique().to_list() == ["blackout"]


def vote(folder: RunFolder, value: Any) -> None:
    samples = folder.table("samples").read(where=pl.col("model") == "scene_oracle").sort("prompt_id").to_dicts()
    names = ("model", "scenario", "prompt_id", "seed", "image")
    rows = [
        {name: one[name] for name in names}
        | {"sample": one["key"], "question": "alignment", "rater": f"r{rater}", "value": value(place, rater)}
        for place, one in enumerate(samples)
        for rater in range(3)
    ]
    with folder.writing():
        store_ratings(folder, "study", rows)


def estimates(folder: RunFolder) -> dict[str, dict[str, Any]]:
    where = (pl.col("metric") == "human(alignment)") & (pl.col("group") == "")
    return {row["model"]: row for row in folder.table("estimates").read(where=where).to_dicts()}
