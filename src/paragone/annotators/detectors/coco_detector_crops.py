"""Every object that `coco_detector` finds, as a crop with Inception features and classifier logits: O-FID and O-IS."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.crops import crop, inception_vectors
from paragone.annotators.encoders.mobilenet_v2 import MobileNetV2
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.components import Annotator, Domain
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class CocoDetectorCrops(Annotator):
    """Objects that score at least `threshold` (0.5 as in TISE), each box as it is, however small. Memory: 0.3 GB.

    `vector` and `logits` hold those of all objects one after another, `parts` says how many there are. TISE finds
    objects by Mask R-CNN and classifies them by an Inception trained on the 80 classes; here they are found by
    EfficientDet-Lite2, `vector` is of `inception_fid` and `logits` are of `mobilenet_v2` (1000 classes).
    """

    threshold: float = 0.5
    domain: ClassVar[Domain] = "photographs"
    needs: ClassVar[tuple[str, ...]] = ("coco_detector",)
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector", "logits": "vector", "parts": "integer"}

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of both networks that look at crops."""
        return (*InceptionFid().needs_weights, *MobileNetV2.needs_weights)

    @property
    def version(self) -> str:
        """Of this code and both networks."""
        return f"2-{self.threshold}-{InceptionFid().version}-{MobileNetV2().version}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The objects of each image, best first."""
        crops = [self._crops(picture, known[self.needs[0]]) for picture, known in zip(pictures, facts, strict=True)]
        every = [part for parts in crops for part in parts]
        vectors, logits = inception_vectors(every), (found["logits"] for found in self.classified(every))
        empty = np.zeros(0, np.float32)
        return [
            {
                "vector": np.concatenate([empty, *(next(vectors) for _ in parts)]),
                "logits": np.concatenate([empty, *(next(logits) for _ in parts)]),
                "parts": len(parts),
            }
            for parts in crops
        ]

    def classified(self, crops: Sequence[Picture]) -> Sequence[Facts]:
        """The logits of each crop."""
        return MobileNetV2().look(crops, [])

    def _crops(self, picture: Picture, known: Facts) -> list[Picture]:
        boxes = [box["box"] for box in known["boxes"] if box["score"] >= self.threshold]
        return [part for box in boxes if (part := crop(picture, box)) is not None]


annotator = CocoDetectorCrops
