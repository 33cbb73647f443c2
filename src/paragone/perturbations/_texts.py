"""What perturbations of text share: a name by options, and a prompt that says which one it came from."""

import re
from dataclasses import MISSING, fields, replace
from typing import Any, ClassVar, Protocol

import numpy as np

from paragone.core.components import Perturbation, file_name
from paragone.core.errors import BadOption
from paragone.core.types import Prompt

TAG = "perturbation"


class TextPerturbation(Perturbation, Protocol):
    """Changes the text; what else a prompt has stays, but for true captions where they must follow the text."""

    reads: ClassVar[tuple[str, ...]] = ("text",)
    changes_captions: ClassVar[bool] = False  # whether `expect.references` are changed as the text is
    keeps_meaning: ClassVar[bool] = False  # whether a drawing is still to be compared with the text as it was

    @property
    def name(self) -> str:
        """With the options that are not the default, so that two of a kind give different prompts."""
        return "-".join([file_name(self), *_chosen(self)])

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text, changed; as it is where there is nothing to change."""
        ...

    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None:
        """The changed prompt, or None where the text came out as it was."""
        text = self.change(prompt.text, rng)
        if text == prompt.text:
            return None
        expect = prompt.expect
        if self.changes_captions:
            expect = replace(expect, references=tuple(self.change(line, rng) for line in expect.references))
        tags = {**prompt.tags, TAG: self.name}
        meaning = (prompt.meaning or prompt.text) if self.keeps_meaning else ""
        changed = replace(prompt, text=text, origin=prompt.id, tags=tags, expect=expect, meaning=meaning)
        return replace(changed, id=f"{prompt.id}~{self.name}")


def check_probability(value: float) -> None:
    """Refuse what is no probability."""
    if not 0 < value <= 1:
        raise BadOption(f"prob is a probability above 0 and at most 1, not {value}")


def _chosen(made: Any) -> list[str]:
    given = [(option, getattr(made, option.name)) for option in fields(made) if not option.name.endswith("path")]
    return [
        re.sub(r"\W+", "_", str(value))
        for option, value in given
        if option.default is MISSING or value != option.default
    ]
