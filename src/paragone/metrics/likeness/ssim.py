"""How alike an image and its reference image are in structure (SSIM)."""

from typing import ClassVar

from paragone.metrics.likeness._likeness import Likeness


class Ssim(Likeness):
    """Wang et al. (2004) at 256 x 256, 1 for equal images."""

    title: ClassVar[str] = "SSIM"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)


metric = Ssim
