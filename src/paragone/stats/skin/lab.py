"""CIELAB under D65 from sRGB, and how far apart two colours look (CIEDE2000)."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
D65 = TO_XYZ.sum(axis=1)  # the white that (255, 255, 255) is


def linear(rgb: npt.ArrayLike) -> Array:
    """Light of 0 to 1 from sRGB values of 0 to 255."""
    parts = np.asarray(rgb, np.float64) / 255
    return np.asarray(np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4))


def encoded(light: npt.ArrayLike) -> Array:
    """Values of 0 to 255 from light, the way back; what is brighter than white is cut."""
    parts = np.clip(np.asarray(light, np.float64), 0, 1)
    return np.asarray(255 * np.where(parts <= 0.0031308, 12.92 * parts, 1.055 * parts ** (1 / 2.4) - 0.055))


def lab_of(rgb: npt.ArrayLike) -> Array:
    """L*, a*, b* of sRGB colours of 0 to 255, over the last axis.

    >>> lab_of([255, 255, 255]).round(3).tolist()
    [100.0, 0.0, 0.0]
    """
    relative = linear(rgb) @ TO_XYZ.T / D65
    cubic = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(cubic, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def ciede2000(one: npt.ArrayLike, other: npt.ArrayLike) -> Array:
    """The CIEDE2000 difference of CIELAB colours (Sharma, Wu and Dalal 2005), over the last axis.

    >>> float(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485]).round(4))
    2.0425
    """
    (l1, a1, b1), (l2, a2, b2) = (np.moveaxis(np.asarray(lab, np.float64), -1, 0) for lab in (one, other))
    grey = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(grey**7 / (grey**7 + 25.0**7))
    chroma1, chroma2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    hue1, hue2 = (np.degrees(np.arctan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    is_grey = chroma1 * chroma2 == 0
    turn = np.where(is_grey, 0.0, (hue2 - hue1 + 180) % 360 - 180)
    across = 2 * np.sqrt(chroma1 * chroma2) * np.sin(np.radians(turn) / 2)
    lightness, chroma = (l1 + l2) / 2, (chroma1 + chroma2) / 2
    hue = np.where(is_grey, hue1 + hue2, _middle(hue1, hue2))
    weight_l = 1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2)
    weight_c, weight_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * _hue_weight(hue)
    twist = (
        2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(2 * np.radians(30 * np.exp(-(((hue - 275) / 25) ** 2))))
    )
    parts = (l2 - l1) / weight_l, (chroma2 - chroma1) / weight_c, across / weight_h
    return np.asarray(np.sqrt(parts[0] ** 2 + parts[1] ** 2 + parts[2] ** 2 - twist * parts[1] * parts[2]))


def _middle(hue1: Array, hue2: Array) -> Array:
    """The mean of two angles, the short way round."""
    total, far = hue1 + hue2, np.abs(hue1 - hue2) > 180
    return np.asarray(np.where(far, np.where(total < 360, total + 360, total - 360), total) / 2)


def _hue_weight(hue: Array) -> Array:
    at = np.radians(hue)
    waves = 0.17 * np.cos(at - np.radians(30)), 0.24 * np.cos(2 * at)
    return np.asarray(
        1 - waves[0] + waves[1] + 0.32 * np.cos(3 * at + np.radians(6)) - 0.2 * np.cos(4 * at - np.radians(63))
    )
