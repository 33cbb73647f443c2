"""Value noise: the same smooth randomness at the same place, on every machine, without a generator's state."""

import functools

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
PERIOD = 256  # the noise repeats after so many units: more than any background shows


def cell_noise(x: Integers, y: Integers, seed: int) -> Floats:
    """A number in 0..1 for each pair of whole numbers.

    >>> bool(cell_noise(np.array([3]), np.array([4]), 1) == cell_noise(np.array([3]), np.array([4]), 1))
    True
    """
    values: Floats = _table()[_index(x + 37 * seed, y + 91 * seed)]
    return values


def smooth_noise(x: Floats, y: Floats, seed: int) -> Floats:
    """Noise in 0..1 that varies over about one unit."""
    column, row = np.floor(x), np.floor(y)
    right, up = x - column, y - row
    right *= right * (3 - 2 * right)
    up *= up * (3 - 2 * up)
    i, j = column.astype(np.int64) + 37 * seed, row.astype(np.int64) + 91 * seed
    table = _table()
    low, low_right = table[_index(i, j)], table[_index(i + 1, j)]
    high, high_right = table[_index(i, j + 1)], table[_index(i + 1, j + 1)]
    low += (low_right - low) * right
    high += (high_right - high) * right
    result: Floats = low + (high - low) * up
    return result


def clouded(x: Floats, y: Floats, seed: int, *, octaves: int = 4) -> Floats:
    """Noise in 0..1 with detail down to 2 ** -octaves units."""
    total, weight = np.zeros(np.broadcast(x, y).shape), 0.0
    for octave in range(octaves):
        share = 0.5**octave
        total += share * smooth_noise(x * 2**octave + 17.3 * octave, y * 2**octave, seed + octave)
        weight += share
    return total / weight


def _index(x: Integers, y: Integers) -> Integers:
    return (x & PERIOD - 1) * PERIOD + (y & PERIOD - 1)


@functools.cache
def _table() -> Floats:
    """Hashed whole numbers; written out here, so that no library's generator can change a background."""
    mixed = np.arange(PERIOD * PERIOD, dtype=np.uint32) * np.uint32(0x9E3779B1)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        mixed = (mixed ^ mixed >> np.uint32(shift)) * np.uint32(factor)
    return (mixed ^ mixed >> np.uint32(16)).astype(np.float64) / 2**32
