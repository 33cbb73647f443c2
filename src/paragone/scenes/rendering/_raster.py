"""Compiled loops that find which triangle each sample of an image sees; no fast maths, so equal in, equal out."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

Doubles = npt.NDArray[np.float64]
Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# Division as numpy does it: a check for zero in every inner loop costs a third of the time.
compiled = njit(cache=True, error_model="numpy")
inlined = njit(cache=True, error_model="numpy", inline="always")


class Samples(NamedTuple):
    """What each sample of the image sees; nearness is one over the distance, so that it is linear in the image."""

    nearness: Doubles  # (height, width), 0 where nothing is
    triangle: Integers  # (height, width), -1 where nothing is
    covered: npt.NDArray[np.uint32]  # (height, width) bit k: thing k lies here, hidden or not


class Faces(NamedTuple):
    """Everything the light needs to know of the triangles; three corners each."""

    seen: Doubles  # (n, 3) of each vertex: sample x, sample y, nearness
    lit: Floats  # (n, 3) of each vertex: shadow map x, y, and height towards the light
    corners: Integers  # (m, 3) vertices
    normals: Floats  # (m, 3, 3)
    colours: Floats  # (m, 3) linear
    uv: Floats  # (m, 3, 2), NaN without texture
    sheet: Integers  # (m,) row of `sheets`
    thing: Integers  # (m,)


@compiled
def fill_samples(samples: Samples, seen: Doubles, corners: Integers, thing: Integers) -> None:
    """Draw every triangle into the samples: the nearest wins, the first of equals; none that reaches behind us."""
    nearness, triangle, covered = samples.nearness, samples.triangle, samples.covered
    height, width = nearness.shape
    nearness[:], triangle[:], covered[:] = 0.0, -1, 0
    for t in range(corners.shape[0]):
        p, q, r = corners[t, 0], corners[t, 1], corners[t, 2]
        ok, plane, frame = _setup(seen, p, q, r, width, height)
        if not ok or min(seen[p, 2], seen[q, 2], seen[r, 2]) <= 0.0:
            continue
        bit = np.uint32(1) << np.uint32(thing[t])
        for row in range(frame[2], frame[3]):
            b_row, g_row = plane[1] * (row + 0.5) + plane[2], plane[4] * (row + 0.5) + plane[5]
            near_row = plane[7] * (row + 0.5) + plane[8]
            for column in range(frame[0], frame[1]):
                x = column + 0.5
                b, g = plane[0] * x + b_row, plane[3] * x + g_row
                if b >= 0.0 and g >= 0.0 and b + g <= 1.0:
                    covered[row, column] |= bit
                    near = plane[6] * x + near_row
                    if near > nearness[row, column]:
                        nearness[row, column] = near
                        triangle[row, column] = t


@compiled
def fill_map(heights: Floats, lit: Floats, corners: Integers) -> None:
    """Draw every triangle into the shadow map; the one nearest to the light wins."""
    size = heights.shape[0]
    heights[:] = -np.inf
    for t in range(corners.shape[0]):
        ok, plane, frame = _setup(lit, corners[t, 0], corners[t, 1], corners[t, 2], size, size)
        if not ok:
            continue
        for row in range(frame[2], frame[3]):
            b_row, g_row = plane[1] * (row + 0.5) + plane[2], plane[4] * (row + 0.5) + plane[5]
            up_row = plane[7] * (row + 0.5) + plane[8]
            for column in range(frame[0], frame[1]):
                x = column + 0.5
                b, g = plane[0] * x + b_row, plane[3] * x + g_row
                if b >= 0.0 and g >= 0.0 and b + g <= 1.0:
                    up = np.float32(plane[6] * x + up_row)
                    if up > heights[row, column]:
                        heights[row, column] = up


@inlined
def _setup(
    points: Doubles | Floats, p: int, q: int, r: int, width: int, height: int
) -> tuple[bool, tuple[float, ...], tuple[int, ...]]:
    """Whether a triangle has an area, three planes over the image, and the columns and rows around it.

    The planes are the weights of its second and third corner and its third value.
    """
    x0, y0, z0 = float(points[p, 0]), float(points[p, 1]), float(points[p, 2])
    x1, y1, z1 = points[q, 0] - x0, points[q, 1] - y0, points[q, 2] - z0
    x2, y2, z2 = points[r, 0] - x0, points[r, 1] - y0, points[r, 2] - z0
    area = x1 * y2 - x2 * y1
    over = 1.0 / area if area != 0.0 else 0.0
    bx, by, gx, gy = y2 * over, -x2 * over, -y1 * over, x1 * over
    zx, zy = bx * z1 + gx * z2, by * z1 + gy * z2
    # Clamped before the conversion: a triangle may reach far beyond what an integer can hold.
    left, right = min(max(min(x1, x2, 0.0) + x0 - 0.5, 0.0), width), min(max(max(x1, x2, 0.0) + x0 + 0.5, 0.0), width)
    top, low = min(max(min(y1, y2, 0.0) + y0 - 0.5, 0.0), height), min(max(max(y1, y2, 0.0) + y0 + 0.5, 0.0), height)
    frame = (int(np.ceil(left)), int(np.floor(right)), int(np.ceil(top)), int(np.floor(low)))
    plane = (bx, by, -bx * x0 - by * y0, gx, gy, -gx * x0 - gy * y0, zx, zy, z0 - zx * x0 - zy * y0)
    return area != 0.0, plane, frame


@compiled
def gather(mask: Bytes, seen: Longs, whole: Longs, samples: Samples, faces: Faces) -> None:
    """Name each pixel's thing (the one with most of its samples; a tie goes to a thing) and count samples per thing."""
    height, width = mask.shape
    votes = np.zeros(4, dtype=np.int64)
    for row in range(height):
        for column in range(width):
            top, left = 2 * row, 2 * column
            found = samples.covered[top, left] | samples.covered[top, left + 1]
            if not (found | samples.covered[top + 1, left] | samples.covered[top + 1, left + 1]):
                mask[row, column] = 0
                continue
            for corner in range(4):
                y, x = top + corner // 2, left + corner % 2
                t = samples.triangle[y, x]
                votes[corner] = faces.thing[t] + 1 if t >= 0 else 0
                if t >= 0:
                    seen[faces.thing[t]] += 1
                bits = samples.covered[y, x]
                k = 0
                while bits:
                    whole[k] += bits & np.uint32(1)
                    bits >>= np.uint32(1)
                    k += 1
            mask[row, column] = _winner(votes)


@inlined
def _winner(votes: Longs) -> int:
    best, most = 0, 0
    for corner in range(4):
        if votes[corner] == 0:
            continue
        count = 0
        for other in range(4):
            count += votes[other] == votes[corner]
        if count > most:
            best, most = votes[corner], count
    return best if most >= 2 else 0
