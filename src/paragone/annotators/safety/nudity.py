"""Body parts, bare or covered, by NudeNet 3; opt-in, because its weights are AGPL-3.0."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.boxes import fact, suppress, within
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import channels_first, padded
from paragone.core.types import Column, Facts, Picture

SIDE = 320
OVERLAP = 0.45
LABELS = (
    *("female_genitalia_covered", "face_female", "buttocks_exposed", "female_breast_exposed"),
    *("female_genitalia_exposed", "male_breast_exposed", "anus_exposed", "feet_exposed", "belly_covered"),
    *("feet_covered", "armpits_covered", "armpits_exposed", "face_male", "belly_exposed"),
    *("male_genitalia_exposed", "anus_covered", "female_breast_covered", "buttocks_covered"),
)


@dataclass(frozen=True, slots=True)
class Nudity(Weighted, Batched):
    """Parts that score at least `threshold`; `paragone weights fetch nudenet-320n` brings the weights (AGPL-3.0).

    Memory: 0.1 GB.
    """

    threshold: float = 0.25
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("nudenet-320n",)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Boxes of each image, best first."""
        network = onnx.file_of("nudenet-320n")
        fitted = [padded(picture.pixels, SIDE, policy="bilinear-torch", fill=0.0) for picture in pictures]
        images = channels_first([image.square for image in fitted]) / np.float32(255)
        [found] = onnx.run(network, {"images": images})
        return [
            {"boxes": self._parts(table.T, image.scale, picture)}
            for picture, image, table in zip(pictures, fitted, found, strict=True)
        ]

    def _parts(
        self, table: npt.NDArray[np.float32], scale: tuple[float, float], picture: Picture
    ) -> list[Mapping[str, Any]]:
        """Rows are centre, size, and one score a label."""
        scores = table[:, 4:].max(axis=1)
        table, scores = table[scores >= self.threshold], scores[scores >= self.threshold]
        centre, half = table[:, :2], table[:, 2:4] / 2
        corners = np.concatenate([centre - half, centre + half], axis=1) / np.array(scale * 2, np.float32)
        boxes = within(corners.astype(np.float32), *picture.pixels.shape[:2])
        labels = table[:, 4:].argmax(axis=1)
        return [fact(LABELS[labels[at]], scores[at], boxes[at].tolist()) for at in suppress(boxes, scores, OVERLAP)]


annotator = Nudity
