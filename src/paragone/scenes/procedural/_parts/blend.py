"""Smooth bodies: limbs as rounded cones and ellipsoids, melted together and skinned with surface nets."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from paragone.scenes.procedural._parts.borders import cut_at_borders
from paragone.scenes.procedural._parts.part import Floats, Paint, Part, Point


@dataclass(frozen=True)
class Limb:
    """A rounded cone from one joint to the next."""

    start: Point
    end: Point
    radius: float
    to: float
    paint: Paint

    def distance(self, points: Floats) -> Floats:
        """How far each point is outside the limb."""
        axis = np.subtract(self.end, self.start)
        along = np.clip((points - self.start) @ axis / (axis @ axis), 0, 1)
        away = np.linalg.norm(points - self.start - along[:, None] * axis, axis=1)
        result: Floats = away - (self.radius + along * (self.to - self.radius))
        return result


@dataclass(frozen=True)
class Lump:
    """An ellipsoid, tilted about x by some degrees."""

    at: Point
    radii: Point
    paint: Paint
    tilt: float = 0.0

    def distance(self, points: Floats) -> Floats:
        """How far each point is outside the lump, nearly."""
        cosine, sine = np.cos(np.radians(self.tilt)), np.sin(np.radians(self.tilt))
        local = (points - self.at) @ np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]])
        scaled = np.linalg.norm(local / self.radii, axis=1)
        slope = np.linalg.norm(local / np.square(self.radii), axis=1)
        result: Floats = scaled * (scaled - 1) / np.maximum(slope, 1e-9)
        return result


def sides(*pieces: Limb | Lump) -> list[Limb | Lump]:
    """The pieces and their mirror images in x = 0."""

    def flip(point: Point) -> Point:
        return (-point[0], point[1], point[2])

    mirrored: list[Limb | Lump] = []
    for piece in pieces:
        if isinstance(piece, Limb):
            mirrored.append(Limb(flip(piece.start), flip(piece.end), piece.radius, piece.to, piece.paint))
        else:
            mirrored.append(Lump(flip(piece.at), piece.radii, piece.paint, piece.tilt))
    return [*pieces, *mirrored]


def blend(pieces: Sequence[Limb | Lump], *, cell: float, melt: float) -> Part:
    """The skin of all pieces melted together over a distance `melt`, with triangles about a `cell` wide."""
    low, high = _bounds(pieces, 2 * cell + melt)
    shape = np.ceil((high - low) / cell).astype(int) + 1
    grid = low + cell * np.stack(np.meshgrid(*(np.arange(n) for n in shape), indexing="ij"), -1).reshape(-1, 3)
    field = _field(pieces, grid, melt).reshape(shape)
    points, triangles = surface_net(field)
    vertices = _settled(pieces, low + cell * points, melt)
    paints = list(dict.fromkeys(piece.paint for piece in pieces))
    away = np.array([piece.distance(vertices) for piece in pieces])
    near = np.stack([away[[piece.paint == paint for piece in pieces]].min(axis=0) for paint in paints])
    vertices, triangles, paint_of = cut_at_borders(vertices, triangles, near)
    colours, tints = np.array([paint.rgb for paint in paints]), np.array([paint.tints for paint in paints])
    return Part(vertices, triangles, colours[paint_of], tints[paint_of])


def surface_net(field: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Vertices (in grid steps) and triangles of the surface field = 0: one vertex in each cell it crosses."""
    below = field < 0
    corners = list(product((0, 1), repeat=3))
    cells = tuple(n - 1 for n in field.shape)

    def corner(values: npt.NDArray[np.generic], at: tuple[int, ...]) -> npt.NDArray[np.generic]:
        return values[tuple(slice(offset, offset + n) for offset, n in zip(at, cells, strict=True))]

    count = sum(corner(below, at).astype(int) for at in corners)
    where = np.argwhere((count > 0) & (count < 8))
    total, crossings = np.zeros((len(where), 3)), np.zeros(len(where))
    for start in corners:
        for axis in range(3):
            if start[axis]:
                continue
            end = tuple(offset + (axis == index) for index, offset in enumerate(start))
            one, two = field[tuple((where + start).T)], field[tuple((where + end).T)]
            crossed = (one < 0) != (two < 0)
            part = np.where(crossed, one / np.where(crossed, one - two, 1), 0)
            total[crossed] += (np.array(start) + part[:, None] * np.eye(3)[axis])[crossed]
            crossings += crossed
    index = np.full(cells, -1)
    index[tuple(where.T)] = np.arange(len(where))
    return where + total / crossings[:, None], _quads(below, index)


def _quads(below: npt.NDArray[np.bool_], index: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Two triangles around every grid edge that the surface crosses, facing outwards."""
    triangles = []
    for axis in range(3):
        second, third = (axis + 1) % 3, (axis + 2) % 3
        change = np.diff(below.astype(int), axis=axis)  # -1: leaving the body along the axis
        for sign in (-1, 1):
            edge = np.argwhere(change == sign)
            step_two, step_three = np.eye(3, dtype=int)[second], np.eye(3, dtype=int)[third]
            around = [edge - step_two - step_three, edge - step_three, edge, edge - step_two]
            a, b, c, d = (index[tuple(cell.T)] for cell in (around if sign < 0 else around[::-1]))
            triangles += [np.stack([a, b, c], 1), np.stack([a, c, d], 1)]
    return np.concatenate(triangles)


def _bounds(pieces: Sequence[Limb | Lump], margin: float) -> tuple[Floats, Floats]:
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for piece in pieces:
        if isinstance(piece, Limb):
            ends = [(piece.start, piece.radius), (piece.end, piece.to)]
        else:
            ends = [(piece.at, max(piece.radii))]
        for point, radius in ends:
            low, high = np.minimum(low, np.subtract(point, radius)), np.maximum(high, np.add(point, radius))
    return low - margin, high + margin


def _field(pieces: Sequence[Limb | Lump], points: Floats, melt: float) -> Floats:
    whole = pieces[0].distance(points)
    for piece in pieces[1:]:
        other = piece.distance(points)
        near = np.maximum(melt - np.abs(whole - other), 0) / melt
        whole = np.minimum(whole, other) - near * near * melt / 4
    return whole


def _settled(pieces: Sequence[Limb | Lump], vertices: Floats, melt: float) -> Floats:
    """The vertices after two Newton steps towards the surface: thin limbs stay round on a coarse grid."""
    step = 1e-4
    for _ in range(2):
        here = _field(pieces, vertices, melt)
        slope = np.stack([(_field(pieces, vertices + step * axis, melt) - here) / step for axis in np.eye(3)], 1)
        length = np.maximum((slope * slope).sum(1), 0.25)
        vertices = vertices - (here / length)[:, None] * slope
    return vertices
