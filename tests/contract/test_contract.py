"""The contract of metrics itself: who keeps it passes, who breaks a promise does not."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar

import numpy as np
import pytest

from paragone.core.components import ImageMetric, Metric, PromptMetric, SetMetric
from paragone.core.types import Cohort, Prompt, Score, SetScore, View
from paragone.testing import check_metric

CALLS = count()  # what chance of its own looks like from outside: each call is another


class Brightness(ImageMetric):
    """Keeps every promise; the others break one each."""

    name: ClassVar[str] = "brightness"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    reads: ClassVar[tuple[str, ...]] = ("text",)
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, view: View, /) -> Score:
        return Score(view.facts["pixels"]["mean_red"], view.prompt.text)


class TooBright(Brightness):
    def judge(self, view: View, /) -> Score:
        return Score(view.facts["pixels"]["mean_red"] + 0.5)


class TooDark(Brightness):
    def judge(self, view: View, /) -> Score:
        return Score(view.facts["pixels"]["mean_red"] - 0.5)


class NearlyBinary(Brightness):
    binary: ClassVar[bool] = True


class Random(Brightness):
    def judge(self, view: View, /) -> Score:
        return Score(next(CALLS) % 7 / 7)


class Curious(Brightness):
    """Looks at facts that it does not need."""

    needs: ClassVar[tuple[str, ...]] = ()

    def judge(self, view: View, /) -> Score:
        return Score(view.facts.get("sharpness", {"laplacian_variance": 0.0})["laplacian_variance"])


class Raising(Brightness):
    """Needs facts that it does not ask for."""

    needs: ClassVar[tuple[str, ...]] = ()


class Nosy(Brightness):
    """Reads tags that it does not declare."""

    def judge(self, view: View, /) -> Score:
        return Score(float(view.prompt.tags.get("category") == "pets"))


class Silent(Brightness):
    def judge(self, view: View, /) -> Score:
        return Score(None, "nothing to say")


class Plain(Brightness):
    def judge(self, view: View, /) -> Score:
        return view.facts["pixels"]["mean_red"]  # type: ignore[no-any-return]


class Nameless(Brightness):
    name: ClassVar[str] = ""


class Timeless(Brightness):
    version: ClassVar[str] = ""


class Upside(Brightness):
    bounds: ClassVar[tuple[float, float]] = (1.0, 0.0)


class Lost(Brightness):
    needs: ClassVar[tuple[str, ...]] = ("no_such_annotator",)


class Sideways(Brightness):
    direction: ClassVar[Any] = "sideways"


class Inapplicable(Brightness):
    def applies(self, prompt: Prompt) -> bool:
        return False


@dataclass
class Remembering(Brightness):
    """Gives another score in another process: what it knows is lost on the way."""

    known: list[float] = field(default_factory=lambda: [1.0])

    def __reduce__(self) -> tuple[Any, ...]:
        return Remembering, ([0.0],)

    def judge(self, view: View, /) -> Score:
        return Score(self.known[0])


class Spread(PromptMetric):
    """A prompt metric that keeps every promise."""

    name: ClassVar[str] = "spread"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def judge(self, views: Sequence[View], /) -> Score:
        red = [view.facts["pixels"]["mean_red"] for view in views]
        return Score(max(red) - min(red))


class WideSpread(Spread):
    bounds: ClassVar[tuple[float, float]] = (0.0, 0.1)


class Distance(SetMetric):
    """A set metric that keeps every promise."""

    name: ClassVar[str] = "distance"
    needs: ClassVar[tuple[str, ...]] = ("pixels",)
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs_real: ClassVar[bool] = True

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        assert real is not None
        ours, theirs = (side.columns["pixels"]["mean_red"] for side in (drawn, real))
        influences = {prompt.id: 0.01 for prompt in drawn.prompts}
        return SetScore(abs(float(ours.mean() - theirs.mean())), len(ours), influences=influences)


class FarDistance(Distance):
    bounds: ClassVar[tuple[float, float]] = (0.5, 1.0)


class RandomDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), value=next(CALLS) % 7 / 7)


class EndlessDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), influences={"p0": np.inf})


class MuteDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), influences={})


class ShortDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), scores=(Score(0.5),))


class StrayScores(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), scores=tuple(Score(7.0) for _ in drawn.prompts))


class NosyDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), value=float(bool(drawn.prompts[0].tags)))


class CuriousDistance(Distance):
    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        return replace(super().judge(drawn, real, rng), value=float("sharpness" in drawn.columns))


@pytest.mark.parametrize("metric", [Brightness(), Spread(), Distance()])
def test_a_metric_that_keeps_its_promises_passes(metric: Metric) -> None:
    check_metric(metric)


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        (TooBright(), "outside its bounds"),
        (TooDark(), "outside its bounds"),
        (NearlyBinary(), "is binary and gave"),
        (Random(), "another score each time"),
        (Curious(), "reads more than it declares"),
        (Nosy(), "reads more than it declares"),
        (Silent(), "gave no example a value"),
        (Plain(), "not a Score"),
        (Nameless(), "a metric has a name"),
        (Timeless(), "a metric has a version"),
        (Upside(), "bounds are"),
        (Lost(), "annotators that there are not"),
        (Sideways(), "is no direction"),
        (Inapplicable(), "applies to none of the prompts"),
        (Remembering(), "in another process"),
        (WideSpread(), "outside its bounds"),
        (FarDistance(), "outside its bounds"),
        (RandomDistance(), "has chance of its own"),
        (EndlessDistance(), "influences are finite"),
        (MuteDistance(), "neither what contributed nor why"),
        (ShortDistance(), "one score per row"),
        (StrayScores(), "outside its bounds"),
        (NosyDistance(), "reads more than it declares"),
        (CuriousDistance(), "reads more than it declares"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_metric_that_breaks_a_promise_does_not_pass(metric: Metric, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_metric(metric)


def test_a_metric_that_reads_facts_it_does_not_need_cannot_be_judged() -> None:
    with pytest.raises(KeyError, match="pixels"):
        check_metric(Raising())
