"""How little an image differs from its reference image, in decibels (peak signal-to-noise ratio)."""

import math

from paragone.metrics.likeness._likeness import Likeness


def metric() -> Likeness:
    """10 log10(range^2 / mean squared error) at 256 x 256, the range that of the reference (HEIM)."""
    return Likeness("psnr", bounds=(-math.inf, math.inf))
