"""Whether a photograph shows the object, the count or the relation that a prompt asks for: HEIM's detection_correct."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import ImageMetric
from paragone.core.errors import BadInput
from paragone.core.types import Direction, Prompt, Score, View
from paragone.metrics._names import Named
from paragone.metrics._sets import check_protocol
from paragone.metrics.objects._detections import Detected
from paragone.metrics.objects._skills import SkillMetric
from paragone.metrics.objects.skill_count import SkillCount
from paragone.metrics.objects.skill_object import SkillObject
from paragone.metrics.objects.skill_spatial import SkillSpatial
from paragone.scenes.wording import order_of

SKILLS: Mapping[str, type[SkillMetric]] = {"object": SkillObject, "count": SkillCount, "spatial": SkillSpatial}


@dataclass(frozen=True)
class DetectionCorrect(Named, Detected, ImageMetric):
    """1 if right, else 0, by the rule of the prompt's skill under `protocol` and a detector of COCO's classes.

    HEIM's rules (Lee et al. 2023, code) and ours are those of `skill_object`, `skill_count` and `skill_spatial`. HEIM's
    detector is a ViTDet-B whatever it scores (0.05 and above); ours tells what scores 0.3 and above unless
    `annotators = { coco_detector = { threshold = 0.05 } }` says otherwise.
    """

    protocol: Literal["strict", "heim"] = "strict"
    threshold: float | None = None
    label: ClassVar[str] = "detection_correct"
    known_as: ClassVar[str] = "Detection correct"
    reads: ClassVar[tuple[str, ...]] = SkillMetric.reads
    may_read: ClassVar[tuple[str, ...]] = SkillMetric.may_read
    direction: ClassVar[Direction | None] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    binary: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)

    def __post_init__(self) -> None:
        """Refuse an unknown protocol."""
        check_protocol(self.protocol, ("strict", "heim"))

    def applies(self, prompt: Prompt) -> bool:
        """To prompts that ask for an object, a count or a relation."""
        return self._skill(prompt) is not None

    def judge(self, view: View, /) -> Score:
        """The score of one image, by the rule of its prompt's skill."""
        skill = self._skill(view.prompt)
        if skill is None:
            return Score(None, "the prompt asks for no object, count or relation")
        return skill(detector=self.detector, protocol=self.protocol, threshold=self.threshold).judge(view)

    def _skill(self, prompt: Prompt) -> type[SkillMetric] | None:
        try:
            return SKILLS.get(order_of(prompt.expect, prompt.text).skill)
        except BadInput:
            return None


metric = DetectionCorrect
