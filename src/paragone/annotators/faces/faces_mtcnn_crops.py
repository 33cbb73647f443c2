"""The first face of an image and its eyes, mouth and nose by the thesis's rules, as crops with Inception features."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from paragone.annotators._networks import onnx
from paragone.annotators._networks.crops import crop, inception_vectors
from paragone.annotators.faces import _mtcnn
from paragone.annotators.faces.faces import face_fact
from paragone.annotators.faces.faces_mtcnn import FacesMtcnn
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.stats.face_parts import PARTS, REAL_SURE, Face, crop_of


@dataclass(frozen=True)
class FacesMtcnnCrops:
    """Vectors of `inception_fid` of `face`, `eyes`, `mouth` and `nose`, None where a rule fails. Memory: 0.3 GB.

    The rules are in `paragone.stats.face_parts`, in pixels of the image. Points are those of the first look: the thesis
    looks at the face crop again, at a size it does not give. `is_sure` says whether the face is surer than 0.99, which
    is asked of real images only.
    """

    name: ClassVar[str] = "faces_mtcnn_crops"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {**dict.fromkeys(PARTS, "vector"), "is_sure": "flag"}

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of the detector and of Inception."""
        return (*FacesMtcnn.needs_weights, *InceptionFid().needs_weights)

    @property
    def version(self) -> str:
        """Of this code, the detector and the network."""
        return f"1-{FacesMtcnn().version}-{InceptionFid().version}"

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """The parts of the surest face of each image."""
        faces = [first_face(picture) for picture in pictures]
        crops = [parts_of(picture, face) for picture, face in zip(pictures, faces, strict=True)]
        vectors = inception_vectors([part for parts in crops for part in parts.values()])
        told = [{name: next(vectors) for name in parts} for parts in crops]
        return [
            {**dict.fromkeys(PARTS), **facts, "is_sure": face is not None and face.score > REAL_SURE}
            for face, facts in zip(faces, told, strict=True)
        ]


def first_face(picture: Picture) -> Face | None:
    """The surest face with its points."""
    found = _mtcnn.find_faces(picture.pixels)
    if not found:
        return None
    fact: Mapping[str, Any] = face_fact(found[0], picture.pixels)
    points = {name: (point[0], point[1]) for name, point in fact["landmarks"].items()}
    x0, y0, x1, y1 = fact["box"]
    eyes = points["eye_left"], points["eye_right"]
    return Face((x0, y0, x1, y1), fact["score"], *eyes, points["nose"], points["mouth_left"], points["mouth_right"])


def parts_of(picture: Picture, face: Face | None) -> dict[str, Picture]:
    """Crops of the parts that meet the rules; of a face that does not, none."""
    if face is None or crop_of(face, "face").box is None:
        return {}
    boxes = {part: crop_of(face, part).box for part in PARTS}
    cut = {part: crop(picture, box) for part, box in boxes.items() if box is not None}
    return {part: one for part, one in cut.items() if one is not None}


annotator = FacesMtcnnCrops
