import pytest

from paragone.core.errors import BadInput
from paragone.report.export.sheet_choice import Candidate, Choice, about, choose

FEW = [
    Candidate("a", "Two dogs", {"x": 0.1, "y": 0.2}),
    Candidate("b", "A hand waves", {"x": 0.9, "y": 0.1}),
    Candidate("c", "A crowd", {"x": 0.8, "y": 0.9}),
    Candidate("d", "A lamp", {"x": 0.5}),
]


def ids(choice: Choice) -> list[str]:
    return [one.prompt_id for one in choice.prompts]


def test_each_rule_takes_what_it_says_and_says_it() -> None:
    assert ids(choose(FEW, "worst", 1, metric="m")) == ["a"]
    assert ids(choose(FEW, "best", 1, metric="m")) == ["c"]
    assert ids(choose(FEW, "best", 1, metric="m", better=-1)) == ["a"]
    found = choose(FEW, "different", 2, metric="m")
    assert ids(found)[0] == "b"
    assert "d" not in ids(choose(FEW, "different", 4, metric="m"))  # one model's score is no difference
    assert "where models differ most in m" in found.words


def test_chance_is_the_seed_s_and_not_the_order_s() -> None:
    one, again, other = (choose(few, "random", 3, seed=s) for few, s in ((FEW, 1), (FEW[::-1], 1), (FEW, 4)))
    assert ids(one) == ids(again)
    assert ids(one) != ids(other)
    assert one.words == "3 of 4 prompts, at random (seed 1)"


def test_subjects_go_by_words_in_the_caption() -> None:
    assert [one.prompt_id for subject in ("hands", "groups", "numbers") for one in about(FEW, subject)] == [
        "b",
        "c",
        "a",
    ]
    with pytest.raises(BadInput, match="no subject is called 'feet'; there are hands, faces, groups, numbers"):
        about(FEW, "feet")


def test_a_rule_without_scores_is_refused() -> None:
    with pytest.raises(BadInput, match="no prompt has the scores"):
        choose([Candidate("a", "x", {})], "worst", 1)
