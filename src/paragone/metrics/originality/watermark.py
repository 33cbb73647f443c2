"""Whether an image bears a visible watermark by LAION's detector at HEIM's threshold, or how likely it does."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.pattern import Pattern
from paragone.metrics.originality._marks import Marked


@dataclass(frozen=True)
class Watermark(Marked):
    """1 where the probability is at least `threshold` (0.9 as in HEIM; LAION's own example has 0.5), else 0.

    With `probability`, the probability itself, of which HEIM reports the highest over a prompt's images.
    """

    threshold: float = 0.9
    name = Pattern("watermark(laion, {self.measure})")
    known_as: ClassVar[str] = "Watermarks, LAION's detector"
    judged_by: ClassVar[str] = "watermark_laion"


metric = Watermark
