"""Words written apart that were together: "it's" becomes "it is"."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._contracted import EXPANSIONS, replaced
from paragone.perturbations._texts import TextPerturbation


@dataclass(frozen=True, slots=True)
class Expansions(TextPerturbation):
    """The other way round than `contractions`; 's is always taken for "is"."""

    base: ClassVar[str] = "expansions"
    keeps_meaning: ClassVar[bool] = True

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text without contractions."""
        return replaced(text, EXPANSIONS, before_space=False)


perturbation = Expansions
