"""How little an image differs from its reference image, in decibels (peak signal-to-noise ratio)."""

from typing import ClassVar

from paragone.metrics.likeness._likeness import Likeness


class Psnr(Likeness):
    """At 256 x 256, with the range of the reference (HEIM)."""

    title: ClassVar[str] = "PSNR"


metric = Psnr
