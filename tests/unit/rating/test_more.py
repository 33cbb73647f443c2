"""How many more: what is foretold from few people comes true when so many come, and gaps are told apart by then."""

import numpy as np
import pytest

from paragone.core.types import Estimate
from paragone.rating.questions.sets import shipped
from paragone.rating.results.more import Need, half_width, more_lines, needs, people_for
from paragone.rating.results.quality import skills_of
from paragone.rating.results.read import Vote
from paragone.rating.store.study import Item, Shown
from paragone.stats.raters.two_way import two_way_mean


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


def mean(votes: list[Vote]) -> Estimate:
    return two_way_mean([v.value or 0 for v in votes], [v.item.id for v in votes], [v.rater for v in votes])


def test_what_is_foretold_comes_true() -> None:
    rng = np.random.default_rng(3)
    target = 0.15
    foretold = [people_for(needs(study(12, rng), mean, rng=rng), target) for _ in range(6)]  # type: ignore[arg-type]
    people = int(np.median([one for one in foretold if one]))
    assert 15 < people < 120
    widths = [half_width(mean(study(people, rng))) or 0 for _ in range(4)]
    assert np.median(widths) == pytest.approx(target, rel=0.25)


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
