"""What a study shows: prompts that runs share, pairs in turn, words as they were meant, right answers."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.rating_study import study_of
from tests.report_run import Wanted, build_run

from paragone.core.errors import BadInput
from paragone.core.expect import expect_from
from paragone.core.types import Prompt
from paragone.rating.questions.sets import shipped
from paragone.rating.study.choose import choose_items
from paragone.rating.study.places import right_answers
from paragone.rating.study.study_file import StudyFile, read_study
from paragone.scenes.vocabulary import ALL_CLASSES, COLOURS, RELATIONS
from paragone.store.folder import RunFolder


def run_with(place: Path, *models: str, prompts: int = 6) -> RunFolder:
    return build_run(place, Wanted(models=models, prompts=prompts, seeds=(0,), side=16))


def file_of(question: str, **images: Any) -> StudyFile:
    raters = {"gold_each": 0, "repeats_each": 0}
    return read_study({"title": "T", "questions": [question], "images": images, "raters": raters})


def test_models_of_two_runs_are_compared_on_the_prompts_that_both_have(tmp_path: Path) -> None:
    runs = [run_with(tmp_path / "a", "aurora"), run_with(tmp_path / "b", "basalt", prompts=4)]
    items = choose_items(file_of("pair.better", prompts=5), runs)
    assert len(items) == 4  # of the fifth prompt one run has nothing to compare
    assert {item.arm for item in items} == {"aurora / basalt"}
    for item in items:
        assert len({row["prompt_id"] for row in item.samples}) == 1
        assert [row["run"].root.name for row in item.samples] == ["a", "b"]
    named = choose_items(file_of("heim.aesthetics", models=["aurora", "basalt"], prompts=4), runs)
    assert Counter(item.arm for item in named) == {"aurora": 4, "basalt": 4}


def test_one_name_for_two_models_is_refused(tmp_path: Path) -> None:
    runs = [run_with(tmp_path / "a", "aurora"), run_with(tmp_path / "b", "aurora")]
    manifest = runs[1].read_manifest()
    manifest["models"]["aurora"]["identity"] = "another"
    runs[1].write_manifest(manifest)
    with pytest.raises(BadInput, match="two runs have a model called 'aurora'"):
        choose_items(file_of("heim.aesthetics"), runs)
    with pytest.raises(BadInput, match="no model 'aurorra'; did you mean aurora"):
        choose_items(file_of("heim.aesthetics", models=["aurorra"]), runs[:1])


def test_so_many_pairs_of_a_prompt_each_as_often_as_the_others(tmp_path: Path) -> None:
    run = run_with(tmp_path / "run", "aurora", "basalt", "cirrus", "dune")
    items = choose_items(file_of("pair.better", prompts=6, pairs=2), [run])
    counts = Counter(item.arm for item in items)
    assert len(counts) == 6
    assert sum(counts.values()) in (11, 12)  # one drawing of this run was refused
    assert max(counts.values()) == 2


def test_people_read_what_was_meant(tmp_path: Path) -> None:
    run = run_with(tmp_path / "run", "aurora")
    rows = run.table("prompts").read().to_dicts()
    rows = [row | {"text": "teh cat", "meaning": "the cat"} for row in rows]
    for part in (tmp_path / "run").glob("prompts/*"):
        part.unlink()
    run.table("prompts").append(rows)
    study = study_of(tmp_path / "study", run)
    assert {item.prompt for item in study.items.values()} == {"the cat"}


def right(skill: str, **objects: Any) -> dict[str, Any]:
    things = [{"label": "dog", "count": 1, **objects}]
    more: dict[str, Any] = {}
    if skill == "spatial":
        things.append({"label": "bus", "count": 1})
        more["relations"] = [{"subject": 1, "relation": "left", "object": 0}]
    expect = expect_from(json.loads(json.dumps({"objects": things, "scene": {"skill": skill}} | more)))
    return right_answers(Prompt("p", "x", expect=expect), shipped("dalleval_skills"))


def test_a_prompt_of_a_skill_says_itself_what_is_right() -> None:
    assert right("object") == {"object": "dog"}
    assert right("count", count=3) == {"object": "dog", "count": [3, 3]}
    assert right("color", colour="red") == {"object": "dog", "color": "red"}
    assert right("spatial") == {"spatial": "left"}
    assert right_answers(Prompt("p", "the mood of a rainy day"), shipped("dalleval_skills")) == {}


def test_every_right_answer_can_be_given() -> None:
    options = {one.name: set(one.options) for one in shipped("dalleval_skills")}
    assert set(ALL_CLASSES) <= options["object"]
    assert set(COLOURS) <= options["color"]
    assert set(RELATIONS) <= options["spatial"]
