"""Study files: what is wrong is told in one line; answers are what a question allows and nothing else."""

from pathlib import Path
from typing import Any

import pytest

from paragone.core.errors import ParagoneError
from paragone.rating.questions.question import Answer, Question
from paragone.rating.questions.sets import shipped, shipped_sets
from paragone.rating.store.work import as_stored
from paragone.rating.study.cost import cost_of
from paragone.rating.study.study_file import read_study

GOOD: dict[str, Any] = {"title": "T", "questions": ["heim.alignment"]}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": ""}, "title"),
        ({"questions": []}, "questions"),
        ({"questions": ["heim.alignmnet"]}, "alignment"),
        ({"questions": ["haim"]}, "heim"),
        ({"questions": ["heim.alignment", "heim.alignment"]}, "two questions are called"),
        ({"questions": ["heim.alignment", "pair.better"]}, "one page shows one thing"),
        ({"questions": [{"name": "x", "ask": "?", "options": ["a"]}]}, "two options"),
        ({"questions": [{"name": "../x", "ask": "?", "kind": "text"}]}, "name"),
        ({"raters": {"per_item": 0}}, "raters.per_item is 0; input should be greater"),
        ({"raters": {"per_itm": 3}}, "there is no setting 'raters.per_itm'; did you mean per_item?"),
        ({"words": {"nxt": "Suivant"}}, "no words called 'nxt'; did you mean next?"),
        ({"words": {"expected": "Beaucoup"}}, "keep what stands in braces"),
        ({"opne": True}, "there is no setting 'opne'; did you mean open?"),
        ({"questions": [{"name": "x", "ask": "?", "kinds": "text"}]}, "did you mean kind"),
        ({"questions": [{"name": "x", "ask": "?", "kind": "pair", "options": ["Left", "Right"]}]}, "options are A"),
        ({"questions": [{"name": "x", "ask": "?", "kind": "pair", "options": ["A", "1", "2", "B"]}]}, "one option"),
        ({"pay": {"per_answer": -1}}, "pay.per_answer"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_wrong_is_one_line(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ParagoneError) as told:
        read_study(GOOD | changed)
    assert said in str(told.value)
    assert "\n" not in str(told.value)


def test_no_file_broken_toml_and_the_shipped_one(tmp_path: Path) -> None:
    with pytest.raises(ParagoneError, match="no study file"):
        read_study(tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("title = ")
    with pytest.raises(ParagoneError, match="cannot read"):
        read_study(tmp_path / "broken.toml")
    assert read_study("quick").is_open


def test_every_shipped_question_can_be_asked() -> None:
    for family, questions in shipped_sets().items():
        for question in shipped(family):
            assert read_study(GOOD | {"questions": [f"{family}.{question.name}"]}).asked == [question]
        assert questions["title"]
    assert [one.name for one in shipped("heim")] == [
        "alignment",
        "originality",
        "subject",
        "aesthetics",
        "photorealism",
    ]


def test_answers_are_read_by_kind() -> None:
    scale, pair = shipped("heim.alignment")[0], shipped("pair.better")[0]
    assert scale.read(["Matches exactly"], images=1) == Answer(5.0, "Matches exactly")
    assert scale.read(["5"], images=1) is None
    assert scale.read([], images=1) is None
    assert [pair.read([one], images=2) for one in ("A", "Tie", "B")] == [
        Answer(1.0, "A"), Answer(0.5, "Tie"), Answer(0.0, "B"),
    ]  # fmt: skip
    count = shipped("dalleval_skills.count")[0]
    assert [count.read([one], images=1) for one in ("3", "21", "nan", "x")] == [Answer(3.0, "3"), None, None, None]
    boxes = shipped("open.boxes")[0]
    assert boxes.read(["0-0", "5-5", "9-9"], images=1) == Answer(2 / 36, '["0-0", "5-5"]')
    assert boxes.read(["none"], images=1) == Answer(0.0, "[]")
    copyright_of = shipped("heim.copyright")[0]
    assert [copyright_of.read([one], images=1) for one in ("None\nnone", "https://x.example", " ")] == [
        Answer(0.0, "None\nnone"), Answer(1.0, "https://x.example"), None,
    ]  # fmt: skip
    best = Question("b", "?", "best", "row")
    assert best.read(["D"], images=4) == Answer(None, "D")
    assert best.read(["D"], images=3) is None


def test_what_stood_where_is_undone() -> None:
    assert as_stored(Answer(1.0, "A"), (1, 0)) == Answer(0.0, "B")
    assert as_stored(Answer(0.0, "B"), (1, 0)) == Answer(1.0, "A")
    assert as_stored(Answer(0.5, "Tie"), (1, 0)) == Answer(0.5, "Tie")
    assert as_stored(Answer(None, "A"), (2, 0, 1)) == Answer(None, "C")


def test_heims_pay_by_hand() -> None:
    raters = {"per_item": 5, "items_each": 10, "gold_each": 0, "repeats_each": 0}
    changed = {"pay": {"per_answer": 0.02, "fee": 0.2}, "raters": raters}
    found = cost_of(read_study(GOOD | changed), 100)
    assert (found.people, found.answers) == (50, 500)
    assert found.total == pytest.approx(500 * 0.02 * 1.2)
    assert found.pay / found.hours == pytest.approx(16)
