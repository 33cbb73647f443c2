"""A mesh of 478 points on each face, iris included, and the mean colour of the cheeks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.face import Face
from paragone.annotators.faces import _mesh
from paragone.annotators.faces._known import OfFaces
from paragone.core.components import Domain
from paragone.core.types import Pixels

# Points around the flat of each cheek, away from eyes, nose and lips.
CHEEKS = ((50, 101, 118, 117, 123, 147, 187, 205), (280, 330, 347, 346, 352, 376, 411, 425))


@dataclass(frozen=True, slots=True)
class FaceMesh(OfFaces):
    """Meshes of the `most` largest faces that `faces` finds, of at least `smallest` pixels and `threshold` sure.

    The mesh's own network must agree that it is a face.

    `cheek_rgb` is the mean sRGB colour of both cheeks: what skin tone is judged from. Memory: 0.4 GB.
    """

    threshold: float = 0.5
    smallest: int = 24
    most: int = 5
    domain: ClassVar[Domain] = "photographs"
    needs_weights: ClassVar[tuple[str, ...]] = (_mesh.WEIGHTS,)

    def boxes(self, pixels: Pixels, faces: Sequence[Face]) -> Sequence[Mapping[str, Any]]:
        """Boxes with `points` and `cheek_rgb`."""
        faces = faces[: self.most]
        return [
            fact("face", mesh.score, face.box.tolist(), points=mesh.points.round(1).astype(float).round(1).tolist(),
                 cheek_rgb=cheek_colour(pixels, mesh.points))
            for face, mesh in zip(faces, _mesh.meshes_of(pixels, faces), strict=True)
            if mesh.score >= self.threshold
        ]  # fmt: skip


def cheek_colour(pixels: Pixels, points: npt.NDArray[np.float32]) -> list[float] | None:
    """Mean R, G and B within both cheeks, or None where no cheek lies in the image."""
    mask = Image.new("1", (pixels.shape[1], pixels.shape[0]))
    for cheek in CHEEKS:
        ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in points[list(cheek), :2]], fill=1)
    inside = pixels[np.asarray(mask)]
    return [round(float(value), 2) for value in inside.mean(axis=0)] if len(inside) else None


annotator = FaceMesh
