"""Does the image find its own caption among others, by a dual encoder: R-precision of three sources, and strict."""

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._names import named
from paragone.metrics._sets import check_protocol, reach, refused
from paragone.metrics.alignment import _retrieval
from paragone.metrics.alignment._encoders import image_of, text_of

PROTOCOLS = ("strict", "dalleval", "tise", "thesis_top1", "thesis_mrr")
BINS = 10


@dataclass(frozen=True, slots=True)
class RPrecision:
    """The share of images whose own caption is the nearest of `candidates` (Xu et al., 2018).

    `strict`: cosine; the others are different captions of the run, never the true one; a tie is no hit. `dalleval`:
    plain dot products, others drawn with replacement from all captions, the true one included, 5 times over. `tise`:
    the captions in `expect.others`, mean over 10 bins of images. `thesis_top1`: as strict, but a tie is a hit.
    `thesis_mrr`: 1 / (rank + 1).
    """

    encoder: str = "clip"
    protocol: Literal["strict", "dalleval", "tise", "thesis_top1", "thesis_mrr"] = "strict"
    candidates: int = 100
    version: ClassVar[str] = "2"
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Refuse unknown options."""
        check_protocol(self.protocol, PROTOCOLS)
        if self.candidates < 2:
            raise BadOption(f"rprecision has {self.candidates} candidates; give at least 2")

    @property
    def name(self) -> str:
        """With the encoder and the protocol unless it is strict."""
        return named("rprecision", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The two halves of the encoder."""
        return image_of(self.encoder), text_of(self.encoder)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The share with its interval."""
        found = _retrieval.values_of(drawn, self.encoder, self.protocol, candidates=self.candidates, rng=rng)
        if isinstance(found, str):
            return refused(drawn, found)
        if self.protocol == "tise":
            return _over_bins(found, rng, missing=drawn.missing)
        trials = [Trial(prompt.id, "all", float(value)) for prompt, value in zip(drawn.prompts, found, strict=True)]
        return mean_over_groups(trials, rng=rng, images=len(trials), missing=drawn.missing)


metric = RPrecision


def _over_bins(values: npt.NDArray[np.float64], rng: np.random.Generator, *, missing: int) -> Estimate:
    """TISE's ten bins of shuffled images, the last with the remainder, and Student's interval over them."""
    size = len(values) // BINS
    if size < 1:
        value = float(values.mean())
        return Estimate(value, None, None, len(values), missing, reason=f"{BINS} bins need as many images")
    shuffled = rng.permutation(values)
    ends = [*range(0, size * BINS, size), len(values)]
    means = np.array([shuffled[start:end].mean() for start, end in pairwise(ends)])
    value, half = float(means.mean()), reach(float(means.std(ddof=1) / np.sqrt(BINS)), BINS - 1)
    low, high = max(value - half, 0.0), min(value + half, 1.0)
    return Estimate(value, low, high, len(values), missing, f"{BINS} disjoint bins of {size}")
