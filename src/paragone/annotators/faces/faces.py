"""Faces with boxes and five landmarks, by CenterFace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.boxes import fact, within
from paragone.annotators._networks.face import LANDMARKS, Face
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators.faces import _centerface
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture, Pixels


@dataclass(frozen=True, slots=True)
class Faces(Weighted, Batched):
    """Faces that score at least `threshold`; left and right are as seen in the image. Memory: 0.3 GB.

    `box` ends at the image's border, `whole` is as the network gave it.
    """

    threshold: float = 0.5
    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"2.{_centerface.NETWORK}"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = (_centerface.WEIGHTS,)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Faces of each image, best first."""
        return [{"boxes": self._faces(picture.pixels)} for picture in pictures]

    def _faces(self, pixels: Pixels) -> list[Mapping[str, Any]]:
        return [face_fact(face, pixels) for face in _centerface.find_faces(pixels, self.threshold)]


def face_fact(face: Face, pixels: Pixels) -> Mapping[str, Any]:
    """One face as a fact."""
    height, width = pixels.shape[:2]
    box = within(face.box[None], height, width)[0]
    whole = [round(float(edge), 2) for edge in face.box]
    return fact("face", face.score, box.tolist(), whole=whole, landmarks=named_landmarks(face.landmarks))


def named_landmarks(points: npt.NDArray[np.float32]) -> dict[str, list[float]]:
    """Five points by name."""
    rounded = np.round(points.astype(np.float64), 2).tolist()
    return dict(zip(LANDMARKS, rounded, strict=True))


def face_from(stated: Mapping[str, Any]) -> Face:
    """The face that a fact states."""
    points = [stated["landmarks"][name] for name in LANDMARKS]
    return Face(np.array(stated["whole"], np.float32), stated["score"], np.array(points, np.float32))


def largest_faces(known: Facts, *, threshold: float, smallest: int) -> list[Face]:
    """Of the faces that `faces` states, those that are sure enough and at least `smallest` pixels, largest first."""
    faces = [face_from(stated) for stated in known["boxes"] if stated["score"] >= threshold]
    sized = [(float((face.box[2:] - face.box[:2]).max()), face) for face in faces]
    return [face for size, face in sorted(sized, key=lambda pair: -pair[0]) if size >= smallest]


annotator = Faces
