"""The first face of an image and its eyes, mouth and nose by the thesis's rules, as crops with Inception features."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from paragone.annotators._networks.crops import crop, inception_vectors
from paragone.annotators.inception.inception_fid import InceptionFid
from paragone.core.components import Annotator, Domain
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.stats.face_parts import PARTS, REAL_SURE, Face, Rules, crop_of


@dataclass(frozen=True, slots=True)
class FacesMtcnnCrops(Annotator):
    """Vectors of `inception_fid` of `face`, `eyes`, `mouth` and `nose`, None where a rule fails. Memory: 0.3 GB.

    The rules are in `paragone.stats.face_parts`, in pixels of the image. Points are those of the first look: the thesis
    looks at the face crop again, at a size it does not give. `rules = "strict"` takes them relative to the face's size,
    as nearly none but close-ups pass in pixels. `is_sure` says whether the face is surer than 0.99, which
    is asked of real images only.
    """

    rules: Rules = "thesis"
    domain: ClassVar[Domain] = "photographs"
    needs: ClassVar[tuple[str, ...]] = ("faces_mtcnn",)
    columns: ClassVar[Mapping[str, Column]] = {**dict.fromkeys(PARTS, "vector"), "is_sure": "flag"}

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of Inception."""
        return InceptionFid().needs_weights

    @property
    def version(self) -> str:
        """Of this code and the network."""
        own = "" if self.rules == "thesis" else f"-{self.rules}"
        return f"2{own}-{InceptionFid().version}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The parts of the surest face of each image."""
        faces = [first_face(known["faces_mtcnn"]) for known in facts]
        crops = [parts_of(picture, face, self.rules) for picture, face in zip(pictures, faces, strict=True)]
        vectors = inception_vectors([part for parts in crops for part in parts.values()])
        seen = [{name: next(vectors) for name in parts} for parts in crops]
        return [
            {**dict.fromkeys(PARTS), **found, "is_sure": face is not None and face.score > REAL_SURE}
            for face, found in zip(faces, seen, strict=True)
        ]


def first_face(known: Facts) -> Face | None:
    """The surest face that `faces_mtcnn` states, with its points."""
    if not known["boxes"]:
        return None
    fact: Mapping[str, Any] = known["boxes"][0]
    points = {name: (point[0], point[1]) for name, point in fact["landmarks"].items()}
    x0, y0, x1, y1 = fact["box"]
    eyes = points["eye_left"], points["eye_right"]
    return Face((x0, y0, x1, y1), fact["score"], *eyes, points["nose"], points["mouth_left"], points["mouth_right"])


def parts_of(picture: Picture, face: Face | None, rules: Rules = "thesis") -> dict[str, Picture]:
    """Crops of the parts that meet the rules; of a face that does not, none."""
    if face is None or crop_of(face, "face", rules=rules).box is None:
        return {}
    boxes = {part: crop_of(face, part, rules=rules).box for part in PARTS}
    cut = {part: crop(picture, box) for part, box in boxes.items() if box is not None}
    return {part: one for part, one in cut.items() if one is not None}


annotator = FacesMtcnnCrops
