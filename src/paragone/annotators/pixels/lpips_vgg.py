"""How far an image and its prompt's reference image are apart to the eye, by LPIPS on VGG16."""

from paragone.annotators.pixels._lpips import Lpips


def annotator() -> Lpips:
    """The network of HEIM's numbers. Memory: 0.3 GB."""
    return Lpips("vgg")
