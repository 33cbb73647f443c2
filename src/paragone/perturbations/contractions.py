"""Words written together where they can be: "it is" becomes "it's", as HELM does."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._contracted import CONTRACTIONS, replaced
from paragone.perturbations._texts import TextPerturbation


@dataclass(frozen=True, slots=True)
class Contractions(TextPerturbation):
    """Only before a space, as in HELM: nobody writes "yes, it's"."""

    base: ClassVar[str] = "contractions"
    keeps_meaning: ClassVar[bool] = True

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with its contractions."""
        return replaced(text, CONTRACTIONS, before_space=True)


perturbation = Contractions
