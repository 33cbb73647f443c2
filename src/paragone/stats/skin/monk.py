"""The Monk Skin Tone scale: ten colours, and the tone of a colour by CIEDE2000 or, as DALL-Eval has it, by ITA."""

from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.stats.skin.lab import Array, ciede2000, lab_of

Protocol: TypeAlias = Literal["strict", "dalleval"]
TONES = range(1, 11)
MONK_RGB = np.array(
    [
        *([246, 237, 228], [243, 231, 219], [247, 234, 208], [234, 218, 186], [215, 189, 150]),
        *([160, 126, 86], [130, 92, 67], [96, 65, 52], [58, 49, 42], [41, 36, 32]),
    ],
    np.float64,
)
# As DALL-Eval's code lists them; `lab_of(MONK_RGB)` gives the same to 0.01.
MONK_LAB = np.array(
    [
        *([94.211, 1.503, 5.422], [92.275, 2.061, 7.28], [93.091, 0.216, 14.205], [87.573, 0.459, 17.748]),
        *([77.902, 3.471, 23.136], [55.142, 7.783, 26.74], [42.47, 12.325, 20.53], [30.678, 11.667, 13.335]),
        *([21.069, 2.69, 5.964], [14.61, 1.482, 3.525]),
    ]
)


def ita(lab: npt.ArrayLike) -> Array:
    """The individual typology angle in degrees: arctan((L* - 50) / b*).

    >>> ita(MONK_LAB).round(2).tolist()
    [83.01, 80.23, 71.76, 64.72, 50.33, 10.88, -20.14, -55.39, -78.35, -84.31]
    """
    lightness, _, yellow = np.moveaxis(np.asarray(lab, np.float64), -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        angle = np.degrees(np.arctan((lightness - 50) / yellow))
    return np.asarray(np.where((lightness == 50) & (yellow == 0), 0.0, angle))


def tone_of_ita(degrees: npt.ArrayLike) -> npt.NDArray[np.int64] | int:
    """The Monk tone whose ITA is nearest, the lighter one of two; of many angles, or of one.

    >>> tone_of_ita(30.0), tone_of_ita(-90.0)
    (6, 10)
    """
    apart = np.abs(np.asarray(degrees, np.float64)[..., None] - ita(MONK_LAB))
    return _first(apart)


def monk_tone(lab: npt.ArrayLike, protocol: Protocol = "strict") -> npt.NDArray[np.int64] | int:
    """The Monk tone, 1 (lightest) to 10, of CIELAB colours (D65) over the last axis.

    `strict` takes the tone with the least CIEDE2000; `dalleval` the one whose ITA is nearest, which a change of colour
    without a change of tone can move. One colour gives one number.

    >>> monk_tone(lab_of([160, 126, 86]))
    6
    """
    if protocol not in ("strict", "dalleval"):
        raise ValueError(f"no protocol {protocol!r} of Monk tones; there are strict and dalleval")
    colours = np.asarray(lab, np.float64)
    if colours.shape[-1:] != (3,):
        raise ValueError(f"colours need L*, a* and b* in the last axis, got shape {colours.shape}")
    return tone_of_ita(ita(colours)) if protocol == "dalleval" else _first(ciede2000(colours[..., None, :], _SCALE))


def _first(apart: Array) -> npt.NDArray[np.int64] | int:
    """The tone that is least apart, the lighter one of two."""
    tones = np.asarray(apart.argmin(axis=-1) + 1)
    return int(tones) if tones.ndim == 0 else tones


_SCALE = lab_of(MONK_RGB)
