"""HEIM's robustness test: small letters, contractions, some misspellings, more spaces, in that order."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._texts import TextPerturbation
from paragone.perturbations.contractions import Contractions
from paragone.perturbations.lowercase import Lowercase
from paragone.perturbations.misspellings import Misspellings
from paragone.perturbations.spaces import Spaces

STEPS = (Lowercase(), Contractions(), Misspellings(prob=0.1), Spaces(most=3))


@dataclass(frozen=True, slots=True)
class MildMix(TextPerturbation):
    """The four one after another; the meaning should stay."""

    base: ClassVar[str] = "mild_mix"
    keeps_meaning: ClassVar[bool] = True
    needs_weights: ClassVar[tuple[str, ...]] = Misspellings.needs_weights

    @property
    def version(self) -> str:
        """Of the four."""
        return "-".join(step.version for step in STEPS)

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text after all four."""
        for step in STEPS:
            text = step.change(text, rng)
        return text


perturbation = MildMix
