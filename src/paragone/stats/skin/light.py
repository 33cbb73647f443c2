"""The colour of the light on an image, and the image as it would be under white light.

Each guess gives three gains for red, green and blue light (von Kries), of geometric mean 1: a guess from the whole
image tells the light's colour, and nothing of its strength.
"""

import numpy as np
import numpy.typing as npt

from paragone.stats.skin.lab import Array, encoded, linear

STRONGEST = 4.0  # a gain beyond this is no light that people are seen by: then nothing is corrected
NO_CHANGE = np.ones(3)


def grey_world(rgb: npt.ArrayLike) -> Array:
    """Gains that make the mean of all pixels grey (Buchsbaum 1980).

    >>> grey_world([[200, 100, 100], [100, 200, 200]]).round(3).tolist()
    [1.0, 1.0, 1.0]
    """
    return shades_of_grey(rgb, power=1.0)


def shades_of_grey(rgb: npt.ArrayLike, power: float = 6.0) -> Array:
    """Gains that make the Minkowski mean of all pixels grey; 6 is Finlayson and Trezzi's (2004) best."""
    light = linear(rgb).reshape(-1, 3)
    return gains(np.asarray((light**power).mean(axis=0) ** (1 / power)))


def white_patch(rgb: npt.ArrayLike) -> Array:
    """Gains that make something grey which is known to be white, such as the whites of the eyes."""
    return gains(np.asarray(linear(rgb).reshape(-1, 3).mean(axis=0)))


def gains(light: Array) -> Array:
    """What red, green and blue are to be multiplied by; ones where the guess is no possible light."""
    if not (light > 0).all():
        return NO_CHANGE
    found = np.exp(np.log(light).mean()) / light
    return NO_CHANGE if found.max() > STRONGEST or found.min() < 1 / STRONGEST else np.asarray(found)


def relit(rgb: npt.ArrayLike, by: Array) -> Array:
    """Colours of 0 to 255 after their light was multiplied by gains."""
    return encoded(linear(rgb) * by)
