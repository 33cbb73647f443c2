"""A few clear solids: box, sphere, lathe, tube, loft and extrusion. Sizes in metres, outlines counter-clockwise."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paragone.scenes.procedural._parts.part import Floats, Paint, Part, Point, join, move, painted, turn

RUBBER = Paint("#1c1c1e")


def loft(rings: npt.ArrayLike, paint: Paint, *, capped: bool = True, closed: bool = False) -> Part:
    """A skin over rings of equal length, facing outwards whichever way the rings turn.

    Capped ends are fans around the ring's mean, so end rings should be convex; `closed` joins last to first instead.
    Without caps the rings must be counter-clockwise seen from the last ring's side.
    """
    stack = np.asarray(rings, dtype=float)  # (rings, points, 3)
    count, points, _ = stack.shape
    row = np.arange(count if closed else count - 1)[:, None]
    here, there = np.arange(points)[None, :], (np.arange(points) + 1)[None, :] % points
    a, b = row * points + here, row * points + there
    c, d = (row + 1) % count * points + there, (row + 1) % count * points + here
    triangles = [np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)]
    vertices = stack.reshape(-1, 3)
    if capped and not closed:
        vertices = np.concatenate([vertices, stack[:1].mean(1), stack[-1:].mean(1)])
        first, last, edge = count * points, count * points + 1, np.arange(points)
        following, top = (edge + 1) % points, (count - 1) * points
        triangles.append(np.stack([np.full(points, first), following, edge], -1))
        triangles.append(np.stack([np.full(points, last), top + edge, top + following], -1))
    skin = np.concatenate(triangles)
    if (capped or closed) and _volume(vertices, skin) < 0:
        skin = skin[:, ::-1]
    return painted(vertices, skin, paint)


def _volume(vertices: Floats, triangles: npt.NDArray[np.int64]) -> float:
    a, b, c = (vertices - vertices.mean(0))[triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def box(size: Point, at: Point, paint: Paint, *, bevel: float = 0.0) -> Part:
    """A box around its centre, its edges cut by `bevel`."""
    (x, y, z), cut = np.asarray(size) / 2, min(bevel, min(size) * 0.24)

    def ring(inset: float, height: float) -> list[Point]:
        u, v = x - inset, y - inset
        corners = [(u, -v), (u, v), (-u, v), (-u, -v)]
        if not cut:
            return [(p, q, height) for p, q in corners]
        shifts = [((-cut, 0), (0, cut)), ((0, -cut), (-cut, 0)), ((cut, 0), (0, -cut)), ((0, cut), (cut, 0))]
        return [(p + a, q + b, height) for (p, q), pair in zip(corners, shifts, strict=True) for a, b in pair]

    levels = [(0.0, -z), (0.0, z)] if not cut else [(cut, -z), (0.0, cut - z), (0.0, z - cut), (cut, z)]
    return move(loft([ring(inset, height) for inset, height in levels], paint), at[0], at[1], z=at[2])


def sphere(radii: Point | float, at: Point, paint: Paint, *, sides: int = 12) -> Part:
    """A ball or an ellipsoid."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 1)
    profile = [(max(float(np.cos(a)), 1e-6), float(np.sin(a))) for a in angle]
    ball = lathe(profile, paint, sides=sides)
    return painted(ball.vertices * (np.ones(3) * radii) + at, ball.triangles, paint)


def lathe(profile: Sequence[tuple[float, float]], paint: Paint, *, sides: int = 20, at: Point = (0, 0, 0)) -> Part:
    """A surface of revolution about the vertical: (radius, height) pairs from the bottom up the outside."""
    angle = np.arange(sides) * 2 * np.pi / sides
    radius, height = np.array(profile, dtype=float).T
    rings = np.stack(
        np.broadcast_arrays(
            radius[:, None] * np.cos(angle) + at[0], radius[:, None] * np.sin(angle) + at[1], height[:, None] + at[2]
        ),
        -1,
    )
    return loft(rings, paint)


def rod(start: Point, end: Point, radius: float, paint: Paint, *, to: float | None = None, sides: int = 10) -> Part:
    """A straight cylinder, or a cone that ends with radius `to`."""
    return tube([start, end], [radius, radius if to is None else to], paint, sides=sides)


def tube(
    path: Sequence[Point] | Floats,
    radius: float | Sequence[float],
    paint: Paint,
    *,
    sides: int = 10,
    flat: float = 1.0,
    closed: bool = False,
) -> Part:
    """A tube along a path; `radius` may change along it; `flat` squeezes the section vertically."""
    points = np.asarray(path, dtype=float)
    ahead = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    if not closed:
        ahead[0], ahead[-1] = points[1] - points[0], points[-1] - points[-2]
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    angle, radii = np.arange(sides) * 2 * np.pi / sides, np.broadcast_to(radius, len(points))
    up = np.array([0.0, 0.0, 1.0]) if abs(ahead[0, 2]) < 0.9 else np.array([0.0, -1.0, 0.0])
    rings = []
    for point, direction, thick in zip(points, ahead, radii, strict=True):
        side = np.cross(direction, up)
        side /= np.linalg.norm(side)
        up = np.cross(side, direction)  # carried along, so that the tube does not twist
        rings.append(point + thick * (np.cos(angle)[:, None] * side + flat * np.sin(angle)[:, None] * -up))
    return loft(np.array(rings), paint, closed=closed)


def hoop(radius: float, thick: float, paint: Paint, *, at: Point = (0, 0, 0), sides: int = 28) -> Part:
    """A ring (torus) that stands in the y-z plane: a tyre."""
    angle = np.arange(sides) * 2 * np.pi / sides
    circle = np.stack([np.zeros(sides), radius * np.cos(angle), radius * np.sin(angle)], 1) + at
    inner = np.arange(6) * 2 * np.pi / 6
    rings = [
        point + thick * (np.cos(inner)[:, None] * (point - at) / radius + np.sin(inner)[:, None] * np.array([-1, 0, 0]))
        for point in circle
    ]
    return loft(np.array(rings), paint, closed=True)


def wheel(radius: float, width: float, at: Point, *, rim: Paint, tyre: Paint = RUBBER, sides: int = 18) -> Part:
    """A car wheel on the x axis: a dark tyre around a bright rim on both faces."""
    half, inner = width / 2, radius * 0.62
    rubber = [(inner, -half), (radius * 0.93, -half), (radius, -half * 0.7), (radius, half * 0.7)]
    rubber += [(radius * 0.93, half), (inner, half)]
    disc = [(radius * 0.2, -half - 0.01), (inner, -half * 0.92), (inner, half * 0.92), (radius * 0.2, half + 0.01)]
    parts = [lathe(rubber, tyre, sides=sides), lathe(disc, rim, sides=sides - 4)]
    turned = [turn(part, "y", 90) for part in parts]
    return move(join(*turned), at[0], at[1], z=at[2])


def extrude(outline: npt.ArrayLike, width: float, paint: Paint, *, bevel: float = 0.0) -> Part:
    """A side view, (y, z) points counter-clockwise seen from +x, drawn out across x; it may be concave."""
    flat = np.asarray(outline, dtype=float)
    if _area(flat) < 0:
        flat = flat[::-1]
    half = width / 2
    layers = [(-half, 0.0), (half, 0.0)]
    if bevel:
        layers = [(-half, bevel), (bevel - half, 0.0), (half - bevel, 0.0), (half, bevel)]
    rings = [np.column_stack([np.full(len(flat), x), _shrunk(flat, inset)]) for x, inset in layers]
    skin = loft(rings, paint, capped=False)
    cap = _ears(flat)
    last = (len(rings) - 1) * len(flat)
    return painted(skin.vertices, np.concatenate([skin.triangles, cap[:, ::-1], cap + last]), paint)


def _shrunk(outline: Floats, inset: float) -> Floats:
    edge = np.roll(outline, -1, 0) - outline
    edge /= np.linalg.norm(edge, axis=1, keepdims=True)
    normal = np.stack([-edge[:, 1], edge[:, 0]], 1)  # inward, for a counter-clockwise outline
    mean = normal + np.roll(normal, 1, 0)
    mean /= np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-9)
    shrunk: Floats = outline + inset * mean
    return shrunk


def _area(outline: Floats) -> float:
    x, y = outline.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


def _ears(outline: Floats) -> npt.NDArray[np.int64]:
    """Triangles of a simple polygon: cut off a convex corner that holds no other point, again and again."""
    left, triangles = list(range(len(outline))), []
    while len(left) > 3:
        for at in range(len(left)):
            corner = (left[at - 1], left[at], left[(at + 1) % len(left)])
            if _is_ear(outline, corner, left):
                break
        triangles.append(corner)
        left.pop(at)
    return np.array([*triangles, left], dtype=np.int64)


def _is_ear(outline: Floats, corner: tuple[int, int, int], left: list[int]) -> bool:
    a, b, c = outline[list(corner)]
    if _area(np.array([a, b, c])) <= 1e-12:
        return False
    others = outline[[index for index in left if index not in corner]]
    inside = np.ones(len(others), dtype=bool)
    for start, end in ((a, b), (b, c), (c, a)):
        side = (end[0] - start[0]) * (others[:, 1] - start[1]) - (end[1] - start[1]) * (others[:, 0] - start[0])
        inside &= side >= -1e-12
    return not inside.any()
