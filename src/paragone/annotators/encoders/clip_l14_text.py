"""Text vectors of CLIP ViT-L/14, the other half of `clip_l14_image`."""

from dataclasses import dataclass

from paragone.annotators.encoders.clip_text import ClipText


@dataclass(frozen=True, slots=True)
class ClipL14Text(ClipText):
    """As `clip_text` with the larger model."""

    model: str = "openai/clip-vit-large-patch14"


annotator = ClipL14Text
