"""What people said in answer to a question: the mean rating, or the share of one answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, Direction, Score, SetScore
from paragone.stats.raters.two_way import METHOD, mean_parts, two_way

Better = Literal["higher", "lower", "neither"]


class _Rated(NamedTuple):
    """The ratings of a cohort, one an entry."""

    values: list[float]
    prompts: list[str]  # its unit of chance
    raters: list[str]
    ids: list[str]  # of prompts, which count equally


@dataclass(frozen=True)
class Human(SetMetric):
    """The mean over prompts of what people answered to `question`; with `label`, how often they answered just that.

    People and prompts are both drawn by chance, and both are in the interval: the influences have a unit for each
    prompt and one for each rater, whose part is cut by what single answers vary, so that this is not counted twice.
    """

    question: str = "alignment"
    label: str = ""  # an answer in words: then the score is the share of it
    better: Better = "higher"
    lowest: float | None = None  # the ends of the question's scale: intervals are cut there
    highest: float | None = None
    version: ClassVar[str] = "2"
    needs: ClassVar[tuple[str, ...]] = ("ratings",)

    def __post_init__(self) -> None:
        """Refuse a scale upside down."""
        if self.bounds[0] >= self.bounds[1]:
            raise BadOption(f"human has lowest = {self.lowest} and highest = {self.highest}; lowest must be less")

    @property
    def name(self) -> str:
        """With the question, and the answer that is counted."""
        return f"human({self.question}{f' = {self.label}' if self.label else ''})"

    @property
    def title(self) -> str:
        """For people."""
        return f"People on {self.question.replace('_', ' ')}{f': {self.label}' if self.label else ''}"

    @property
    def direction(self) -> Direction | None:
        """As the plan says; an answer in words has none."""
        return None if self.better == "neither" or self.label else self.better

    @property
    def bounds(self) -> tuple[float, float]:
        """The scale's ends where the plan tells them; a share is from 0 to 1."""
        if self.label:
            return 0.0, 1.0
        return (
            -math.inf if self.lowest is None else self.lowest,
            math.inf if self.highest is None else self.highest,
        )

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The mean with its influences, and each image's own mean."""
        rated, scores = _Rated([], [], [], []), []
        ids = drawn.ids or [prompt.id for prompt in drawn.prompts]
        for prompt, own, answers in zip(drawn.prompts, ids, drawn.columns["ratings"]["answers"], strict=True):
            mine = self._values(answers.get(self.question, []))
            scores.append(_score(mine))
            rated.values.extend(value for _, value in mine)
            rated.raters.extend(rater for rater, _ in mine)
            rated.prompts.extend([prompt.id] * len(mine))
            rated.ids.extend([own] * len(mine))
        images = sum(score.value is not None for score in scores)
        missing = drawn.missing + len(scores) - images
        if not images:
            return SetScore(None, 0, missing, reason=f"nobody has answered {self.question!r}")
        return self._whole(rated, images, missing, tuple(scores))

    def _values(self, answers: Sequence[Sequence[Any]]) -> list[tuple[str, float]]:
        if self.label:
            return [(rater, float(answer == self.label)) for rater, _, answer, _ in answers if answer is not None]
        return [(rater, float(value)) for rater, value, _, _ in answers if value is not None]

    def _whole(self, rated: _Rated, images: int, missing: int, scores: tuple[Score, ...]) -> SetScore:
        value, parts = mean_parts(np.array(rated.values), np.unique(rated.ids, return_inverse=True)[1])
        found = two_way(parts, rated.prompts, rated.raters)
        said = f"{len(rated.values)} answers of {found.raters} people on {images} images"
        if found.prompts < 2 or found.raters < 2:
            lone = "prompt" if found.prompts < 2 else "rater"
            reason = f"one {lone} gives no interval; {said}"
            return SetScore(value, images, missing, reason=reason, scores=scores)
        influences = {
            **_sums(parts, rated.prompts, "", found.prompts),
            **_sums(parts, rated.raters, "rater ", found.raters, share=_share(found.by_rater, found.by_both)),
        }
        return SetScore(value, images, missing, METHOD, said, influences, found.degrees, scores=scores, is_crossed=True)


metric = Human


def _score(mine: list[tuple[str, float]]) -> Score:
    if not mine:
        return Score(None, "nobody has answered this question for this image")
    mean = math.fsum(value for _, value in mine) / len(mine)
    return Score(mean, f"{len(mine)} answers: {', '.join(f'{value:g}' for _, value in mine[:12])}")


def _share(by_rater: float, by_both: float) -> float:
    """What of the raters' variance is theirs, and not that of single answers."""
    return math.sqrt(max(by_rater - by_both, 0.0) / by_rater) if by_rater > 0 else 0.0


def _sums(
    parts: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    names: Sequence[str],
    prefix: str,
    groups: int,
    *,
    share: float = 1.0,
) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, part in zip(names, parts.tolist(), strict=True):
        sums[prefix + name] = sums.get(prefix + name, 0.0) + part
    scale = share * math.sqrt(groups / (groups - 1))
    return {name: scale * total for name, total in sums.items()}
