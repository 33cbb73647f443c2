"""TISE's captions of birds (CUB): every caption of AttnGAN's test split, each with 99 of other birds; or its file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Scenario
from paragone.core.errors import BadOption
from paragone.core.types import Prompt
from paragone.scenarios.captions import _sets
from paragone.scenarios.captions._files import prompts_of
from paragone.scenarios.heim.cub200 import Cub

RULE = "1"  # changes whenever the rule does


@dataclass(frozen=True)
class TiseBirds(Cub):
    """For IS*, FID and R-precision alike. `path` is AttnGAN's birds.zip, or TISE's pickle of captions for R-precision.

    TISE's table 9 says 30,000 captions; the split has 29,330. `n` takes so many, by chance of their ids and `seed`.
    Which captions are mismatched is by our rule unless the pickle says.
    """

    n: int | None = None
    seed: int = 0
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "quality")

    def __post_init__(self) -> None:
        """Refuse no prompts."""
        if self.n is not None and self.n < 1:
            raise BadOption(f"{self.n} captions of tise_birds; ask for one at least")

    @property
    def title(self) -> str:  # type: ignore[override]
        """Whose choice it is."""
        return "TISE: captions of birds" + ("" if self._is_theirs else ", mismatched by our rule")

    @property
    def cap(self) -> int | None:
        """All of them: that there are a hundred is HEIM's."""
        return None

    @property
    def version(self) -> str:
        """Of the file, the rule and the choice."""
        return f"{super().version}-{RULE}-{self.n}-{self.seed}"

    @property
    def _is_theirs(self) -> bool:
        return self.path.endswith((".pkl", ".pickle"))

    def load(self) -> Sequence[Prompt]:
        """The captions, each with those that do not match it."""
        if self._is_theirs:
            found = prompts_of(self.file, "rprecision")
            return found if self.n is None else _sets.chosen(found, self.n, self.seed)
        every = super().load()
        return _sets.with_mismatched(every, _sets.chosen(every, self.n or len(every), self.seed), self.seed)

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With the photographs; TISE's file does not say which these are."""
        return prompts if self._is_theirs else super().attach(prompts)


scenario: type[Scenario] = TiseBirds
