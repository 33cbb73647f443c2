"""Annotators that look closer at the faces that `faces` found."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

from paragone.annotators._networks.face import Face
from paragone.annotators._networks.kinds import Weighted
from paragone.annotators.faces import _mesh
from paragone.annotators.faces.faces import largest_faces
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt


class OfFaces(Weighted, Protocol):
    """States one box a face, largest first; faces under `threshold` or `smallest` pixels are left out."""

    code: ClassVar[str] = f"2.{_mesh.NETWORK}"
    needs: ClassVar[tuple[str, ...]] = ("faces",)
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    threshold: float
    smallest: int

    def boxes(self, pixels: Pixels, faces: Sequence[Face]) -> Sequence[Mapping[str, Any]]:
        """What is stated of the faces of one image, which come largest first."""
        ...

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The boxes of each image."""
        known = [largest_faces(one["faces"], threshold=self.threshold, smallest=self.smallest) for one in facts]
        return [{"boxes": self.boxes(picture.pixels, faces)} for picture, faces in zip(pictures, known, strict=True)]
