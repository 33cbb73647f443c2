"""Words written together where they can be: "it is" becomes "it's", as HELM does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.perturbations._contracted import CONTRACTIONS, Rewritten


@dataclass(frozen=True, slots=True)
class Contractions(Rewritten):
    """Only before a space, as in HELM: nobody writes "yes, it's"."""

    table: ClassVar[Mapping[str, str]] = CONTRACTIONS
    before_space: ClassVar[bool] = True


perturbation = Contractions
