"""What a prompt expects: read from JSON with each part checked, shown in part, written back."""

from typing import Any

import pytest

from paragone.core.errors import BadInput
from paragone.core.expect import EMPTY, Expect, Question, Relation, Thing, expect_from

WRITTEN: dict[str, Any] = {
    "objects": [{"label": "dog", "count": 2, "colour": "red"}, {"label": "car"}],
    "relations": [{"subject": 1, "relation": "left", "object": 0}],
    "words": ["STOP"],
    "references": ["two red dogs by a car"],
    "distractors": ["two red cats by a car"],
    "questions": [{"text": "how many?", "answer": "2", "choices": ["1", "2"], "depends_on": [0]}],
    "group": "animals",
    "caption": "dogs",
    "scene": {"skill": "count"},
}
READ = Expect(
    objects=(Thing("dog", 2, "red"), Thing("car", 1, None)),
    relations=(Relation(1, "left", 0),),
    words=("STOP",),
    references=("two red dogs by a car",),
    distractors=("two red cats by a car",),
    questions=(Question("how many?", "2", ("1", "2"), (0,)),),
    group="animals",
    caption="dogs",
    scene={"skill": "count"},
)


def test_everything_that_is_written_is_read() -> None:
    assert expect_from(WRITTEN) == READ
    assert expect_from({}) is EMPTY


def test_what_was_read_is_written_as_it_was_with_counts_said() -> None:
    objects = [{"label": "dog", "count": 2, "colour": "red"}, {"label": "car", "count": 1}]
    assert READ.as_json() == {**WRITTEN, "objects": objects}
    assert EMPTY.as_json() == {}
    assert expect_from(READ.as_json()) == READ


def test_nothing_is_offered_by_default_and_everything_that_is_there() -> None:
    empty: tuple[object, ...] = ()
    parts = (EMPTY.objects, EMPTY.relations, EMPTY.words, EMPTY.references, EMPTY.distractors, EMPTY.questions)
    assert all(part == empty for part in parts)
    assert (EMPTY.group, EMPTY.caption, EMPTY.scene) == ("", "", {})
    assert EMPTY.offers() == set()
    assert READ.offers() == {*WRITTEN, "colours"}
    assert Expect(objects=(Thing("car"),)).offers() == {"objects"}
    assert READ.colours == (Thing("dog", 2, "red"),)


def test_only_what_was_asked_for_is_shown_and_colours_come_with_their_objects() -> None:
    assert READ.only(["words"]) == Expect(words=("STOP",))
    assert READ.only(["colours"]) == Expect(objects=READ.objects)
    assert READ.only([]) == EMPTY


def test_a_question_and_an_object_have_plain_defaults() -> None:
    assert Question("is it?", "yes") == Question("is it?", "yes", (), ())
    assert Thing("dog") == Thing("dog", 1, None)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"object": []}, r"^here: `expect` has no 'object'; did you mean objects\?$"),
        ({"zzz": []}, r"has no 'zzz'; there are objects, relations, words"),
        ({"others": []}, r"has no 'others'; write `references` \(true captions\) or `distractors`"),
        ({"words": "STOP"}, r"^here: 'words' in `expect` is 'STOP'; write a list$"),
        ({"words": {"a": 1}}, r"write a list$"),
        ({"words": 3}, r"'words' in `expect` is '3'; write a list$"),
        ({"words": [3]}, r"^here: 'words' in `expect` holds '3'; write text$"),
        ({"group": ["a"]}, r"'group' in `expect` holds .*; write text$"),
        ({"caption": 7}, r"'caption' in `expect` holds '7'; write text$"),
        ({"scene": "park"}, r"^here: 'scene' in `expect` is 'park'; write an object, or leave it out$"),
        ({"scene": {"index": True}}, r"'index' of 'scene' in `expect` is 'True'; write a number from 0"),
        ({"scene": {"seed": -1}}, r"'seed' of 'scene' in `expect` is '-1'; write a number from 0"),
        ({"objects": ["dog"]}, r"^here: 'dog' in 'objects' of `expect`; write an object of label, count, colour$"),
        ({"objects": [{"label": "dog", "size": 3}]}, r"in 'objects' of `expect`; write an object of label"),
        ({"objects": [{"count": 2}]}, r"in 'objects' of `expect` lacks something: .*label"),
        ({"objects": [{"label": "dog", "count": "2"}]}, r"^here: 'count' in 'objects' of `expect` is '2'; see docs"),
        ({"objects": [{"label": None}]}, r"'label' in 'objects' of `expect` is 'None'"),
        ({"objects": [{"label": 3}]}, r"'label' in 'objects' of `expect` is '3'"),
        ({"questions": [{"text": "a", "answer": "b", "choices": "c"}]}, r"'choices' in 'questions' of `expect` is 'c'"),
        (
            {"relations": [{"subject": 0, "relation": "left", "object": 1}]},
            r"of objects 0 and 1, but there are 0",
        ),
        (
            {"objects": [{"label": "a"}], "relations": [{"subject": 0, "relation": "on", "object": 1}]},
            r"^here: a relation of objects 0 and 1, but there are 1; count from 0$",
        ),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(written: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        expect_from(written, where="here")


def test_long_values_are_cut_where_they_are_told() -> None:
    for written in ({"words": "x" * 99}, {"words": [["x" * 99]]}, {"scene": "x" * 99}, {"objects": ["x" * 99]}):
        with pytest.raises(BadInput) as told:
            expect_from(written)
        assert 50 <= str(told.value).count("x") <= 62  # `expect` has an x of its own


def test_a_colour_may_be_none_and_a_scene_must_be_storable() -> None:
    assert expect_from({"objects": [{"label": "dog", "colour": None}]}).objects == (Thing("dog"),)
    with pytest.raises(TypeError, match="finite"):
        expect_from({"scene": {"x": float("nan")}})
