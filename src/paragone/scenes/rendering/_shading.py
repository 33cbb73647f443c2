"""Compiled loops that light what the samples of an image see: normals, sun and shadow, textures, ground, sRGB bytes."""

from typing import NamedTuple

import numpy as np

from paragone.scenes.rendering._raster import Bytes, Doubles, Faces, Floats, Integers, Longs, Samples, compiled, inlined


class Sheets(NamedTuple):
    """All textures, one after the other."""

    texels: Floats  # (n, 3) linear
    places: Integers  # (textures, 3) first texel, height, width


class Backdrop(NamedTuple):
    """What stands behind all things, and where the shadow map begins."""

    pixels: Bytes  # (height, width, 3)
    linear: Floats  # (256,) the light of each level
    origin: tuple[float, float]


class Light(NamedTuple):
    """A sun, and a sky that is brighter than the ground; linear colours."""

    sun: Floats  # (3,) towards the sun
    sun_colour: Floats  # (3,)
    sky: Floats  # (3,)
    ground: Floats  # (3,)
    map: Floats  # (n, n) the greatest height towards the light above each place
    bias: float


@compiled
def shade(image: Doubles, samples: Samples, faces: Faces, light: Light, sheets: Sheets) -> None:
    """Add the light of every sample that sees a triangle to its pixel (height, width, 3); a pixel has 2 x 2 samples."""
    seen, corners, places, normals = samples.triangle, faces.corners, faces.lit, faces.normals
    points = faces.seen
    colours, uv, sheet, heights = faces.colours, faces.uv, faces.sheet, light.map
    sun_x, sun_y, sun_z = light.sun
    for row in range(seen.shape[0]):
        for column in range(seen.shape[1]):
            t = seen[row, column]
            if t < 0:
                continue
            p, q, r = corners[t, 0], corners[t, 1], corners[t, 2]
            weights, is_front = _on_triangle(points[p], points[q], points[r], column + 0.5, row + 0.5)
            nx, ny, nz = _mix(normals, t, weights, 0), _mix(normals, t, weights, 1), _mix(normals, t, weights, 2)
            # Both sides of a triangle are lit as fronts.
            length = max(np.sqrt(nx * nx + ny * ny + nz * nz), 1e-12) * (1.0 if is_front else -1.0)
            sun = max((nx * sun_x + ny * sun_y + nz * sun_z) / length, 0.0)
            if sun > 0.0:
                a, b, g = weights
                x = a * places[p, 0] + b * places[q, 0] + g * places[r, 0]
                y = a * places[p, 1] + b * places[q, 1] + g * places[r, 1]
                up = a * places[p, 2] + b * places[q, 2] + g * places[r, 2]
                sun *= _lit(heights, x, y, up + light.bias)
            above = 0.5 + 0.5 * nz / length
            texel = -1
            if not np.isnan(uv[t, 0, 0]):
                texel = _texel(sheets, sheet[t], _mix(uv, t, weights, 0), _mix(uv, t, weights, 1))
            for k in range(3):
                glow = sun * light.sun_colour[k] + above * light.sky[k] + (1.0 - above) * light.ground[k]
                paint = colours[t, k] if texel < 0 else colours[t, k] * sheets.texels[texel, k]
                image[row // 2, column // 2, k] += paint * glow * 0.25


@compiled
def lay_ground(image: Doubles, samples: Samples, backdrop: Backdrop, places: Doubles, light: Light) -> None:
    """Put the backdrop behind what is drawn, darker where the ground lies in shadow.

    `places` (height, width, 3) are the ground's shadow map x, y (from the backdrop's origin) and height towards the
    light; NaN above the horizon.
    """
    height, width, heights = image.shape[0], image.shape[1], light.map
    pixels, linear = backdrop.pixels, backdrop.linear
    left_edge, top_edge = backdrop.origin
    for row in range(height):
        for column in range(width):
            free = 0
            for corner in range(4):
                free += samples.triangle[2 * row + corner // 2, 2 * column + corner % 2] < 0
            if free == 0:
                continue
            x, y, up = places[row, column, 0] - left_edge, places[row, column, 1] - top_edge, places[row, column, 2]
            dark = 0.0 if np.isnan(x) else 1.0 - _lit(heights, x, y, up + light.bias)
            for k in range(3):
                # In full shadow the sky alone lights the ground.
                left = 1.0 - dark * light.sun_colour[k] / (light.sun_colour[k] + light.sky[k])
                image[row, column, k] += linear[pixels[row, column, k]] * left * free * 0.25


@compiled
def encode(pixels: Bytes, image: Doubles, table: Bytes) -> None:
    """Linear light as bytes, through a table of the sRGB curve."""
    last = table.shape[0] - 1
    for row in range(image.shape[0]):
        for column in range(image.shape[1]):
            for k in range(3):
                value = min(max(image[row, column, k], 0.0), 1.0)
                pixels[row, column, k] = table[int(value * last + 0.5)]


@compiled
def corner_normals(vertices: Doubles, triangles: Longs, least_cosine: float) -> Floats:
    """A normal for each corner: the mean of the faces that meet there and differ by no more than the crease."""
    faces = np.zeros((triangles.shape[0], 3))
    start = np.zeros(vertices.shape[0] + 1, dtype=np.int64)
    for t in range(triangles.shape[0]):
        p, q, r = vertices[triangles[t, 0]], vertices[triangles[t, 1]], vertices[triangles[t, 2]]
        faces[t] = np.cross(q - p, r - p)
        for corner in range(3):
            start[triangles[t, corner] + 1] += 1
    start = np.cumsum(start)
    place, users = start.copy(), np.zeros(start[-1], dtype=np.int64)
    for t in range(triangles.shape[0]):
        for corner in range(3):
            users[place[triangles[t, corner]]] = t
            place[triangles[t, corner]] += 1
    normals = np.zeros((triangles.shape[0], 3, 3), dtype=np.float32)
    for t in range(triangles.shape[0]):
        for corner in range(3):
            v = triangles[t, corner]
            normals[t, corner] = _mean_normal(faces, users[start[v] : start[v + 1]], t, least_cosine)
    return normals


@compiled
def _mean_normal(faces: Doubles, users: Longs, t: int, least_cosine: float) -> Doubles:
    own, total = faces[t], np.zeros(3)
    length = np.sqrt(np.sum(own * own))
    if length == 0.0:
        return np.array([0.0, 0.0, 1.0])
    for u in users:
        other = faces[u]
        size = np.sqrt(np.sum(other * other))
        if size > 0.0 and np.sum(own * other) >= least_cosine * length * size:
            total += other
    length = np.sqrt(np.sum(total * total))
    return np.array([total[0] / length, total[1] / length, total[2] / length])


@inlined
def _lit(heights: Floats, x: float, y: float, up: float) -> float:
    """How much of the sun reaches a place, 0..1: a smoothed 3 x 3 vote of the map's cells."""
    size = heights.shape[0]
    if not (2.0 <= x < size - 2.0 and 2.0 <= y < size - 2.0):  # the casters keep four cells from the rim
        return 1.0
    left, top = int(x - 1.5), int(y - 1.5)
    right_part, low_part = x - 1.5 - left, y - 1.5 - top
    total, limit = 0.0, np.float32(up)
    for j in range(4):
        row = 0.0
        if heights[top + j, left] <= limit:
            row += 1.0 - right_part
        if heights[top + j, left + 1] <= limit:
            row += 1.0
        if heights[top + j, left + 2] <= limit:
            row += 1.0
        if heights[top + j, left + 3] <= limit:
            row += right_part
        total += row * (1.0 - low_part if j == 0 else (low_part if j == 3 else 1.0))
    return total / 9.0


@inlined
def _mix(values: Floats, t: int, weights: tuple[float, float, float], k: int) -> float:
    mixed: float = weights[0] * values[t, 0, k] + weights[1] * values[t, 1, k] + weights[2] * values[t, 2, k]
    return mixed


@inlined
def _on_triangle(
    first: Doubles, second: Doubles, third: Doubles, x: float, y: float
) -> tuple[tuple[float, float, float], bool]:
    """The weights of a triangle's corners at a sample, and whether we see its front."""
    x0, y0 = first[0], first[1]
    x1, y1, x2, y2 = second[0] - x0, second[1] - y0, third[0] - x0, third[1] - y0
    area = x1 * y2 - x2 * y1
    b = ((x - x0) * y2 - (y - y0) * x2) / area
    g = ((y - y0) * x1 - (x - x0) * y1) / area
    # Weights are linear in the image; on the triangle itself they count by nearness.
    a, b, g = (1.0 - b - g) * first[2], b * second[2], g * third[2]
    total = a + b + g
    return (a / total, b / total, g / total), area < 0.0  # y runs down, so a front turns the other way


@inlined
def _texel(sheets: Sheets, sheet: int, u: float, v: float) -> int:
    """The row of `texels` at a place of a texture; -1 without one."""
    if np.isnan(u):
        return -1
    height, width = sheets.places[sheet, 1], sheets.places[sheet, 2]
    i = int((u - np.floor(u)) * width) % width
    j = int((1.0 - (v - np.floor(v))) * height) % height
    row: int = sheets.places[sheet, 0] + j * width + i
    return row
