"""A mesh: coloured triangles in metres, z up, standing on z = 0 over the origin, front towards -y."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles over shared vertices; a texture multiplies the colours wherever `uv` is a number.

    Two meshes are equal only if they are the same object, so that what is derived from a mesh can be cached by it.
    """

    vertices: Floats  # (n, 3) metres
    triangles: npt.NDArray[np.int32]  # (m, 3) indices of vertices
    colours: Floats  # (m, 3) sRGB, 0..1
    tintable: npt.NDArray[np.bool_] | None = None  # (m,) triangles that take an object's colour; None: all of them
    uv: Floats | None = None  # (m, 3, 2), (0, 0) is the texture's lower left; NaN: the triangle has no texture
    texture: npt.NDArray[np.uint8] | None = None  # (height, width, 3) sRGB

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        count = len(self.triangles)
        if self.tintable is None:
            object.__setattr__(self, "tintable", np.ones(count, dtype=np.bool_))
        shapes = [(self.vertices, 3), (self.triangles, 3), (self.colours, 3)]
        if not count or any(array.ndim != 2 or array.shape[1] != width for array, width in shapes):
            raise BadInput("a mesh needs at least one triangle, and vertices, triangles and colours in threes")
        if len(self.colours) != count or np.asarray(self.tintable).shape != (count,):
            raise BadInput(f"a mesh of {count} triangles has {len(self.colours)} colours; give one for each triangle")
        if not np.isfinite(self.vertices).all():
            raise BadInput("a mesh has vertices that are not finite numbers; mend the file")
        if self.triangles.min() < 0 or self.triangles.max() >= len(self.vertices):
            raise BadInput(f"a mesh has triangles beyond its {len(self.vertices)} vertices; mend the file")
        if (self.uv is None) != (self.texture is None) or (self.uv is not None and self.uv.shape != (count, 3, 2)):
            raise BadInput("a mesh's texture needs uv for three corners of each triangle; give both or neither")


class Bounds(NamedTuple):
    """The lowest and highest corner of a box."""

    low: Floats
    high: Floats

    @property
    def size(self) -> Floats:
        """Width, depth and height."""
        return self.high - self.low


def bounds(mesh: Mesh) -> Bounds:
    """The box around a mesh."""
    return Bounds(mesh.vertices.min(axis=0), mesh.vertices.max(axis=0))


def scaled(mesh: Mesh, factor: float) -> Mesh:
    """The mesh, larger by a factor, still standing where it stood."""
    return replace(mesh, vertices=(mesh.vertices * np.float32(factor)))


def turned(mesh: Mesh, yaw: float) -> Mesh:
    """The mesh turned about the z axis by degrees; positive turns its front from the camera to the viewer's right."""
    angle = np.radians(yaw)
    cos, sin = np.cos(angle), np.sin(angle)
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return replace(mesh, vertices=(mesh.vertices @ matrix.T).astype(np.float32))


def moved(mesh: Mesh, offset: Sequence[float]) -> Mesh:
    """The mesh moved by metres in x, y and z."""
    return replace(mesh, vertices=mesh.vertices + np.asarray(offset, dtype=np.float32))


def standing(mesh: Mesh) -> Mesh:
    """The mesh put on z = 0, centred over the origin."""
    low, high = bounds(mesh)
    return moved(mesh, (-(low[0] + high[0]) / 2, -(low[1] + high[1]) / 2, -low[2]))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several plain meshes as one; textures are not joined."""
    if any(mesh.texture is not None for mesh in meshes):
        raise BadInput("meshes with textures cannot be joined; join before the texture is given")
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return Mesh(
        vertices=np.concatenate([mesh.vertices for mesh in meshes]),
        triangles=np.concatenate([mesh.triangles + np.int32(s) for mesh, s in zip(meshes, starts, strict=False)]),
        colours=np.concatenate([mesh.colours for mesh in meshes]),
        tintable=np.concatenate([np.asarray(mesh.tintable) for mesh in meshes]),
    )
