"""Faces with boxes and five landmarks, by MTCNN, as the thesis takes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.annotators._networks import onnx
from paragone.annotators.faces import _mtcnn
from paragone.annotators.faces.faces import face_fact
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True)
class FacesMtcnn:
    """Faces of at least 20 pixels; thresholds 0.6, 0.7 and 0.7 of the three networks. Memory: 0.1 GB."""

    name: ClassVar[str] = "faces_mtcnn"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("mtcnn-pnet", "mtcnn-rnet", "mtcnn-onet")

    @property
    def version(self) -> str:
        """Code, networks and weights."""
        return onnx.version_of(f"1.{_mtcnn.NETWORK}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """Faces of each image, best first."""
        return [
            {"boxes": [face_fact(face, picture.pixels) for face in _mtcnn.find_faces(picture.pixels)]}
            for picture in pictures
        ]


annotator = FacesMtcnn
