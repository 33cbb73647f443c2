"""Items with a known answer: made for words, pairs and real or fake, told in the file, and asked of everybody."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.rating_study import Visitor, run_of, study_of
from tests.report_run import Wanted, build_run

from paragone.core.errors import BadInput, ParagoneError
from paragone.rating.results.hype import hype_rows, is_qualified
from paragone.rating.results.quality import proposed, rater_quality
from paragone.rating.results.read import read_votes
from paragone.rating.store.study import Item, Study
from paragone.rating.study.study_file import read_study
from paragone.store.folder import RunFolder

KNOWN = {"model": "aurora", "scenario": "things", "prompt_id": "p00002", "question": "aesthetics"}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=40, seeds=(0,), side=16)
    return build_run(tmp_path_factory.mktemp("run") / "run", wanted)


def gold(study: Study) -> list[Item]:
    return [item for item in study.items.values() if item.role == "gold"]


@pytest.mark.parametrize("question", ["heim.alignment", "tise.plausibility"])
def test_words_of_another_prompt(question: str, run: RunFolder, tmp_path: Path) -> None:
    study = study_of(tmp_path / "study", run, questions=[question])
    own = {item.images[0].image: item.prompt for item in study.items.values() if item.role == "item"}
    assert gold(study)
    for item in gold(study):
        assert item.prompt != own[item.images[0].image]
        assert item.expected == {question.partition(".")[2]: [1, 3]}


def test_of_a_pair_the_image_of_the_prompt_is_right_wherever_it_stands(tmp_path: Path) -> None:
    study = study_of(tmp_path / "study", run_of(tmp_path / "run"), questions=["pair.alignment"])
    by_name = {one.name: one.prompt_id for item in study.items.values() for one in item.images}
    for item in gold(study):
        assert item.expected == {"alignment": "A"}
        assert item.images[0].prompt_id != item.images[1].prompt_id
        assert item.prompt_key.endswith(item.images[0].prompt_id)
    visitor, right = Visitor(study).comes_in(), []
    texts = {item.prompt: item.prompt_key for item in study.items.values()}
    while "All done" not in visitor.page:
        shown = [part.split('"')[0] for part in visitor.page.split('src="/image/')[1:]]
        prompt = next(key for text, key in texts.items() if text in visitor.page)
        mine = [prompt.endswith(by_name[name]) for name in shown]
        visitor.votes(0 if mine[0] and not mine[1] else 2 if mine[1] and not mine[0] else 1)
        right.append(mine)
    (one,) = rater_quality(read_votes(study))
    assert (one.gold_right, one.gold) == (1, 1)


def test_real_or_fake_has_a_qualification_of_images_that_nobody_rates(run: RunFolder, tmp_path: Path) -> None:
    raters: dict[str, Any] = {"per_item": 3, "items_each": 12, "gold_each": 20, "repeats_each": 0}
    images = {"prompts": 6, "models": ["aurora"]}
    study = study_of(tmp_path / "study", run, questions=["hype.infinity"], images=images, raters=raters)
    rated = {one.image for item in study.items.values() if item.role == "item" for one in item.images}
    assert not rated & {item.images[0].image for item in gold(study)}
    sides = Counter(item.expected["infinity"] for item in gold(study))
    assert sides["Real"] == sides["Fake"] >= 20
    real = {item.images[0].name for item in study.items.values() if item.images[0].is_real}
    for person in ("sharp", "guessing"):
        visitor = Visitor(study).comes_in()
        while "All done" not in visitor.page:
            name = visitor.page.split('src="/image/')[1].split('"')[0]
            visitor.votes(0 if person == "guessing" or name in real else 1)  # who guesses calls everything real
    votes = read_votes(study)
    by_rater = {rater: [vote for vote in votes if vote.rater == rater] for rater in {vote.rater for vote in votes}}
    assert sorted(is_qualified(mine) for mine in by_rater.values()) == [False, True]
    for mine in by_rater.values():
        assert Counter(vote.item.images[0].is_real for vote in mine if vote.role == "gold") == {True: 10, False: 10}
    (row,) = hype_rows("infinity", votes, rng=np.random.default_rng(0))
    assert "1 of 2 people not qualified" in row.estimate.reason
    assert row.estimate.value == 0.0  # who is left was never wrong
    assert any("10 of 20 known answers wrong" in reason for reason in proposed(rater_quality(votes)).values())


def test_real_or_fake_needs_both(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"images\.real"):
        study_of(tmp_path / "study", run_of(tmp_path / "run"), questions=["hype.infinity"])


def test_what_the_file_tells_is_asked_of_everybody(run: RunFolder, tmp_path: Path) -> None:
    told: list[dict[str, Any]] = [
        KNOWN | {"answer": "I find the image ugly."},
        KNOWN | {"answer": [1, 2], "prompt_id": "p00003"},
    ]
    raters = {"per_item": 3, "items_each": 6, "gold_each": 2, "repeats_each": 0}
    study = study_of(tmp_path / "study", run, questions=["heim.aesthetics"], gold=told, raters=raters)
    assert [item.images[0].prompt_id for item in gold(study)] == ["p00002", "p00003"]
    kind, unkind = Visitor(study).comes_in(), Visitor(study).comes_in()
    for visitor, choice in ((kind, 4), (unkind, 0)):
        while "All done" not in visitor.page:
            visitor.votes(choice)
    assert sorted((one.gold_right, one.gold) for one in rater_quality(read_votes(study))) == [(0, 2), (2, 2)]
    with pytest.raises(BadInput, match="no image aurora / things / p9"):
        study_of(tmp_path / "other", run, questions=["heim.aesthetics"], gold=[told[0] | {"prompt_id": "p9"}])


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"answer": "nice"}, "is no answer to"), ({"question": "beauty", "answer": "x"}, "no question"), ({}, "answer")],
)
def test_a_wrong_known_answer_is_one_line(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ParagoneError, match=said):
        read_study({"title": "T", "questions": ["heim.aesthetics"], "gold": [KNOWN | changed]})
