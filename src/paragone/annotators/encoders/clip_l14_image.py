"""Image vectors of CLIP ViT-L/14: aesthetics, NSFW, Q16 and multilingual CLIPScore read them, each image seen once."""

from dataclasses import dataclass

from paragone.annotators.encoders.clip_image import ClipImage


@dataclass(frozen=True, slots=True)
class ClipL14Image(ClipImage):
    """As `clip_image` with the larger model."""

    model: str = "openai/clip-vit-large-patch14"


annotator = ClipL14Image
