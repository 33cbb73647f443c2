"""Single images clear and all together varied, by a classifier's logits (Inception Score; IS* with a temperature)."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._names import named
from paragone.metrics._rows import rows_of
from paragone.metrics._sets import check_protocol, needs_of, reach, refused
from paragone.stats.fidelity import Split, cluster_error, inception_score

HEIM_SEED = 2020


@dataclass(frozen=True, slots=True)
class Inception:
    """exp(mean KL(p(y|x) || p(y))) over 10 parts of the drawn images, p = softmax(logits / temperature).

    Salimans et al. (2016); Dinh et al. (2022) for IS*. Only logits of Inception-v3 give the numbers of the papers.
    `strict`: shuffled with the run's seed. `heim`: torch-fidelity's shuffle, no black drawings. `tise`: in the order
    drawn. `tise_objects`: the same, in parts of n // 10 with the remainder dropped.
    """

    features: str = "mobilenet_v2"
    temperature: float = 1.0
    splits: int = 10
    protocol: Literal["strict", "heim", "tise", "tise_objects"] = "strict"
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (1.0, math.inf)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "heim", "tise", "tise_objects"))

    @property
    def name(self) -> str:
        """With the classifier, and the other options where they differ."""
        return named("inception_score", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose logits are read."""
        return needs_of(self.features, self.protocol)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The mean over the parts with Student's interval over them."""
        kept = ~drawn.columns["pixels"]["is_black"].astype(bool) if self.protocol == "heim" else None
        rows = rows_of(drawn, self.features, column="logits", kept=kept)
        if isinstance(rows, str):
            return refused(drawn, rows)
        count, prompts = len(rows.values), rows.prompts
        if count < 2 * self.splits:
            return refused(drawn, f"{self.splits} parts need {2 * self.splits} images, there are {count}")
        rule: Split = "floor" if self.protocol == "tise_objects" else "even"
        order = self._order(count, rng)
        found = inception_score(rows.values, self.splits, self.temperature, rule=rule, order=order)
        method = f"{self.splits} disjoint parts of {count // self.splits}; {rows.told('drawn')}"
        if (self.splits if prompts == count else prompts) < 2:
            reason = "one part, or one prompt, gives no interval; ask for more splits"
            return Estimate(found.mean, None, None, count, drawn.missing, method, reason)
        if prompts == count:
            half = reach(float(found.parts.std(ddof=1) / np.sqrt(self.splits)), self.splits - 1)
        else:  # parts share prompts, so they are not independent
            half = reach(cluster_error(found.influence, rows.clusters), prompts - 1)
            method = f"infinitesimal jackknife over prompts; {method}"
        reason = "the score of a part grows with its size, so compare at equal n only"
        low, high = max(found.mean - half, 1.0), found.mean + half
        return Estimate(found.mean, low, high, count, drawn.missing, method, reason)

    def _order(self, count: int, rng: np.random.Generator) -> npt.NDArray[np.integer[Any]] | None:
        if self.protocol == "strict":
            return rng.permutation(count)
        if self.protocol == "heim":
            return np.random.RandomState(HEIM_SEED).permutation(count)  # the very shuffle of torch-fidelity
        return None


metric = Inception
