"""How alike an image and its reference image are in structure (SSIM)."""

from paragone.metrics.likeness._likeness import Likeness


def metric() -> Likeness:
    """Wang et al. (2004) at 256 x 256, 1 for equal images."""
    return Likeness("ssim", bounds=(-1.0, 1.0))
