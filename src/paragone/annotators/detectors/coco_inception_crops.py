"""Every object that `coco_detector` finds, as a crop with the logits of TISE's Inception of 80 classes: O-IS."""

from collections.abc import Sequence
from dataclasses import dataclass

from paragone.annotators.detectors.coco_detector_crops import CocoDetectorCrops
from paragone.annotators.inception.coco_inception import CocoInception
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.types import Facts, Picture


@dataclass(frozen=True, slots=True)
class CocoInceptionCrops(CocoDetectorCrops):
    """As `coco_detector_crops`, but classified as TISE does: `path` is the file of `coco_inception`. Memory: 0.4 GB."""

    path: str = ""

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of `vector`; the classifier's file is the user's."""
        return InceptionFid().needs_weights

    @property
    def version(self) -> str:
        """Of this code and both networks."""
        return f"1-{self.threshold}-{InceptionFid().version}-{self._classifier.version}"

    @property
    def _classifier(self) -> CocoInception:
        return CocoInception(self.path)

    def check(self) -> None:
        """Refuse to start without the classifier's file, or with another one."""
        self._classifier.check()

    def classified(self, crops: Sequence[Picture]) -> Sequence[Facts]:
        """80 logits a crop."""
        return self._classifier.look(crops, [])


annotator = CocoInceptionCrops
