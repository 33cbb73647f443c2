"""Turns placed meshes into the arrays that the raster loops read."""

import functools
import threading
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from paragone.core.types import Pixels
from paragone.scenes.meshes.mesh import Floats, Mesh
from paragone.scenes.rendering._raster import Faces, Samples, fill_map
from paragone.scenes.rendering._shading import Backdrop, Light, Sheets, corner_normals
from paragone.scenes.rendering.camera import Camera, Doubles, ground, project
from paragone.scenes.rendering.render import Placed, Sun, linear_table, to_linear

Number = TypeVar("Number", bound=np.generic)

MAP_SIZE = 384  # cells on a side of the shadow map
CREASE_DEGREES = 40.0  # faces that meet at a sharper angle keep their edge


class LightFrame(NamedTuple):
    """The shadow map's place: world to cells is (point @ turn - origin) / cell in x and y, point @ turn in height."""

    turn: Doubles  # (3, 3) columns: the map's x, the map's y, towards the sun
    origin: Doubles  # (2,)
    cell: float  # metres


class Look(NamedTuple):
    """What of a mesh does not depend on where it is."""

    normals: Floats  # (m, 3, 3)
    colours: Floats  # (m, 3) linear
    uv: Floats  # (m, 3, 2)
    texels: Floats  # (n, 3) linear
    shape: tuple[int, int]  # height and width of the texture


def world(item: Placed) -> Doubles:
    """The vertices where they stand in the world."""
    turned: Doubles = (item.mesh.vertices.astype(np.float64) * item.scale) @ _turn(item.yaw).T
    standing: Doubles = turned + np.asarray(item.position)
    return standing


def light_frame(stands: Sequence[Doubles], sun: Sun) -> LightFrame:
    """A shadow map just large enough for every caster; a shadow lies under the same cells as what casts it."""
    towards = sun.direction.astype(np.float64)
    across = np.cross([0.0, 0.0, 1.0], towards)
    across /= np.linalg.norm(across)
    turn = np.stack([across, np.cross(towards, across), towards], axis=1)
    if not stands:
        return LightFrame(turn, np.zeros(2), 1.0)
    flat = np.concatenate(stands) @ turn[:, :2]
    low, high = flat.min(axis=0), flat.max(axis=0)
    cell = max(float((high - low).max()) / (MAP_SIZE - 8), 1e-6)
    return LightFrame(turn, low - 4 * cell, cell)


def faces(placed: Sequence[Placed], stands: Sequence[Doubles], camera: Camera, frame: LightFrame) -> Faces:
    """All triangles of the scene, projected for the camera and for the light; `stands` are the things' vertices."""
    looks = [_tinted(item) for item in placed]
    firsts = np.cumsum([0, *(len(points) for points in stands)], dtype=np.int32)
    corners = [item.mesh.triangles + first for item, first in zip(placed, firsts, strict=False)]
    numbers = np.repeat(np.arange(len(placed), dtype=np.int32), [len(few) for few in corners])
    return Faces(
        seen=_stack([_seen(points, camera) for points in stands], np.zeros((0, 3), np.float64)),
        lit=_stack([_lit(points, frame) for points in stands], np.zeros((0, 3), np.float32)),
        corners=_stack(corners, np.zeros((0, 3), np.int32)),
        normals=_stack([_normals(item) for item in placed], np.zeros((0, 3, 3), np.float32)),
        colours=_stack([look.colours for look in looks], np.zeros((0, 3), np.float32)),
        uv=_stack([look.uv for look in looks], np.zeros((0, 3, 2), np.float32)),
        sheet=numbers,
        thing=numbers,
    )


def light(drawn: Faces, frame: LightFrame, sun: Sun) -> Light:
    """The sun with its shadow map, and the sky."""
    heights = _scratch("map", (MAP_SIZE, MAP_SIZE), np.float32)
    fill_map(heights, drawn.lit, drawn.corners)
    tone = np.array([1 + sun.warmth, 1.0, 1 - sun.warmth], dtype=np.float32)
    return Light(
        sun=sun.direction,
        sun_colour=tone * np.float32(sun.strength),
        sky=tone[::-1].copy() * np.float32(sun.sky),
        ground=np.full(3, sun.sky * 0.55, dtype=np.float32),
        map=heights,
        bias=max(0.015, 3.0 * frame.cell),
    )


def sheets(placed: Sequence[Placed]) -> Sheets:
    """The textures of all things, one after the other; a thing without one has a single white texel."""
    looks = [_look(item.mesh) for item in placed]
    firsts = np.cumsum([0, *(len(look.texels) for look in looks)])
    places = [(first, *look.shape) for first, look in zip(firsts, looks, strict=False)]
    return Sheets(
        _stack([look.texels for look in looks], np.zeros((0, 3), np.float32)), np.array(places, np.int32).reshape(-1, 3)
    )


def samples_for(camera: Camera) -> Samples:
    """Room for the samples of an image; what an earlier image left there is still in it."""
    shape = (camera.size[1] * 2, camera.size[0] * 2)
    return Samples(
        _scratch("nearness", shape, np.float64),
        _scratch("triangle", shape, np.int32),
        _scratch("covered", shape, np.uint32),
    )


def ground_places(camera: Camera, frame: LightFrame) -> Doubles:
    """Where each pixel's ground lies for the light, in cells from the world's origin; NaN above the horizon."""
    width, height = camera.size
    scale = np.array([1 / frame.cell, 1 / frame.cell, 1.0])
    ground_points = _ground(camera).reshape(-1, 2)
    places = _scratch("places", (height * width, 3), np.float64)
    np.matmul(ground_points, frame.turn[:2] * scale, out=places)
    return places.reshape(height, width, 3)


def backdrop(background: Pixels, frame: LightFrame) -> Backdrop:
    """What stands behind all things."""
    left, top = frame.origin / frame.cell
    return Backdrop(background, linear_table(), (float(left), float(top)))


def _seen(points: Doubles, camera: Camera) -> Doubles:
    seen = project(camera, points)
    seen[:, :2] *= 2  # samples, not pixels
    seen[:, 2] = np.where(seen[:, 2] > 1e-3, 1 / np.where(seen[:, 2] > 1e-3, seen[:, 2], 1.0), -1.0)
    return seen


def _lit(points: Doubles, frame: LightFrame) -> Floats:
    lit = points @ frame.turn
    lit[:, :2] = (lit[:, :2] - frame.origin) / frame.cell
    return lit.astype(np.float32)


def _normals(item: Placed) -> Floats:
    turned = _look(item.mesh).normals.reshape(-1, 3) @ _turn(item.yaw).T.astype(np.float32)
    return turned.reshape(-1, 3, 3)


def _tinted(item: Placed) -> Look:
    look = _look(item.mesh)
    if item.colour is None:
        return look
    tintable = np.asarray(item.mesh.tintable)
    # Light and dark parts stay apart, but none gets so dark that its colour is lost.
    shade = 0.45 + 0.55 * np.sqrt(look.colours @ np.array([0.2126, 0.7152, 0.0722], dtype=np.float32))
    paint = to_linear(np.round(np.array(item.colour) * 255).astype(np.uint8)) * shade[:, None]
    colours = np.where(tintable[:, None], paint, look.colours).astype(np.float32)
    uv = np.where(tintable[:, None, None], np.float32(np.nan), look.uv)
    return look._replace(colours=colours, uv=uv)


@functools.lru_cache(maxsize=512)
def _look(mesh: Mesh) -> Look:
    vertices, index = np.unique(mesh.vertices, axis=0, return_inverse=True)
    triangles = index.reshape(-1)[mesh.triangles].astype(np.int64)
    normals = corner_normals(vertices.astype(np.float64), triangles, np.cos(np.radians(CREASE_DEGREES)))
    colours = to_linear(np.round(np.clip(mesh.colours, 0, 1) * 255).astype(np.uint8))
    count = len(mesh.triangles)
    uv = mesh.uv if mesh.uv is not None else np.full((count, 3, 2), np.nan, dtype=np.float32)
    texture = mesh.texture if mesh.texture is not None else np.full((1, 1, 3), 255, dtype=np.uint8)
    return Look(normals, colours, uv.astype(np.float32), to_linear(texture).reshape(-1, 3), texture.shape[:2])


@functools.lru_cache(maxsize=16)
def _ground(camera: Camera) -> Doubles:
    return ground(camera)


def _turn(yaw: float) -> Doubles:
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


def _stack(parts: Sequence[npt.NDArray[Number]], empty: npt.NDArray[Number]) -> npt.NDArray[Number]:
    # A scene may be empty, and still its arrays have a shape.
    return parts[0] if len(parts) == 1 else np.concatenate([empty, *parts])


def _scratch(name: str, shape: tuple[int, ...], kind: type[Number]) -> npt.NDArray[Number]:
    """An array that a thread uses again and again: asking the system for fresh memory costs as much as drawing."""
    held: npt.NDArray[Number] | None = getattr(_held, name, None)
    if held is None or held.shape != shape:
        held = np.zeros(shape, dtype=kind)
        setattr(_held, name, held)
    return held


_held = threading.local()
