"""Whether an image bears a visible watermark by our own small detector; never to be taken for HEIM's number."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.pattern import Pattern
from paragone.metrics.originality._marks import Marked


@dataclass(frozen=True)
class WatermarkOwn(Marked):
    """1 where the probability is at least `threshold`, else 0; with `probability`, the probability itself.

    Above the default lies one of twenty unmarked pictures; half of the marked ones lie below it (docs/perception.md).
    """

    threshold: float = 0.683
    name = Pattern("watermark_own({self.measure})")
    known_as: ClassVar[str] = "Watermarks, our detector"
    judged_by: ClassVar[str] = "watermark_own"


metric = WatermarkOwn
