"""Image vectors of our own dual encoder, trained on the simulator's scenes and captions alone; it is no CLIP."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators._networks.kinds import Batched
from paragone.annotators.encoders._clip_scene import ClipScene
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture


@dataclass(frozen=True, slots=True)
class ClipSceneImage(ClipScene, Batched):
    """Vectors of unit length. Images are resized to 256 x 256. Memory: 0.1 GB.

    `path` names a folder with another encoder of the same kind, written by `paragone.baselines.dual_encoder.export`;
    give `clip_scene_text` the same.
    """

    path: str | None = None

    domain: ClassVar[Domain] = "scenes"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        encoder = self.load()
        return [{"vector": encoder.see(picture.pixels)} for picture in pictures]


annotator = ClipSceneImage
