"""Text as it is typed in haste, HEIM's test of robustness: small letters, contractions, misspellings, more spaces."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.perturbations._texts import TextPerturbation
from paragone.perturbations.contractions import Contractions
from paragone.perturbations.lowercase import Lowercase
from paragone.perturbations.misspellings import Misspellings
from paragone.perturbations.spaces import Spaces


@dataclass(frozen=True, slots=True)
class Typos(TextPerturbation):
    """The four one after another, words misspelt with probability `prob`; the meaning should stay.

    HELM calls it mild_mix. `protocol = "heim"` misspells by HELM's list (the data set `heim-misspellings`), `strict` by
    a short one of our own.
    """

    prob: float = 0.1
    protocol: Literal["strict", "heim"] = "strict"
    keeps_meaning: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what the steps refuse."""
        _ = self._steps

    @property
    def _steps(self) -> tuple[TextPerturbation, ...]:
        return Lowercase(), Contractions(), Misspellings(self.prob, self.protocol), Spaces(most=3)

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of the steps."""
        return tuple(name for step in self._steps for name in step.needs_weights)

    @property
    def version(self) -> str:
        """Of the four."""
        return "-".join(step.version for step in self._steps)

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text after all four."""
        for step in self._steps:
            text = step.change(text, rng)
        return text


perturbation = Typos
