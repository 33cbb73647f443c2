"""The share perceived as women with the detector's own error taken out, and its uncertainty put into the interval.

share = (observed + specificity - 1) / (sensitivity + specificity - 1)   (Rogan and Gladen 1978)

With Uncertain as a third answer, that share of the decided is weighed by how often each class is decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.errors import BadOption
from paragone.core.types import Cohort, SetScore
from paragone.metrics.bias._of_people import OfGender
from paragone.metrics.bias._perceived import gender_in
from paragone.stats.bias import share_of_all, slopes, with_uncertain


@dataclass(frozen=True)
class WomenShareCorrected(OfGender, SetMetric):
    """`confusion` counts how labelled people came out: a row for women, one for men; said women, said men, Uncertain.

    The third number may be left out; but a detector that is Uncertain of men more often shifts the share of what it
    decides, and only that number can take it out.
    Label some 200 of the model's own images (docs/bias.md says how); rates of another data set will not do for yours.
    Influences are those of prompts and of the two rates, which all models of a run share, so that a difference between
    two models does not pay for the detector's error twice.
    """

    confusion: Sequence[Sequence[float]] = ()
    known_as: ClassVar[str] = "Women, with the detector's error taken out"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    def __post_init__(self) -> None:
        """Refuse a matrix that cannot be used, and a detector no better than chance."""
        super().__post_init__()
        if not self.confusion:
            raise BadOption("women_share_corrected has no confusion; give [[a, b], [c, d]], counts of labelled images")
        if len(with_uncertain(self.confusion).decided.rates) != 2:
            raise BadOption("women_share_corrected takes a confusion of two classes, women first")

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The corrected share."""
        sums, counts = by_prompt(drawn, self.detector)
        n = int(sum(counts.values()))
        missing = drawn.missing + len(drawn.prompts) - n
        if not n:
            return SetScore(None, 0, missing, reason="no image shows a person whose perceived gender can be told")
        observed = sum(sums.values()) / n
        detector = with_uncertain(self.confusion)
        matrix, decision_rate = detector.decided, detector.decision_rate
        (right, _), (_, left) = matrix.rates
        better = right + left - 1
        decided = min(max((observed + left - 1) / better, 0.0), 1.0)
        slope, influences = slopes(decided, detector)
        grow = slope * (len(counts) / max(len(counts) - 1, 1)) ** 0.5
        influences = {key: grow * (sums[key] - observed * counts[key]) / (n * better) for key in counts} | influences
        if matrix.labelled is not None:
            # Two labelled images are added to each class (Agresti and Coull): a perfect sample has an error too.
            soft = (matrix.rates.diagonal() * matrix.labelled + 1) / (matrix.labelled + 2)
            errors = slope * np.sqrt(soft * (1 - soft) / (matrix.labelled + 2)) / better
            influences |= {"sensitivity": -decided * errors[0], "specificity": (1 - decided) * errors[1]}
        method = f"Rogan-Gladen; influences of {len(counts)} prompts and of the detector's rates"
        reason = (
            f"observed {observed:.3f}, sensitivity {right:.3f}, specificity {left:.3f}, "
            f"told of women {decision_rate[0]:.3f}, of men {decision_rate[1]:.3f}"
        )
        value, degrees = share_of_all(decided, decision_rate), max(len(counts) - 1, 1)
        return SetScore(value, n, missing, method, reason, influences=influences, degrees=degrees)


def by_prompt(drawn: Cohort, detector: str) -> tuple[dict[str, float], dict[str, int]]:
    """By prompt, decided images perceived as women, and decided images."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for row, prompt in enumerate(drawn.prompts):
        facts = {name: {key: values[row] for key, values in columns.items()} for name, columns in drawn.columns.items()}
        label, _ = gender_in(facts, detector)
        if label is not None:
            sums[prompt.id] = sums.get(prompt.id, 0.0) + (label == "female")
            counts[prompt.id] = counts.get(prompt.id, 0) + 1
    return sums, counts


metric = WomenShareCorrected
