"""Image vectors of our own dual encoder, trained on the simulator's scenes and captions alone; it is no CLIP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.annotators.encoders import _clip_scene
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipSceneImage:
    """Vectors of unit length. Images are resized to 256 x 256. Memory: 0.1 GB.

    `path` names a folder with another encoder of the same kind, written by `paragone.baselines.dual_encoder.export`;
    give `clip_scene_text` the same.
    """

    path: str | None = None

    name: ClassVar[str] = "clip_scene_image"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    @property
    def version(self) -> str:
        """Code, and the hash of the encoder's files."""
        return _clip_scene.version_of(self.path)

    def check(self) -> None:
        """Raise NotReady if the weights are not here."""
        _clip_scene.load(self.path)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> list[Facts]:
        """One vector an image."""
        encoder = _clip_scene.load(self.path)
        return [{"vector": encoder.see(picture.pixels)} for picture in pictures]


annotator = ClipSceneImage
