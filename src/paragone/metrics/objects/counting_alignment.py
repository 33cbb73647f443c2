"""How far the numbers of objects in the image are from those in the prompt (TISE's counting alignment, CA)."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Score, View
from paragone.metrics._names import Named
from paragone.metrics.objects._detections import Detected, counts_of, counts_wanted


@dataclass(frozen=True)
class CountingAlignment(Named, Detected, ImageMetric):
    """The root mean square of (seen - wanted) over object classes (Dinh et al., 2022).

    `tise`: over the classes that the prompt counts, so other objects cost nothing. `strict`: over these and every class
    detected, of which none was wanted. A detector's boxes above the threshold count; TISE counts with CountSeg, which
    is `detector = "countseg"` where its file is given.
    """

    protocol: Literal["strict", "tise"] = "strict"
    threshold: float = 0.5
    known_as: ClassVar[str] = "Counting alignment"
    reads: ClassVar[tuple[str, ...]] = ("objects",)
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, math.inf)
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "reasoning")

    def judge(self, view: View, /) -> Score:
        """The error of one image."""
        wanted = counts_wanted(view.prompt)
        if not wanted:
            return Score(None, "the prompt counts no object; give `expect.objects`")
        seen = counts_of(view.facts[self.detector], self.threshold)
        classes = set(wanted) | set(seen) if self.protocol == "strict" else set(wanted)
        errors = {label: seen[label] - wanted.get(label, 0) for label in sorted(classes)}
        wrong = [
            f"{label}: {wanted.get(label, 0)} wanted, {seen[label]} seen" for label, error in errors.items() if error
        ]
        value = math.sqrt(sum(error**2 for error in errors.values()) / len(errors))
        return Score(value, "; ".join(wrong))


metric = CountingAlignment
