"""Whether an image bears a visible watermark by our own small detector; never to be taken for HEIM's number."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score, View
from paragone.metrics._names import titled
from paragone.metrics.originality._marks import Marked


@dataclass(frozen=True)
class WatermarkOwn(Marked):
    """1 where the probability is at least `threshold`, else 0; with `probability`, the probability itself.

    Above the default lies one of twenty unmarked pictures; half of the marked ones lie below it (docs/perception.md).
    """

    threshold: float = 0.683
    judged_by: ClassVar[str] = "watermark_own"

    @property
    def name(self) -> str:
        """With the threshold."""
        return f"watermark_own({'probability' if self.probability else f'p>={self.threshold:g}'})"

    @property
    def title(self) -> str:
        """With the options that were changed."""
        return titled("Watermarks, our detector", self)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return self.of_chance(float(view.facts[self.judged_by]["chance"]))


metric = WatermarkOwn
