"""All letters small, as HELM's robustness tests begin."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._texts import TextPerturbation


@dataclass(frozen=True, slots=True)
class Lowercase(TextPerturbation):
    """Chance plays no part."""

    keeps_meaning: ClassVar[bool] = True

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text in small letters."""
        return text.lower()


perturbation = Lowercase
