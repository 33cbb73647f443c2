"""A mesh of 478 points on each face, iris included, and the mean colour of the cheeks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from paragone.annotators._networks import onnx
from paragone.annotators.detectors._boxes import fact
from paragone.annotators.faces import _centerface, _mesh
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt

# Points around the flat of each cheek, away from eyes, nose and lips.
CHEEKS = ((50, 101, 118, 117, 123, 147, 187, 205), (280, 330, 347, 346, 352, 376, 411, 425))


@dataclass(frozen=True)
class FaceMesh:
    """Meshes of the `most` largest faces of at least `smallest` pixels, where the network agrees it is a face.

    `cheek_rgb` is the mean sRGB colour of both cheeks: what skin tone is judged from. Memory: 0.4 GB.
    """

    threshold: float = 0.5
    smallest: int = 24
    most: int = 5
    name: ClassVar[str] = "face_mesh"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = (_centerface.WEIGHTS, _mesh.WEIGHTS)

    @property
    def version(self) -> str:
        """Code, options and weights."""
        options = f"{_mesh.NETWORK}-{self.threshold}-{self.smallest}-{self.most}"
        return onnx.version_of(f"1.{options}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Boxes of each image, largest first, each with `points` and `cheek_rgb`."""
        return [{"boxes": self._meshes(picture.pixels)} for picture in pictures]

    def _meshes(self, pixels: Pixels) -> list[Mapping[str, Any]]:
        faces = largest_faces(pixels, threshold=self.threshold, smallest=self.smallest)[: self.most]
        return [
            fact("face", mesh.score, face.box.tolist(), points=mesh.points.round(1).astype(float).round(1).tolist(),
                 cheek_rgb=cheek_colour(pixels, mesh.points))
            for face, mesh in zip(faces, _mesh.meshes_of(pixels, faces), strict=True)
            if mesh.score >= self.threshold
        ]  # fmt: skip


def largest_faces(pixels: Pixels, *, threshold: float, smallest: int) -> list[_centerface.Face]:
    """Faces whose longer side is at least `smallest` pixels, largest first."""
    sized = [(float((face.box[2:] - face.box[:2]).max()), face) for face in _centerface.find_faces(pixels, threshold)]
    return [face for size, face in sorted(sized, key=lambda pair: -pair[0]) if size >= smallest]


def cheek_colour(pixels: Pixels, points: npt.NDArray[np.float32]) -> list[float] | None:
    """Mean R, G and B within both cheeks, or None where no cheek lies in the image."""
    mask = Image.new("1", (pixels.shape[1], pixels.shape[0]))
    for cheek in CHEEKS:
        ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in points[list(cheek), :2]], fill=1)
    inside = pixels[np.asarray(mask)]
    return [round(float(value), 2) for value in inside.mean(axis=0)] if len(inside) else None


annotator = FaceMesh
