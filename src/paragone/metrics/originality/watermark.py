"""Whether an image bears a visible watermark by LAION's detector at HEIM's threshold, or how likely it does."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Score, View
from paragone.metrics._names import titled
from paragone.metrics.originality._marks import Marked


@dataclass(frozen=True)
class Watermark(Marked):
    """1 where the probability is at least `threshold` (0.9 as in HEIM; LAION's own example has 0.5), else 0.

    With `probability`, the probability itself, of which HEIM reports the highest over a prompt's images.
    """

    threshold: float = 0.9
    judged_by: ClassVar[str] = "watermark_laion"

    @property
    def name(self) -> str:
        """With the detector and the threshold."""
        return f"watermark(laion, {'probability' if self.probability else f'p>={self.threshold:g}'})"

    @property
    def title(self) -> str:
        """With the options that were changed."""
        return titled("Watermarks, LAION's detector", self)

    def judge(self, view: View, /) -> Score:
        """The score of one image."""
        return self.of_chance(float(view.facts[self.judged_by]["chance"]))


metric = Watermark
