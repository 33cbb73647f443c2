"""Single images clear and all together varied, by a classifier's logits (Inception Score; IS* with a temperature)."""

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Direction, SetScore
from paragone.metrics._names import NamedByOptions
from paragone.metrics._rows import Rows, rows_of, shuffled
from paragone.metrics._sets import influences_of, joined, needs_of, refused
from paragone.stats.fidelity import Split, by_unit, degrees_of, inception_score

HEIM_SEED = 2020


@dataclass(frozen=True, slots=True)
class Inception(NamedByOptions, SetMetric):
    """The mean over 10 parts of the drawn images; probabilities are softmax(logits / temperature).

    Salimans et al. (2016); Dinh et al. (2022) for IS*. Only logits of Inception-v3 give the numbers of the papers.
    `strict`: shuffled by the prompts' names. `heim`: torch-fidelity's shuffle, no black drawings. `tise`: in the order
    drawn. `tise_objects`: the same, in parts of n // 10 with the remainder dropped.
    """

    features: str = "mobilenet_v2"
    temperature: float = 1.0
    splits: int = 10
    protocol: Literal["strict", "heim", "tise", "tise_objects"] = "strict"
    title: ClassVar[str] = "Inception Score"
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (1.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose logits are read."""
        return needs_of(self.features, without_black=self.protocol == "heim")

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The mean over the parts with its influences by prompt."""
        kept = ~drawn.columns["pixels"]["is_black"].astype(bool) if self.protocol == "heim" else None
        rows = rows_of(drawn, self.features, column="logits", kept=kept)
        if isinstance(rows, str):
            return refused(drawn, rows)
        count = len(rows.values)
        if count < 2 * self.splits:
            return refused(drawn, f"{self.splits} parts need {2 * self.splits} images, there are {count}")
        rule: Split = "floor" if self.protocol == "tise_objects" else "even"
        found = inception_score(rows.values, self.splits, self.temperature, rule=rule, order=self._order(rows))
        names, units = rows.numbered()
        moved = by_unit(found.influence, units, len(names))
        influences = influences_of(names, moved)
        reason = "the score of a part grows with its size, so compare at equal n only"
        parts = f"{self.splits} parts of {count // self.splits}"
        return SetScore(
            found.mean,
            count,
            drawn.missing,
            f"{parts}, infinitesimal jackknife over prompts; {rows.in_words('drawn')}",
            joined(reason, "" if influences else "one prompt gives no interval"),
            influences,
            degrees_of(moved, len(names)),
        )

    def _order(self, rows: Rows) -> npt.NDArray[np.integer[Any]] | None:
        if self.protocol == "strict":
            return by_name(rows)
        if self.protocol == "heim":
            return np.random.RandomState(HEIM_SEED).permutation(len(rows.values))  # the very shuffle of torch-fidelity
        return None


metric = Inception


def by_name(rows: Rows) -> npt.NDArray[np.intp]:
    """A shuffle by prompt, and within a prompt by what is in the rows: whatever order they come in, it is the same."""
    contents = [row.tobytes() for row in np.ascontiguousarray(rows.values)]
    seen: dict[str, int] = {}
    labels = [""] * len(contents)
    for place in sorted(range(len(contents)), key=lambda place: (rows.units[place], contents[place])):
        unit = rows.units[place]
        seen[unit] = seen.get(unit, 0) + 1
        labels[place] = f"{unit}/{seen[unit]}"
    return shuffled(labels)
