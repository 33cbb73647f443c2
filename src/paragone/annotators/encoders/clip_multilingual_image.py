"""Image vectors of the multilingual CLIP: those of CLIP ViT-L/14, which its texts were taught to meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True, slots=True)
class ClipMultilingualImage(Annotator):
    """The vectors of `clip_l14_image` under the name that `encoder = "clip_multilingual"` asks for."""

    version: ClassVar[str] = "1"
    needs: ClassVar[tuple[str, ...]] = ("clip_l14_image",)
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """One vector an image."""
        return [{"vector": known["clip_l14_image"]["vector"]} for known in facts]


annotator = ClipMultilingualImage
