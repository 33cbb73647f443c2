"""Was the object in the prompt detected in the image: the mean over object classes (SOA-C)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.core.types import Cohort, Direction, Estimate
from paragone.metrics._groups import mean_over_groups
from paragone.metrics._names import named
from paragone.metrics._sets import check_protocol, refused
from paragone.metrics.objects._object_accuracy import Classes, Denominator, trials_of


@dataclass(frozen=True, slots=True)
class SoaC:
    """The mean over classes of the share of images in which the class was detected (Hinz et al., 2020).

    `strict` counts every image; `tise` leaves out images in which nothing was detected, which flatters poor models.
    `classes`: all, or the 40 with the most images (`top40`), or the others (`bottom40`).
    """

    detector: str = "coco_detector"
    protocol: Denominator = "strict"
    threshold: float = 0.5
    classes: Classes = "all"
    version: ClassVar[str] = "2"
    reads_expect: ClassVar[bool] = True
    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def __post_init__(self) -> None:
        """Refuse unknown options."""
        check_protocol(self.protocol, ("strict", "tise"))
        check_protocol(self.classes, ("all", "top40", "bottom40"))

    @property
    def name(self) -> str:
        """With the detector."""
        return named("soa_c", self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose boxes are read."""
        return (self.detector,)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate:
        """The share with its interval."""
        trials = trials_of(drawn, self.detector, threshold=self.threshold, protocol=self.protocol, classes=self.classes)
        if not trials:
            return refused(drawn, "no image has a prompt that names an object; give `expect.objects`")
        return mean_over_groups(trials, rng=rng, images=len(drawn.prompts), missing=drawn.missing)


metric = SoaC
