"""The contracts of models, annotators, scenarios and perturbations: who breaks a promise does not pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from paragone.core.components import Annotator, Model, Perturbation, Scenario
from paragone.core.types import Column, Drawing, Facts, Missing, Picture, Prompt
from paragone.testing import check_annotator, check_model, check_perturbation, check_scenario

CALLS = count()  # what chance of its own looks like from outside: each call is another


class Grey(Model):
    """Draws a grey that depends on text and seed, and keeps every promise."""

    name: ClassVar[str] = "grey"
    revision: ClassVar[str] = "1"

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        return [self.one(prompt, seed, len(prompts)) for prompt in prompts]

    def one(self, prompt: Prompt, seed: int, together: int) -> Drawing | Missing:
        return Drawing(np.full((8, 8, 3), len(prompt.text) + seed, np.uint8))


class Chance(Grey):
    def one(self, prompt: Prompt, seed: int, together: int) -> Drawing | Missing:
        return Drawing(np.full((8, 8, 3), next(CALLS) % 256, np.uint8))


class Crowd(Grey):
    """Draws otherwise in a batch."""

    def one(self, prompt: Prompt, seed: int, together: int) -> Drawing | Missing:
        return Drawing(np.full((8, 8, 3), together, np.uint8))


class NosyModel(Grey):
    def one(self, prompt: Prompt, seed: int, together: int) -> Drawing | Missing:
        return Drawing(np.full((8, 8, 3), 10 * len(prompt.expect.objects), np.uint8))


class Mean(Grey):
    """Answers one prompt of several."""

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        return super().draw(prompts, seed)[:1]


class Wordy(Grey):
    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Any]:
        return [prompt.text for prompt in prompts]


class Unrevised(Grey):
    revision: ClassVar[str] = ""


class Emperor(Grey):
    role: ClassVar[Any] = "emperor"


class Refusing(Grey):
    """Refuses, which is an answer."""

    def one(self, prompt: Prompt, seed: int, together: int) -> Drawing | Missing:
        return Missing("against our policy", "refused")


@pytest.mark.parametrize("model", [Grey(), Refusing()])
def test_a_model_that_keeps_its_promises_passes(model: Model) -> None:
    check_model(model)


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (Chance(), "alone than in a batch, or by chance"),
        (Crowd(), "alone than in a batch, or by chance"),
        (NosyModel(), "reads more of a prompt than it declares"),
        (Mean(), "gave 1 answers to 3 prompts"),
        (Wordy(), "a Drawing or Missing"),
        (Unrevised(), "a model has a revision"),
        (Emperor(), "is no role"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_model_that_breaks_a_promise_does_not_pass(model: Model, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_model(model)


class Width(Annotator):
    """States an image's width and keeps every promise."""

    name: ClassVar[str] = "width"
    version: ClassVar[str] = "1"
    columns: ClassVar[Mapping[str, Column]] = {"width": "integer", "rows": "json"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        return [self.one(picture, len(pictures)) for picture in pictures]

    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return {"width": picture.pixels.shape[1], "rows": [len(picture.pixels)]}


class Stranger(Width):
    """States another column than it names."""

    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return {"breadth": picture.pixels.shape[1], "rows": []}


class Batchy(Width):
    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return {"width": together, "rows": []}


class BatchyRows(Width):
    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return {"width": 1, "rows": [{"box": [0, together]}]}


class Dicing(Width):
    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return {"width": next(CALLS), "rows": []}


class Shy(Width):
    """Sees nothing in a batch."""

    def one(self, picture: Picture, together: int) -> Facts | Missing:
        return Missing("too many") if together > 1 else {"width": 1, "rows": []}


class Brief(Width):
    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        return [self.one(picture, 1) for picture in pictures[:1]]


class Length(Annotator):
    """States a prompt's length; reads what it declares."""

    name: ClassVar[str] = "length"
    version: ClassVar[str] = "1"
    subject: ClassVar[Any] = "prompt"
    reads: ClassVar[tuple[str, ...]] = ("text",)
    columns: ClassVar[Mapping[str, Column]] = {"length": "number"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        return [{"length": float(len(prompt.text))} for prompt in prompts]


class NosyLength(Length):
    reads: ClassVar[tuple[str, ...]] = ()


class Weather(Width):
    subject: ClassVar[Any] = "weather"


class OddColumn(Width):
    columns: ClassVar[Mapping[str, Any]] = {"width": "elephant", "rows": "json"}


@pytest.mark.parametrize("annotator", [Width(), Length()])
def test_an_annotator_that_keeps_its_promises_passes(annotator: Annotator) -> None:
    check_annotator(annotator)


@pytest.mark.parametrize(
    ("annotator", "said"),
    [
        (Stranger(), "the columns it names"),
        (Batchy(), "alone than in a batch, or by chance"),
        (BatchyRows(), "alone than in a batch, or by chance"),
        (Dicing(), "alone than in a batch, or by chance"),
        (Shy(), "the batch does not change what is seen"),
        (Brief(), "one answer for each"),
        (NosyLength(), "reads more of a prompt than it declares"),
        (Weather(), "is no subject"),
        (OddColumn(), "elephant"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_an_annotator_that_breaks_a_promise_does_not_pass(annotator: Annotator, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_annotator(annotator)


@dataclass
class Pair(Scenario):
    """Two prompts, or what a test gives."""

    prompts: tuple[Prompt, ...] = (Prompt("a", "a cat"), Prompt("b", "a dog", origin="a"))
    name: ClassVar[str] = "pair"
    version: ClassVar[str] = "1"

    def load(self) -> Sequence[Prompt]:
        return self.prompts


class Shuffled(Pair):
    def load(self) -> Sequence[Prompt]:
        return [Prompt("a", f"cat number {next(CALLS)}")]


class Unversioned(Pair):
    version: ClassVar[str] = ""


class Imageless(Pair):
    images: ClassVar[int] = 0


def test_a_scenario_that_keeps_its_promises_passes() -> None:
    check_scenario(Pair())


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (Shuffled(), "the same prompts each time"),
        (Pair(()), "a scenario has prompts"),
        (Pair((Prompt("a", "a cat"), Prompt("a", "a dog"))), "its own id"),
        (Pair((Prompt("a", "a cat", origin="z"),)), "perturbs"),
        (Unversioned(), "a scenario has a version"),
        (Imageless(), "at least one image"),
    ],
)
def test_a_scenario_that_breaks_a_promise_does_not_pass(scenario: Scenario, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_scenario(scenario)


class Shout(Perturbation):
    """Says it louder, and keeps every promise."""

    name: ClassVar[str] = "shout"

    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None:
        text = prompt.text.upper() + "!" * int(rng.integers(1, 9))
        tags = {**prompt.tags, "perturbation": self.name}
        return replace(prompt, id=f"{prompt.id}~shout", text=text, origin=prompt.id, tags=tags)


@dataclass
class Spoilt(Shout):
    """Breaks what a test says."""

    changes: dict[str, Any] = field(default_factory=dict)

    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None:
        changed = super().perturb(prompt, rng)
        assert changed is not None
        own = {name: value(prompt) for name, value in self.changes.items()}
        return replace(changed, **own)


class Idle(Shout):
    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None:
        return None


class Whim(Shout):
    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None:
        changed = super().perturb(prompt, rng)
        return changed and replace(changed, text=f"{changed.text} {next(CALLS)}")


def test_a_perturbation_that_keeps_its_promises_passes() -> None:
    check_perturbation(Shout())
    check_perturbation(Idle())  # many have nothing to change in a given text


@pytest.mark.parametrize(
    ("perturbation", "said"),
    [
        (Spoilt({"origin": lambda prompt: None}), "names the one it perturbs"),
        (Spoilt({"origin": lambda prompt: prompt.origin}), "names the one it perturbs"),
        (Spoilt({"id": lambda prompt: prompt.id}), "an id of its own"),
        (Spoilt({"text": lambda prompt: prompt.text}), "a perturbed prompt is another"),
        (Spoilt({"tags": lambda prompt: prompt.tags}), "tagged with the change"),
        (Whim(), "the same chance gives the same prompt"),
    ],
)
def test_a_perturbation_that_breaks_a_promise_does_not_pass(perturbation: Perturbation, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_perturbation(perturbation)
