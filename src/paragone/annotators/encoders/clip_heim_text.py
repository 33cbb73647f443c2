"""Text vectors of CLIP ViT-L/14, the other half of `clip_heim_image`."""

from dataclasses import dataclass

from paragone.annotators.encoders.clip_text import ClipText


@dataclass(frozen=True, slots=True)
class ClipHeimText(ClipText):
    """As `clip_text`: HEIM's fault is in the images alone."""

    model: str = "openai/clip-vit-large-patch14"


annotator = ClipHeimText
