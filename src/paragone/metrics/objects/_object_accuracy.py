"""Semantic object accuracy: was the object that the prompt names detected in the image."""

from collections import Counter
from typing import Literal, TypeAlias

from paragone.core.types import Cohort
from paragone.metrics._groups import Trial
from paragone.metrics.objects._detections import counts_seen, counts_wanted

# strict: every image counts, as in Hinz et al. (2020). tise: images in which nothing at all was detected vanish.
Denominator: TypeAlias = Literal["strict", "tise"]
Classes: TypeAlias = Literal["all", "top40", "bottom40"]
HALF = 40


def trials_of(drawn: Cohort, detector: str, *, threshold: float, protocol: str, classes: str = "all") -> list[Trial]:
    """One trial per image and object named."""
    trials = []
    for prompt, boxes in zip(drawn.prompts, drawn.columns[detector]["boxes"], strict=True):
        seen = counts_seen(boxes, threshold)
        if protocol == "tise" and not seen:
            continue
        trials += [Trial(prompt.id, label, float(seen[label] > 0)) for label in counts_wanted(prompt)]
    if classes == "all":
        return trials
    common = [label for label, _ in Counter(trial.group for trial in trials).most_common()]
    kept = set(common[:HALF] if classes == "top40" else common[HALF:])
    return [trial for trial in trials if trial.group in kept]
