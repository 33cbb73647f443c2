"""Whether a photograph shows the object, the count or the relation that a prompt asks for: HEIM's detection_correct."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.types import Direction, Prompt, Score, View
from paragone.metrics._names import Named
from paragone.metrics.objects._asked import asked_of, strange_to
from paragone.metrics.objects._detections import Detected
from paragone.metrics.objects._skills import SkillMetric, found_in
from paragone.metrics.objects.skill_count import SkillCount
from paragone.metrics.objects.skill_object import SkillObject
from paragone.metrics.objects.skill_spatial import SkillSpatial

SKILLS: Mapping[str, type[SkillMetric]] = {"object": SkillObject, "count": SkillCount, "spatial": SkillSpatial}


@dataclass(frozen=True)
class DetectionCorrect(Named, Detected, ImageMetric):
    """1 if right, else 0, by the rule of the prompt's skill under `protocol` and what a detector finds.

    The object, the count or the relation may be of any of the 80 classes: as `expect` states it, or as the text reads.

    HEIM's rules (Lee et al. 2023, code) and ours are those of `skill_object`, `skill_count` and `skill_spatial`. HEIM's
    detector is a ViTDet-B whatever it scores (0.05 and above); ours tells what scores 0.3 and above unless
    `annotators = { coco_detector = { threshold = 0.05 } }` says otherwise.
    """

    protocol: Literal["strict", "heim"] = "strict"
    threshold: float | None = None
    known_as: ClassVar[str] = "Detection correct"
    version: ClassVar[str] = "2"
    reads: ClassVar[tuple[str, ...]] = SkillMetric.reads
    may_read: ClassVar[tuple[str, ...]] = SkillMetric.may_read
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)

    def applies(self, prompt: Prompt) -> bool:
        """To prompts that ask for an object, a count or a relation."""
        return asked_of(prompt) is not None

    def judge(self, view: View, /) -> Score:
        """The score of one image, by the rule of its prompt's skill."""
        asked = asked_of(view.prompt)
        if asked is None:
            return Score(None, "the prompt asks for no object, count or relation")
        strange = strange_to(self.detector, asked)
        if strange:
            return Score(None, f"the detector {self.detector} has no class {strange}; use another, or leave it out")
        rule = SKILLS[asked.skill](detector=self.detector, protocol=self.protocol, threshold=self.threshold)
        return rule.score(asked, found_in(view, self.detector))


metric = DetectionCorrect
