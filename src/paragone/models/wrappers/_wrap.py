"""A model in front of another: it changes the text that is drawn and says so in every drawing."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from paragone.core.catalogue import make
from paragone.core.components import Model, Role
from paragone.core.errors import BadOption
from paragone.core.types import Drawing, Missing, Prompt


class Wrapper(Model, Protocol):
    """Changes the text of each prompt, and is like the model behind it in all else."""

    unkeyed: ClassVar[tuple[str, ...]] = ("options",)  # the inner model's revision counts
    suffix: ClassVar[str]  # of its name
    _inner: Model

    def changed(self, text: str) -> str | Missing:
        """The text that is drawn in place of a prompt's."""
        ...

    @property
    def name(self) -> str:
        """The inner model's, marked."""
        return f"{self._inner.name}+{self.suffix}"

    @property
    def role(self) -> Role:
        """As the inner model."""
        return self._inner.role

    @property
    def reads(self) -> tuple[str, ...]:
        """The text, and whatever the inner model reads."""
        return tuple(dict.fromkeys(("text", *self._inner.reads)))

    @property
    def may_read(self) -> tuple[str, ...]:
        """As the inner model."""
        return self._inner.may_read

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """As the inner model."""
        return self._inner.needs_weights

    @property
    def batch(self) -> int:
        """As the inner model."""
        return self._inner.batch

    @property
    def threads(self) -> int:
        """As the inner model."""
        return self._inner.threads

    def check(self) -> None:
        """Whether the inner model is ready."""
        self._inner.check()

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """The inner model's drawings of the changed texts; one that could not be made is missing and not drawn."""
        texts = [self.changed(prompt.text) for prompt in prompts]
        sent = [dataclasses.replace(p, text=t) for p, t in zip(prompts, texts, strict=True) if isinstance(t, str)]
        answers = iter(self._inner.draw(sent, seed) if sent else [])
        return [_with_text(next(answers), text) if isinstance(text, str) else text for text in texts]


def inner_model(name: str, options: Mapping[str, Any]) -> Model:
    """The model behind a wrapper, by its name in the catalogue."""
    if not name:
        raise BadOption("a wrapper needs the option 'model': the name of the model behind it")
    model: Model = make("models", name, options)
    return model


def _with_text(answer: Drawing | Missing, text: str) -> Drawing | Missing:
    return dataclasses.replace(answer, details={"prompt_sent": text, **answer.details})
