"""How many more: what is foretold from few people comes true when so many come, and gaps are told apart by then."""

import numpy as np
import pytest

from paragone.rating.questions.sets import shipped
from paragone.rating.results.models import Contributions, difference_contributions, mean_contributions
from paragone.rating.results.more import Need, more_lines, needs, now_of, people_for
from paragone.rating.results.quality import skills_of
from paragone.rating.results.read import Vote
from paragone.rating.store.study import Item, Shown


def item(number: int, *models: str) -> Item:
    shown = tuple(Shown("x.png", None, model, "s", f"p{number}", 0, "h") for model in models)
    return Item(number, "item", models[0], f"p{number}", "", sensitive=False, images=shown)


def study(people: int, rng: np.random.Generator) -> list[Vote]:
    """Forty prompts, everybody rates all: people differ in severity, and every answer in noise."""
    by_prompt = np.random.default_rng(9).normal(0, 0.2, 40)
    votes = []
    for person in range(people):
        severity = rng.normal(0, 0.6)
        for k in range(40):
            value = float(np.clip(np.rint(3 + by_prompt[k] + severity + rng.normal(0, 0.7)), 1, 5))
            votes.append(Vote(f"r{person}", item(k, "m"), "item", "q", value, "", 3.0, None, k))
    return votes


def width(found: Contributions | None) -> float:
    assert found is not None
    return now_of(found)


def test_what_is_foretold_comes_true() -> None:
    rng = np.random.default_rng(3)
    target = 0.15
    foretold = [people_for(needs(mean_contributions(study(12, rng)), rng=rng), target) for _ in range(8)]
    people = int(np.median([one for one in foretold if one]))
    assert 15 < people < 120
    widths = [width(mean_contributions(study(people, rng))) for _ in range(4)]
    assert np.median(widths) == pytest.approx(target, rel=0.25)


def noisy(people: int, rng: np.random.Generator) -> list[Vote]:
    """Sixty prompts, everybody rates forty of 120 images of two models, and single answers vary most of all."""
    votes, by_prompt = [], rng.normal(0, 0.5, 60)
    for person in range(people):
        severity = rng.normal(0, 0.5)
        for place in rng.permutation(120)[:40].tolist():
            model, prompt = ("a", "b")[place % 2], place // 2
            value = 3 + 0.3 * (model == "b") + by_prompt[prompt] + severity + rng.normal(0, 1)
            votes.append(Vote(f"r{person}", item(prompt, model), "item", "q", float(value), "", 3.0, None, place))
    return votes


def test_slips_of_single_answers_are_not_taken_for_prompts() -> None:
    # Few answers a prompt: to draw the same people again foretold twice as many as it takes, or that none would do.
    rng = np.random.default_rng(4)
    foretold = [people_for(needs(difference_contributions(noisy(10, rng), "a", "b"), rng=rng), 0.15) for _ in range(16)]
    assert foretold.count(None) <= 1
    people = int(np.median([one for one in foretold if one]))
    widths = [width(difference_contributions(noisy(people, rng), "a", "b")) for _ in range(9)]
    assert np.median(widths) == pytest.approx(0.15, rel=0.25)


def test_between_what_was_tried_by_hand() -> None:
    tried = [Need(10, 1.0, 0.4), Need(20, 2.0, 0.2)]
    assert people_for(tried, 0.5) == 10
    assert people_for(tried, 0.3) == 15
    assert people_for(tried, 0.1) is None


def test_pairs_that_cannot_be_told_apart_say_how_many_people() -> None:
    rng = np.random.default_rng(2)
    (question,) = shipped("pair.better")
    votes = [
        Vote(f"r{r}", item(k, "a", "b"), "item", "better", float(rng.random() < 0.55), "A", 2.0, None, k)
        for r in range(5)
        for k in range(20)
    ]
    (line,) = more_lines(question, votes, target=0.1, rng=rng)
    assert "better, a and b cannot be told apart yet" in line
    clear = [Vote(v.rater, v.item, "item", "better", float(rng.random() < 0.9), "A", 2.0, None, 0) for v in votes]
    assert more_lines(question, clear, target=0.1, rng=rng) == []


def test_who_names_classes_rightly_is_seen_by_dawid_and_skene() -> None:
    rng = np.random.default_rng(6)
    truth = rng.choice(["cat", "dog", "hen"], 60)
    votes = []
    for rater, right in (("a", 0.95), ("b", 0.9), ("c", 0.85), ("guesses", 1 / 3)):
        for k in range(60):
            said = str(truth[k]) if rng.random() < right else str(rng.choice(["cat", "dog", "hen"]))
            votes.append(Vote(rater, item(k, "m"), "item", "animal", None, said, 2.0, None, k))
    skills = skills_of(votes)
    assert sorted(skills, key=lambda one: -skills[one])[-1] == "guesses"
    assert skills["a"] > 0.85
    assert skills["guesses"] < 0.7
