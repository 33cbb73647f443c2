"""More spaces between words: each run of spaces becomes one to three, as HELM does."""

import re
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.errors import BadOption
from paragone.perturbations._texts import TextPerturbation


@dataclass(frozen=True, slots=True)
class Spaces(TextPerturbation):
    """Up to `most` spaces, each number as likely."""

    most: int = 3
    keeps_meaning: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what would change nothing."""
        if self.most < 2:
            raise BadOption(f"spaces needs most of 2 or more, not {self.most}; with one nothing would change")

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with its words further apart."""
        return re.sub(" +", lambda _: " " * int(rng.integers(1, self.most + 1)), text)


perturbation = Spaces
