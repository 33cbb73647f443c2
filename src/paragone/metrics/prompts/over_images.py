"""The mean or the best of an image metric over the images of a prompt: HEIM's `expected_` and `max_` of any metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from paragone.core.catalogue import make
from paragone.core.components import ImageMetric, PromptMetric
from paragone.core.errors import BadOption
from paragone.core.types import Direction, Prompt, Score, View

WORDS = {"mean": "expected", "max": "max"}  # HEIM's


@dataclass(frozen=True)
class OverImages(PromptMetric):
    """One score a prompt from the scores of its images by the metric `of`, made with `options`.

    `max` is the greatest score, whether or not more is better, as in HEIM. `strict`: over the images that have a score.
    `heim`: a prompt of which one image is missing has no score (Lee et al. 2023, code). `black` images are left out
    where HEIM does so; where all of them are black HEIM writes 0, and `strict` nothing.
    """

    of: str
    take: Literal["mean", "max"] = "mean"
    protocol: Literal["strict", "heim"] = "strict"
    black: Literal["kept", "left out"] = "kept"
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse metrics that judge no single image."""
        if self.inner.kind != "image":
            raise BadOption(f"{self.of!r} judges no single image, so there is nothing to take over a prompt's images")

    @cached_property
    def inner(self) -> ImageMetric:
        """The metric of single images."""
        made: ImageMetric = make("metrics", self.of, self.options)
        return made

    @property
    def name(self) -> str:
        """Such as `max(clipscore(clip, x100, clipped), heim)`."""
        changed = [self.inner.name, *(["no black"] if self.black != "kept" else [])]
        return f"{WORDS[self.take]}({', '.join(changed + (['heim'] if self.protocol == 'heim' else []))})"

    @property
    def title(self) -> str:
        """Of the metric, with what is taken."""
        best = "mean" if self.take == "mean" else "highest"
        return f"{self.inner.title or self.inner.name}, {best} of a prompt's images"

    @property
    def version(self) -> str:
        """Of this and of the metric."""
        return f"1-{self.inner.version}"

    @property
    def direction(self) -> Direction | None:
        """As of the metric."""
        return self.inner.direction

    @property
    def bounds(self) -> tuple[float, float]:
        """As of the metric, and 0 where HEIM writes it for black images."""
        low, high = self.inner.bounds
        return (min(low, 0.0), max(high, 0.0)) if self._writes_zero else (low, high)

    @property
    def binary(self) -> bool:
        """The highest of yes and no is one of them; their mean is a share."""
        return self.inner.binary and self.take == "max"

    @property
    def aspects(self) -> tuple[str, ...]:
        """As of the metric."""
        return self.inner.aspects

    @property
    def reads(self) -> tuple[str, ...]:
        """As the metric."""
        return self.inner.reads

    @property
    def may_read(self) -> tuple[str, ...]:
        """As the metric."""
        return self.inner.may_read

    @property
    def needs(self) -> tuple[str, ...]:
        """As the metric, and pixels where black images are left out."""
        more = ("pixels",) if self.black != "kept" and "pixels" not in self.inner.needs else ()
        return (*self.inner.needs, *more)

    @property
    def needs_every(self) -> bool:
        """HEIM gives no number to a prompt that lacks an image."""
        return self.protocol == "heim"

    @property
    def _writes_zero(self) -> bool:
        return self.protocol == "heim" and self.black != "kept"

    def applies(self, prompt: Prompt) -> bool:
        """Where the metric does."""
        return self.inner.applies(prompt)

    def judge(self, views: Sequence[View], /) -> Score:
        """The mean or the highest of the images' scores."""
        shown = [view for view in views if self.black == "kept" or not view.facts["pixels"]["is_black"]]
        if not shown:
            return Score(0.0 if self._writes_zero else None, "all images are black")
        scores = [self.inner.judge(view) for view in shown]
        values = [score.value for score in scores if score.value is not None]
        if not values:
            return Score(None, scores[0].reason)
        value = max(values) if self.take == "max" else sum(values) / len(values)
        return Score(value, f"{'highest' if self.take == 'max' else 'mean'} of {len(values)} images")


metric = OverImages
