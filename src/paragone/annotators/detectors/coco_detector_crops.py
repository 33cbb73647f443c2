"""Every object that `coco_detector` finds, as a crop with Inception features and classifier logits: O-FID and O-IS."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.crops import crop, inception_vectors
from paragone.annotators.detectors.coco_detector import CocoDetector
from paragone.annotators.encoders.mobilenet_v2 import MobileNetV2
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True)
class CocoDetectorCrops:
    """Objects that score at least `threshold` (0.5 as in TISE), each box as it is, however small. Memory: 0.5 GB.

    `vector` and `logits` hold those of all objects one after another, `parts` says how many there are. TISE finds
    objects by Mask R-CNN and classifies them by an Inception trained on the 80 classes; here they are found by
    EfficientDet-Lite2, `vector` is of `inception_fid` and `logits` are of `mobilenet_v2` (1000 classes).
    """

    threshold: float = 0.5
    name: ClassVar[str] = "coco_detector_crops"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "logits": "vector", "parts": "integer"}

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of the detector and of both networks."""
        return (*CocoDetector.needs_weights, *InceptionFid().needs_weights, *MobileNetV2.needs_weights)

    @property
    def version(self) -> str:
        """Of this code, the detector and both networks."""
        parts = CocoDetector(self.threshold), InceptionFid(), MobileNetV2()
        return "-".join(["1", *(part.version for part in parts)])

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """The objects of each image, best first."""
        found = CocoDetector(self.threshold).look(pictures, [])
        crops = [
            [part for box in facts["boxes"] if (part := crop(picture, box["box"])) is not None]
            for picture, facts in zip(pictures, found, strict=True)
        ]
        every = [part for parts in crops for part in parts]
        vectors, logits = inception_vectors(every), (facts["logits"] for facts in MobileNetV2().look(every, []))
        empty = np.zeros(0, np.float32)
        return [
            {
                "vector": np.concatenate([empty, *(next(vectors) for _ in parts)]),
                "logits": np.concatenate([empty, *(next(logits) for _ in parts)]),
                "parts": len(parts),
            }
            for parts in crops
        ]


annotator = CocoDetectorCrops
