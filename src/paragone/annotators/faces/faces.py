"""Faces with boxes and five landmarks, by CenterFace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators.detectors._boxes import fact, within
from paragone.annotators.faces import _centerface
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt


@dataclass(frozen=True)
class Faces:
    """Faces that score at least `threshold`; left and right are as seen in the image. Memory: 0.3 GB."""

    threshold: float = 0.5
    name: ClassVar[str] = "faces"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = (_centerface.WEIGHTS,)

    @property
    def version(self) -> str:
        """Code, threshold and weights."""
        return onnx.version_of(f"1.{_centerface.NETWORK}-{self.threshold}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Faces of each image, best first."""
        return [{"boxes": self._faces(picture.pixels)} for picture in pictures]

    def _faces(self, pixels: Pixels) -> list[Mapping[str, Any]]:
        return [face_fact(face, pixels) for face in _centerface.find_faces(pixels, self.threshold)]


def face_fact(face: _centerface.Face, pixels: Pixels) -> Mapping[str, Any]:
    """One face as a fact."""
    height, width = pixels.shape[:2]
    box = within(face.box[None], height, width)[0]
    return fact("face", face.score, box.tolist(), landmarks=named_landmarks(face.landmarks))


def named_landmarks(points: npt.NDArray[np.float32]) -> dict[str, list[float]]:
    """Five points by name."""
    rounded = np.round(points.astype(np.float64), 2).tolist()
    return dict(zip(_centerface.LANDMARKS, rounded, strict=True))


annotator = Faces
