"""Semantic object accuracy: was the object that the prompt names detected in the image."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.types import Cohort, Direction, Prompt, Score, SetScore
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._names import Named
from paragone.metrics._sets import refused
from paragone.metrics.objects._detections import Detected, counts_seen, counts_wanted

# strict: every image counts, as in Hinz et al. (2020). tise: images in which nothing at all was detected vanish.
Denominator: TypeAlias = Literal["strict", "tise"]


@dataclass(frozen=True)
class ObjectAccuracy(Named, Detected, SetMetric):
    """What SOA-C and SOA-I share: one trial for each image and class that its prompt names."""

    protocol: Denominator = "strict"
    threshold: float = 0.5
    version: ClassVar[str] = "3"
    reads: ClassVar[tuple[str, ...]] = ("objects",)
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore:
        """The share, and for each image what was missing."""
        rows = list(zip(drawn.prompts, drawn.columns[self.detector]["boxes"], strict=True))
        found = [self._seen(prompt, boxes) for prompt, boxes in rows]
        kept = self.kept(Counter(label for seen in found if seen is not None for label in seen))
        trials = [
            Trial(prompt.id, self.group_of(label), float(is_seen))
            for prompt, seen in zip(drawn.prompts, found, strict=True)
            for label, is_seen in (seen or {}).items()
            if label in kept
        ]
        if not trials:
            return refused(drawn, "no image has a prompt that names an object; give `expect.objects`")
        return mean_over_groups(trials, drawn, [_score(seen, kept) for seen in found])

    @abstractmethod
    def group_of(self, label: str) -> Hashable:
        """What a class is averaged with first."""

    def kept(self, images: Counter[str]) -> set[str]:
        """The classes that count, given the number of images of each."""
        return set(images)

    def _seen(self, prompt: Prompt, boxes: Sequence[Mapping[str, Any]]) -> dict[str, bool] | None:
        """Whether each class that the prompt names was detected; None: the image does not count."""
        seen = counts_seen(boxes, self.threshold)
        if self.protocol == "tise" and not seen:
            return None
        return {label: seen[label] > 0 for label in counts_wanted(prompt)}


def _score(seen: Mapping[str, bool] | None, kept: set[str]) -> Score:
    """An image's own score: the share of its classes that were detected."""
    if seen is None:
        return Score(None, "nothing was detected, so TISE leaves the image out")
    asked = {label: is_seen for label, is_seen in seen.items() if label in kept}
    if not asked:
        return Score(None, "the prompt names no class that counts")
    absent = [label for label, is_seen in asked.items() if not is_seen]
    reason = f"no {', no '.join(absent)}" if absent else f"{', '.join(asked)} detected"
    return Score(1 - len(absent) / len(asked), reason)
