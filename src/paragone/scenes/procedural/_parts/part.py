"""Parts: painted triangles that are moved, turned, mirrored and joined into one mesh."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.scenes.meshes.mesh import Mesh

Floats: TypeAlias = npt.NDArray[np.float64]
Point: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True)
class Paint:
    """A colour, and whether the object's colour replaces it in the colour skill."""

    hex: str  # "#rrggbb", sRGB
    tints: bool = False

    @property
    def rgb(self) -> Point:
        """Red, green and blue in 0..1."""
        red, green, blue = (int(self.hex[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return red, green, blue


def coat(hex_: str) -> Paint:
    """A paint that takes the object's colour."""
    return Paint(hex_, tints=True)


@dataclass(frozen=True, eq=False)
class Part:
    """A painted piece of a mesh under construction, in double precision."""

    vertices: Floats  # (n, 3)
    triangles: npt.NDArray[np.int64]  # (m, 3), counter-clockwise seen from outside
    colours: Floats  # (m, 3)
    tints: npt.NDArray[np.bool_]  # (m,)


def painted(vertices: npt.ArrayLike, triangles: npt.ArrayLike, paint: Paint) -> Part:
    """A part in one paint."""
    corners = np.asarray(triangles, dtype=np.int64).reshape(-1, 3)
    colours = np.tile(np.asarray(paint.rgb), (len(corners), 1))
    return Part(np.asarray(vertices, dtype=float), corners, colours, np.full(len(corners), paint.tints))


def join(*parts: Part) -> Part:
    """All parts as one."""
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    return Part(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.triangles + start for part, start in zip(parts, starts, strict=False)]),
        np.concatenate([part.colours for part in parts]),
        np.concatenate([part.tints for part in parts]),
    )


def warp(part: Part, change: Callable[[Floats], Floats]) -> Part:
    """The part with its vertices passed through a function."""
    return replace(part, vertices=change(part.vertices))


def move(part: Part, x: float = 0.0, y: float = 0.0, *, z: float = 0.0) -> Part:
    """The part, moved."""
    return replace(part, vertices=part.vertices + np.array([x, y, z]))


def scale(part: Part, x: float, y: float, *, z: float) -> Part:
    """The part, stretched about the origin."""
    return replace(part, vertices=part.vertices * np.array([x, y, z]))


def turn(part: Part, axis: str, degrees: float, *, about: Point = (0, 0, 0)) -> Part:
    """The part, turned about an axis through a point, counter-clockwise seen from the axis' positive end."""
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    rotation = np.eye(3)
    rotation[[first, first, second, second], [first, second, first, second]] = cosine, -sine, sine, cosine
    return replace(part, vertices=(part.vertices - about) @ rotation.T + about)


def mirror(part: Part) -> Part:
    """The part's mirror image in the plane x = 0."""
    return replace(part, vertices=part.vertices * np.array([-1, 1, 1]), triangles=part.triangles[:, ::-1])


def both(part: Part) -> Part:
    """The part and its mirror image: two arms, two mirrors, two wings."""
    return join(part, mirror(part))


def mesh_of(*parts: Part) -> Mesh:
    """The finished mesh: centred over the origin, standing on the ground, without triangles of no area."""
    whole = join(*parts)
    low, high = whole.vertices.min(0), whole.vertices.max(0)
    vertices = (whole.vertices - [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]).astype(np.float32)
    corner = vertices[whole.triangles].astype(float)  # as rounded: what has no area in the file must not stay
    area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1)
    kept = area > 1e-9
    return Mesh(
        vertices=vertices,
        triangles=whole.triangles[kept].astype(np.int32),
        colours=whole.colours[kept].astype(np.float32),
        tintable=whole.tints[kept],
    )
