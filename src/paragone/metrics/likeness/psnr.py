"""How little an image differs from its reference image, in decibels (peak signal-to-noise ratio)."""

from typing import ClassVar

from paragone.metrics.likeness._likeness import Likeness


class Psnr(Likeness):
    """10 log10(range^2 / mean squared error) at 256 x 256, the range that of the reference (HEIM)."""

    title: ClassVar[str] = "PSNR"


metric = Psnr
