"""Faces with boxes and five landmarks, by MTCNN, as the thesis takes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators.faces import _mtcnn
from paragone.annotators.faces.faces import face_fact
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture


@dataclass(frozen=True, slots=True)
class FacesMtcnn(Weighted, Batched):
    """Faces of at least 20 pixels; thresholds 0.6, 0.7 and 0.7 of the three networks. Memory: 0.1 GB."""

    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"2.{_mtcnn.NETWORK}"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("mtcnn-pnet", "mtcnn-rnet", "mtcnn-onet")

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Faces of each image, best first."""
        return [
            {"boxes": [face_fact(face, picture.pixels) for face in _mtcnn.find_faces(picture.pixels)]}
            for picture in pictures
        ]


annotator = FacesMtcnn
