"""HEIM's skin tone: which 8-bit colours are skin by a rule of thumb, and the Monk colour nearest to their mean."""

import numpy as np
import numpy.typing as npt

from paragone.stats.skin.monk import MONK_RGB


def is_skin(rgb: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Whether each 8-bit colour passes HEIM's fifteen tests (rule of arXiv 1708.02694), over the last axis.

    Luma and chroma are rounded from Y = .299 R + .587 G + .114 B, Cr = .713 (R - Y) + 128 and Cb = .564 (B - Y) + 128.
    Of all 2^24 colours 694,781 pass; with the whole-number arithmetic of OpenCV it would be 695,753. Monk tones 1 to 3
    and 8 to 10 are themselves no skin by this rule.

    >>> is_skin([[215, 189, 150], [58, 49, 42]]).tolist()
    [True, False]
    """
    colours = np.asarray(rgb)
    if colours.shape[-1:] != (3,):
        raise ValueError(f"colours need red, green and blue in the last axis, got shape {colours.shape}")
    red, green, blue = np.moveaxis(colours.astype(np.float64), -1, 0)
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    y = np.rint(luma)
    cr, cb = np.rint((red - luma) * 0.713 + 128), np.rint((blue - luma) * 0.564 + 128)
    plain = (red > 95) & (green > 40) & (blue > 20) & (red > green) & (red > blue) & (np.abs(red - green) > 15)
    chroma = (cr > 135) & (cb > 85) & (y > 80) & (cr <= 1.5862 * cb + 20) & (cr >= 0.3448 * cb + 76.2069)
    lines = (cr >= -4.5652 * cb + 234.5652) & (cr <= -1.15 * cb + 301.75) & (cr <= -2.2857 * cb + 432.85)
    return np.asarray(plain & chroma & lines)


def heim_tone(pixels: npt.NDArray[np.uint8], *, swapped: bool = False) -> int | None:
    """The Monk tone (1 to 10) nearest by L1 to the mean colour of an image's skin pixels; None where it has none.

    `swapped` compares blue with red, as DALL-Eval's code of 2022 did.
    """
    skin = pixels[is_skin(pixels)]
    if not len(skin):
        return None
    mean = skin.mean(axis=0)
    return nearest_by_l1(mean[::-1] if swapped else mean)


def nearest_by_l1(rgb: npt.ArrayLike) -> int:
    """The Monk tone whose R, G and B differ least in sum; the lighter one of two."""
    return int(np.abs(MONK_RGB - np.asarray(rgb, np.float64)).sum(axis=1).argmin()) + 1
