"""A model in front of another: it changes the text that is drawn and says so in every drawing."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.types import Drawing, Missing, Prompt


def inner_model(name: str, options: Mapping[str, Any]) -> Model:
    """The model behind a wrapper, by its name in the catalogue."""
    if not name:
        raise BadOption("a wrapper needs the option 'model': the name of the model behind it")
    model: Model = make("models", name, options)
    return model


def check_inner(model: Model) -> None:
    """Ask the model behind whether it is ready, if it can tell."""
    check = getattr(model, "check", None)
    if check is not None:
        check()


def draw_changed(
    model: Model, prompts: Sequence[Prompt], seed: int, *, texts: Sequence[str | Missing]
) -> list[Drawing | Missing]:
    """What the model draws for the changed texts; a text that could not be made is missing and is not drawn."""
    changed = [dataclasses.replace(p, text=t) for p, t in zip(prompts, texts, strict=True) if isinstance(t, str)]
    answers = iter(model.draw(changed, seed) if changed else [])
    return [_told(next(answers), text) if isinstance(text, str) else text for text in texts]


def _told(answer: Drawing | Missing, text: str) -> Drawing | Missing:
    return dataclasses.replace(answer, details={"prompt_sent": text, **answer.details})
