"""Items with a known answer: another prompt's words, images known to be real, and what the study file tells."""

from collections.abc import Sequence

import numpy as np

from paragone.core.errors import BadInput
from paragone.rating.questions.question import Question
from paragone.rating.study.places import Chosen, PromptSamples, Row
from paragone.rating.study.study_file import KnownAnswer, StudyFile

MOST = 100  # of each kind; a person meets `gold_each` of all
GOLD = "gold"


def known_items(
    file: StudyFile, items: Sequence[Chosen], places: Sequence[PromptSamples], spare: Sequence[Row]
) -> list[Chosen]:
    """All that the study's questions allow; `spare` are samples that nobody rates."""
    rng = np.random.default_rng([file.images.seed, 7])
    found = [_named(one, places) for one in file.gold]
    if file.raters.gold_each:
        asked = [one for one in file.asked if one.checks_words]
        if asked and asked[0].shows == "image":
            found += _beside_other_words(items, asked, rng)
        if asked and asked[0].shows == "pair":
            found += _against_another(items, asked, rng)
        found += [one for question in file.asked if question.is_detection for one in _detected(question, spare, rng)]
    return found


def _some(items: Sequence[Chosen], rng: np.random.Generator) -> list[Chosen]:
    return [items[k] for k in sorted(rng.permutation(len(items))[:MOST].tolist())]


def _beside_other_words(items: Sequence[Chosen], asked: list[Question], rng: np.random.Generator) -> list[Chosen]:
    """Images beside the words of another prompt: who looks says that they do not match."""
    texts = sorted({item.prompt for item in items if item.prompt})
    expected = {one.name: [1, (len(one.options) + 1) // 2] for one in asked}
    found = []
    for item in _some(items, rng) if len(texts) > 1 else []:
        others = [text for text in texts if text != item.prompt]
        text = others[int(rng.integers(len(others)))]
        found.append(Chosen(item.samples, GOLD, item.prompt_key, text, item.sensitive, GOLD, expected))
    return found


def _against_another(items: Sequence[Chosen], asked: list[Question], rng: np.random.Generator) -> list[Chosen]:
    """An image of the prompt against one of another prompt: who looks chooses the first, wherever it stands."""
    found = []
    for item in _some(items, rng):
        others = [one for one in items if one.prompt != item.prompt]
        if others:
            other = others[int(rng.integers(len(others)))]
            both = item.samples[0], other.samples[1]
            sensitive = item.sensitive or other.sensitive
            expected = {one.name: "A" for one in asked}
            found.append(Chosen(both, GOLD, item.prompt_key, item.prompt, sensitive, GOLD, expected))
    return found


def _detected(question: Question, spare: Sequence[Row], rng: np.random.Generator) -> list[Chosen]:
    """As many real as drawn images that nobody rates: HYPE's qualification."""
    found = []
    sides = [[row for row in spare if row["is_real"] == is_real] for is_real in (True, False)]
    for rows, answer in zip(sides, ("Real", "Fake"), strict=True):
        for k in rng.permutation(len(rows))[: min(*map(len, sides), MOST)].tolist():
            row = rows[k]
            expected = {question.name: answer}
            found.append(
                Chosen((row,), f"{GOLD} {answer}", row["place"], row["text"], row["sensitive"], GOLD, expected)
            )
    return found


def _named(one: KnownAnswer, places: Sequence[PromptSamples]) -> Chosen:
    """The image that the study file names, with its answer."""
    for place in places:
        for row in place.by_model.get(one.model, []):
            if (row["scenario"], row["prompt_id"], row["seed"]) == (one.scenario, one.prompt_id, one.seed):
                expected = {one.question: one.answer if isinstance(one.answer, str) else list(one.answer)}
                return Chosen((row,), GOLD, place.key, place.text, place.sensitive, GOLD, expected)
    wanted = f"{one.model} / {one.scenario} / {one.prompt_id} / {one.seed}"
    raise BadInput(f"gold: the runs have no image {wanted} (model / scenario / prompt / seed) among the models chosen")
