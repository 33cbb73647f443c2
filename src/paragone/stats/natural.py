"""Statistics in which photographs are alike, whatever they show, and noise, flat graphics or one texture are not.

Field (1987): the spectrum of photographs falls with frequency. Ruderman (1994): their local differences have heavy
tails. Beside these: power along the axes, blocks that differ in level and in contrast, colours that move together.
"""

import itertools

import numpy as np
import numpy.typing as npt

SIDE = 64  # pixels of the square that is looked at
NAMES = ("slope", "bend", "axes", "tails", "roughness", "levels", "patchiness", "colours")
BANDS = np.geomspace(2, 28, 7)  # cycles an image
BLOCK = 8  # pixels
GREY = np.array([0.299, 0.587, 0.114])
Array = npt.NDArray[np.float64]


def natural_statistics(pixels: npt.NDArray[np.floating]) -> Array:
    """One number for each of NAMES, of (SIDE, SIDE, 3) pixels from 0 to 255."""
    colours = pixels.astype(np.float64)
    grey = colours @ GREY
    steps = np.concatenate([np.diff(grey, axis=1).ravel(), np.diff(grey, axis=0).ravel()])
    blocks = grey.reshape(SIDE // BLOCK, BLOCK, SIDE // BLOCK, BLOCK).swapaxes(1, 2).reshape(-1, BLOCK * BLOCK)
    tails = np.mean(steps**4) / (np.mean(steps**2) ** 2 + 1e-3)
    rest = [
        np.log(tails + 0.1),
        np.log(steps.std() / (grey.std() + 1e-3) + 0.01),
        np.log(blocks.mean(1).var() / (grey.var() + 1e-3) + 0.01),
        np.log(blocks.std(1) + 1).std(),
        _togetherness(np.diff(colours, axis=1).reshape(-1, 3)),
    ]
    return np.array([*_spectrum(grey), *rest])


def _spectrum(grey: Array) -> list[float]:
    """How power falls with frequency on a log-log scale, how that line bends, and how much of it is along the axes."""
    window = np.hanning(SIDE)
    power = np.abs(np.fft.fft2((grey - grey.mean()) * np.outer(window, window))) ** 2
    along, down = np.meshgrid(*[np.fft.fftfreq(SIDE) * SIDE] * 2)
    radius = np.hypot(along, down)
    bands = [(radius >= low) & (radius < high) for low, high in itertools.pairwise(BANDS)]
    heights = np.log([power[band].mean() + 1 for band in bands])
    places = np.log(np.sqrt(BANDS[1:] * BANDS[:-1]))
    angle = np.abs(np.arctan2(down, along)) % (np.pi / 2)
    is_near = np.minimum(angle, np.pi / 2 - angle) < np.pi / 12
    fine = (radius >= 4) & (radius < BANDS[-1])
    axes = power[fine & is_near].mean() / (power[fine & ~is_near].mean() + 1)
    slope, bend = np.polyfit(places, heights, 1)[0], np.polyfit(places, heights, 2)[0]
    return [float(slope), float(bend), float(np.log(axes + 0.1))]


def _togetherness(steps: Array) -> float:
    """The correlation of green with red, or with blue if that is less, from pixel to pixel."""
    spread = steps.std(0) + 1e-3
    return float(min(np.mean(steps[:, 1] * steps[:, other]) / (spread[1] * spread[other]) for other in (0, 2)))
