"""Where things lie in the image: boxes, overlaps, and the four relations between centres."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from paragone.core.errors import BadInput
from paragone.scenes.meshes.mesh import Mesh, bounds
from paragone.scenes.rendering.camera import Camera, Doubles, Point, project
from paragone.scenes.vocabulary import Relation


class Box(NamedTuple):
    """A box in image pixels; y runs down."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def area(self) -> float:
        """Its area in square pixels; 0 if it is empty."""
        return max(self.x1 - self.x0, 0.0) * max(self.y1 - self.y0, 0.0)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a composed scene must keep to; chosen from the papers' scales, not by looking at a detector."""

    margin: float  # pixels between every thing and the frame
    least_side: float  # pixels
    most_overlap: float  # of the smaller of two boxes
    least_distance: float  # pixels between two centres
    clear: float = 1.25  # in a relation, the offset along its axis must be this many times the other one


def scale_for(mesh: Mesh, size: float) -> float:
    """The factor that gives a mesh its size: the geometric mean of its two longest sides."""
    sides = np.sort(bounds(mesh).size.astype(np.float64))
    if sides[1] <= 0:
        raise BadInput("a mesh without area: it is a line or a point, so it has no size; mend the file")
    return float(size / np.sqrt(sides[1] * sides[2]))


def image_box(mesh: Mesh, *, scale: float, yaw: float, position: Point, camera: Camera) -> Box:
    """The box around a mesh in the image, from its outermost vertices; correct to about a pixel."""
    cos, sin = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    seen = project(camera, (outermost(mesh) * scale) @ turn.T + np.asarray(position))
    if seen[:, 2].min() <= 0:
        return Box(-np.inf, -np.inf, np.inf, np.inf)
    (x0, y0), (x1, y1) = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
    return Box(float(x0), float(y0), float(x1), float(y1))


def overlap(a: Box, b: Box) -> float:
    """The common part of two boxes as a part of the smaller one.

    >>> overlap(Box(0, 0, 4, 4), Box(3, 0, 5, 2))
    0.5
    """
    common = Box(max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)).area
    smaller = min(a.area, b.area)
    return common / smaller if smaller > 0 else 0.0


def relation_of(b: Box, a: Box) -> Relation:
    """What b is to a, by DALL-Eval's rule: the larger offset of the centres decides; a tie is vertical.

    >>> relation_of(Box(10, 0, 12, 2), Box(0, 0, 2, 2)), relation_of(Box(0, 0, 2, 2), Box(1, 9, 3, 11))
    ('right', 'above')
    """
    (xa, ya), (xb, yb) = a.centre, b.centre
    if abs(xa - xb) > abs(ya - yb):
        return "right" if xa < xb else "left"
    return "above" if ya > yb else "below"


def distance(a: Box, b: Box) -> float:
    """Pixels between two centres."""
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]))


def fits(box: Box, others: Sequence[Box], rule: Rule, camera: Camera) -> bool:
    """Whether one more box keeps to the rule."""
    width, height = camera.size
    inside = min(box.x0, box.y0, width - box.x1, height - box.y1) >= rule.margin
    if not inside or min(box.x1 - box.x0, box.y1 - box.y0) < rule.least_side:
        return False
    return all(overlap(box, o) <= rule.most_overlap and distance(box, o) >= rule.least_distance for o in others)


def is_clearly(relation: Relation, b: Box, a: Box, clear: float) -> bool:
    """Whether b is that to a, with room to spare."""
    dx, dy = abs(b.centre[0] - a.centre[0]), abs(b.centre[1] - a.centre[1])
    along, across = (dx, dy) if relation in ("left", "right") else (dy, dx)
    return relation_of(b, a) == relation and along >= clear * across


@functools.lru_cache(maxsize=512)
def outermost(mesh: Mesh) -> Doubles:
    """The vertices that lie furthest in some 400 directions: enough to know a mesh's box from anywhere."""
    steps = np.arange(400) + 0.5
    up, around = 1 - 2 * steps / 400, np.pi * (1 + 5**0.5) * steps  # a spiral of directions, spread evenly
    flat = np.sqrt(1 - up**2)
    directions = np.stack([flat * np.cos(around), flat * np.sin(around), up])
    vertices = mesh.vertices.astype(np.float64)
    chosen: Doubles = vertices[np.unique((vertices @ directions).argmax(axis=0))]
    return chosen
