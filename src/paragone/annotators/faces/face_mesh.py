"""A mesh of 478 points on each face, iris included, and the mean colour of the cheeks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.kinds import Weighted
from paragone.annotators.faces import _mesh
from paragone.annotators.faces._face import Face
from paragone.annotators.faces.faces import face_from
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt

# Points around the flat of each cheek, away from eyes, nose and lips.
CHEEKS = ((50, 101, 118, 117, 123, 147, 187, 205), (280, 330, 347, 346, 352, 376, 411, 425))


@dataclass(frozen=True, slots=True)
class FaceMesh(Weighted):
    """Meshes of the `most` largest faces that `faces` finds, of at least `smallest` pixels and `threshold` sure.

    The mesh's own network must agree that it is a face.

    `cheek_rgb` is the mean sRGB colour of both cheeks: what skin tone is judged from. Memory: 0.4 GB.
    """

    threshold: float = 0.5
    smallest: int = 24
    most: int = 5
    name: ClassVar[str] = "face_mesh"
    code: ClassVar[str] = f"2.{_mesh.NETWORK}"
    needs: ClassVar[tuple[str, ...]] = ("faces",)
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = (_mesh.WEIGHTS,)

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Boxes of each image, largest first, each with `points` and `cheek_rgb`."""
        return [
            {"boxes": self._meshes(picture.pixels, known["faces"])}
            for picture, known in zip(pictures, facts, strict=True)
        ]

    def _meshes(self, pixels: Pixels, known: Facts) -> list[Mapping[str, Any]]:
        faces = largest_faces(known, threshold=self.threshold, smallest=self.smallest)[: self.most]
        return [
            fact("face", mesh.score, face.box.tolist(), points=mesh.points.round(1).astype(float).round(1).tolist(),
                 cheek_rgb=cheek_colour(pixels, mesh.points))
            for face, mesh in zip(faces, _mesh.meshes_of(pixels, faces), strict=True)
            if mesh.score >= self.threshold
        ]  # fmt: skip


def largest_faces(known: Facts, *, threshold: float, smallest: int) -> list[Face]:
    """Of the faces that `faces` states, those that are sure enough and at least `smallest` pixels, largest first."""
    faces = [face_from(stated) for stated in known["boxes"] if stated["score"] >= threshold]
    sized = [(float((face.box[2:] - face.box[:2]).max()), face) for face in faces]
    return [face for size, face in sorted(sized, key=lambda pair: -pair[0]) if size >= smallest]


def cheek_colour(pixels: Pixels, points: npt.NDArray[np.float32]) -> list[float] | None:
    """Mean R, G and B within both cheeks, or None where no cheek lies in the image."""
    mask = Image.new("1", (pixels.shape[1], pixels.shape[0]))
    for cheek in CHEEKS:
        ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in points[list(cheek), :2]], fill=1)
    inside = pixels[np.asarray(mask)]
    return [round(float(value), 2) for value in inside.mean(axis=0)] if len(inside) else None


annotator = FaceMesh
