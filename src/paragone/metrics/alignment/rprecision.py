"""Does the image find its own caption among others, by a dual encoder: R-precision of three sources, and strict."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Direction, Score, SetScore
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._names import NamedByOptions, titled
from paragone.metrics._sets import refused
from paragone.metrics.alignment._encoders import Encoded, distractors_of
from paragone.metrics.alignment._retrieval import Retrieval

Way = Literal["strict", "dalleval", "tise", "tise_cub", "thesis_top1", "thesis_mrr"]
BINS = 10
CUB_BIN = 3000


@dataclass(frozen=True)
class RPrecision(NamedByOptions, Encoded, SetMetric):
    """The share of images whose own caption is the nearest of `candidates` (Xu et al., 2018).

    `strict`: cosine; the others are different captions of the run, never the true one; a tie is no hit. `dalleval`:
    plain dot products, others drawn with replacement from all captions, the true one included, 5 times over. `tise`:
    the captions in `expect.distractors`, mean over 10 bins of images; `tise_cub`: over bins of 3,000 that each lose
    their last image, as its code for birds has it. `thesis_top1`: as strict, but a tie is a hit. `thesis_mrr`:
    1 / (rank + 1).
    """

    encoder: str = "clip"
    protocol: Way = "strict"
    candidates: int = 100
    version: ClassVar[str] = "3"
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Refuse too few candidates."""
        if self.candidates < 2:
            raise BadOption(f"rprecision has {self.candidates} candidates; give at least 2")

    @property
    def title(self) -> str:
        """With the number of candidates, where it is ours to choose."""
        own = "R-precision" if self._is_given else f"R-precision, {self.candidates} candidates"
        return titled(own, self, leave_out=("candidates",))

    @property
    def reads(self) -> tuple[str, ...]:
        """The caption, and under TISE's protocol the false ones that come with it."""
        return ("text", "distractors") if self._is_given else ("text",)

    @property
    def _is_given(self) -> bool:
        return self.protocol in ("tise", "tise_cub")

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The share, and for each image which caption won."""
        images, texts = (drawn.columns[name]["vector"] for name in self.needs)
        retrieval = Retrieval(drawn, images, texts, rng)
        scores = self._scores(drawn, retrieval)
        if isinstance(scores, str):
            return refused(drawn, scores)
        if self._is_given:
            return _over_bins(scores, drawn, retrieval.shuffled(), is_cub=self.protocol == "tise_cub")
        pairs = zip(drawn.prompts, scores, strict=True)
        trials = [Trial(prompt.id, "all", score.value) for prompt, score in pairs if score.value is not None]
        return mean_over_groups(trials, drawn, scores)

    def _scores(self, drawn: Cohort, retrieval: Retrieval) -> list[Score] | str:
        if self.protocol == "dalleval":
            return retrieval.with_replacement(self.candidates - 1)
        if not self._is_given:
            return retrieval.among_others(self.candidates - 1, self.protocol)
        distractors = distractors_of(drawn, self.text)
        return distractors if isinstance(distractors, str) else retrieval.among_given(distractors)


metric = RPrecision


def _over_bins(scores: Sequence[Score], drawn: Cohort, shuffled: Sequence[int], *, is_cub: bool) -> SetScore:
    """The mean over bins of shuffled images, which weighs images unequally; prompts are what chance chose."""
    rows = [row for row in shuffled if scores[row].value is not None]
    bins = [rows[chosen] for chosen in (_cub_bins(len(rows)) if is_cub else _bins(len(rows)))]
    if not bins:
        least = CUB_BIN if is_cub else BINS
        return refused(drawn, f"the bins need {least} images with false captions, there are {len(rows)}")
    means = [float(np.mean([scores[row].value for row in chosen])) for chosen in bins]
    value = float(np.mean(means))
    parts: dict[str, float] = {}
    for row, weight in ((row, 1 / (len(chosen) * len(bins))) for chosen in bins for row in chosen):
        prompt = drawn.prompts[row].id
        parts[prompt] = parts.get(prompt, 0.0) + weight * ((scores[row].value or 0.0) - value)
    correction = np.sqrt(len(parts) / max(len(parts) - 1, 1))
    return SetScore(
        value,
        len(rows),
        drawn.missing + len(scores) - len(rows),
        f"mean over {len(bins)} bins of {len(bins[0])} images (deviation {np.std(means):.3g}) of {len(parts)} prompts",
        "" if len(parts) > 1 else "one prompt gives no interval",
        influences={prompt: float(part * correction) for prompt, part in parts.items()} if len(parts) > 1 else {},
        degrees=len(parts) - 1,
        scores=tuple(scores),
    )


def _bins(count: int) -> list[slice]:
    """TISE's ten bins, the last with the remainder."""
    size = count // BINS
    return [slice(start, end) for start, end in pairwise([*range(0, size * BINS, size), count])] if size else []


def _cub_bins(count: int) -> list[slice]:
    """TISE's bins for birds: their end is one too early."""
    return [slice(start, start + CUB_BIN - 1) for start in range(0, count - CUB_BIN + 1, CUB_BIN)]
