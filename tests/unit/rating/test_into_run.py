"""Every kind of answer becomes numbers of the run: shares of wins, of words and of right answers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.rating_study import Visitor, study_of
from tests.report_run import Wanted, build_run

import paragone
from paragone.rating.questions.question import Question
from paragone.rating.questions.sets import shipped
from paragone.rating.results.into_run import grow, measures, ratings_of, store_in_runs
from paragone.rating.results.quality import rater_quality
from paragone.rating.results.read import Vote, judged
from paragone.rating.results.summary import summary_of
from paragone.rating.store.study import Item, Shown, Study
from paragone.stages import run as run_plan
from paragone.stages.planning.plan import Plan
from paragone.store.folder import RunFolder
from paragone.store.ratings import RatingReader, store_ratings

FEW = {"per_item": 2, "items_each": 6, "gold_each": 0, "repeats_each": 0}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("run") / "run", Wanted(models=("aurora", "basalt"), prompts=6, side=16))


def rated(study: Study, *choices: int) -> Study:
    for choice in choices:
        visitor = Visitor(study).comes_in()
        while "All done" not in visitor.page:
            visitor.votes(choice)
    return study


def test_a_vote_on_a_pair_is_a_win_of_one_and_a_loss_of_the_other(tmp_path: Path, run: RunFolder) -> None:
    study = rated(study_of(tmp_path / "study", run, questions=["pair.better"], raters=FEW), 0, 1)
    rows = ratings_of(study)
    assert len(rows) == 2 * 12
    by_vote: dict[tuple[str, frozenset[Any]], list[dict[str, Any]]] = {}
    for row in rows:
        by_vote.setdefault((row["rater"], frozenset((row["sample"], row["other"]))), []).append(row)
    for both in by_vote.values():
        assert sum(row["value"] for row in both) == 1
        assert {row["answer"] for row in both} in ({"won", "lost"}, {"tie"})


def test_the_best_of_several_is_chosen_and_the_others_are_not(tmp_path: Path, run: RunFolder) -> None:
    study = rated(study_of(tmp_path / "study", run, questions=["best.of_four"], raters=FEW), 0)
    rows = ratings_of(study)
    assert sorted({(row["answer"], row["value"]) for row in rows}) == [("chosen", 1.0), ("not chosen", 0.0)]
    assert sum(row["value"] for row in rows) == len(rows) / 2 == 6


def test_what_human_measures_of_each_question() -> None:
    asked = {
        name: measures(shipped(name)[0]) for name in ("heim.alignment", "pair.better", "hype.infinity", "open.text")
    }
    assert asked["heim.alignment"] == [{"question": "alignment", "lowest": 1.0, "highest": 5.0}]
    assert asked["pair.better"] == [{"question": "better", "lowest": 0.0, "highest": 1.0}]
    assert asked["hype.infinity"] == [{"question": "infinity", "label": "Real"}]
    assert asked["open.text"] == []
    assert [one["label"] for one in measures(shipped("thesis.gender")[0])] == ["Female", "Male", "Uncertain"]
    assert measures(shipped("dalleval_skills.count")[0]) == [{"question": "count", "lowest": 0.0, "highest": 1.0}]
    assert measures(shipped("heim.copyright")[0])[0]["better"] == "lower"
    assert measures(Question("where", "?", "boxes"))[0]["better"] == "neither"


PLAN: dict[str, Any] = {
    "scenarios": [{"use": "paintskills", "name": "scenes", "skill": "object"}],
    "models": [{"use": "scene_oracle", "size": 32}, {"use": "scene_shuffled", "size": 32}],
    "metrics": ["blackout"],
    "limit": 6,
}


def test_of_a_skill_the_share_of_right_answers_stands_beside_the_detectors(tmp_path: Path) -> None:
    folder = run_plan(Plan.model_validate(PLAN), str(tmp_path / "run"))
    images = {"models": ["scene_oracle", "scene_shuffled"]}
    study = study_of(tmp_path / "study", folder, questions=["dalleval_skills.object"], images=images, raters=FEW)
    own = [item for item in study.items.values() if item.role == "item"]
    right = {item.expected["object"] for item in own}
    for _ in range(4):
        visitor = Visitor(study).comes_in()
        while "All done" not in visitor.page and "all the answers" not in visitor.page:
            visitor.votes(**{"q.object": sorted(right)[0]})
    (stored,) = store_in_runs(study)
    assert grow(stored, study.questions) == ""
    found = paragone.load(str(stored)).estimates
    shares = dict(found.filter(found["metric"] == "human(object)").select("model", "value").iter_rows())
    said = sum(item.expected["object"] == sorted(right)[0] for item in own if item.arm == "scene_oracle") / 6
    assert shares["scene_oracle"] == pytest.approx(said)
    table = {row["model"]: row for row in summary_of(study, target=0.1).rows}
    assert table["scene_oracle"]["value"] == pytest.approx(said, abs=1e-4)


def vote(
    answer: str, value: float | None, *, role: str = "item", models: tuple[str, ...] = ("m",), **expected: Any
) -> Vote:
    shown = tuple(Shown("x.png", None, model, "s", "p", 0, "h") for model in models)
    item = Item(1, "item", models[0], "p", "", sensitive=False, images=shown, expected=expected)
    return Vote("r", item, role, "count", value, answer, 3.0, None, 0)


def test_a_count_is_right_or_wrong_and_without_a_known_one_neither() -> None:
    questions = shipped("dalleval_skills")
    votes = [vote("3", 3.0, count=[3, 3]), vote("2", 2.0, count=[3, 3]), vote("2", 2.0)]
    assert [one.value for one in judged(votes, questions)] == [1.0, 0.0, None]
    assert judged([replace(votes[0], question="else")], questions)[0].value == 3.0


def test_of_a_pair_the_opposite_answer_is_another_and_a_tie_is_near() -> None:
    both = ("m", "n")
    for again, same in (("A", 1), ("Tie", 1), ("B", 0)):
        values = {"A": 1.0, "Tie": 0.5, "B": 0.0}
        votes = [vote("A", 1.0, models=both), vote(again, values[again], role="repeat", models=both)]
        (found,) = rater_quality(votes)
        assert (found.same, found.repeats) == (same, 1)


def test_what_was_said_of_an_image_is_not_said_of_it_beside_other_words(run: RunFolder) -> None:
    samples = run.table("samples").read().to_dicts()
    one = next(row for row in samples if row["image"])
    text = next(row["text"] for row in run.table("prompts").read().to_dicts() if row["prompt_id"] == one["prompt_id"])
    about = {name: one[name] for name in ("model", "scenario", "prompt_id", "seed", "image")} | {"sample": one["key"]}
    with run.writing():
        store_ratings(run, "words", [about | {"question": "q", "rater": "r", "value": 5.0, "answer": "5"}])
    reader = RatingReader(run)
    assert reader.get(one["image"], text) == {"answers": {"q": [["r", 5.0, "5", None]]}}
    assert "nobody has rated" in str(reader.get(one["image"], "another prompt"))


def test_shares_of_words_have_intervals(tmp_path: Path, run: RunFolder) -> None:
    study = rated(study_of(tmp_path / "study", run, questions=["thesis.gender"], raters=FEW), 0, 0)
    rows = summary_of(study, target=0.1).rows
    assert {row["question"] for row in rows} == {"gender = Female"}
    for row in rows:
        assert row["value"] == row["high"] == 1
        assert row["low"] is not None
        assert row["low"] < 1
