"""Words written apart that were together: "it's" becomes "it is"."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.perturbations._contracted import EXPANSIONS, Rewritten


@dataclass(frozen=True, slots=True)
class Expansions(Rewritten):
    """The other way round than `contractions`; 's is always taken for "is"."""

    table: ClassVar[Mapping[str, str]] = EXPANSIONS


perturbation = Expansions
