"""Lines of text as turned rectangles, from a map of how likely each pixel is text (differentiable binarisation)."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LIKELY = 0.3  # a pixel belongs to a line above this
SURE = 0.5  # a line is kept if its pixels are this likely on average
GROWTH = 1.6  # the network marks the core of a line: how far the rectangle grows back, by area over perimeter
SMALLEST = 3.0  # pixels of the map
MOST = 1000

Point = npt.NDArray[np.float64]


class Line(NamedTuple):
    """A rectangle, by its corner at the start of the text and its two sides as vectors."""

    corner: Point
    across: Point  # along the text
    down: Point
    score: float

    @property
    def corners(self) -> npt.NDArray[np.float64]:
        """The four corners, clockwise from the start of the text."""
        beside, below = self.corner + self.across, self.corner + self.down
        return np.stack([self.corner, beside, beside + self.down, below])


def find_lines(chances: npt.NDArray[np.float32]) -> list[Line]:
    """Lines in reading order: from the top, and from the left where they share a height."""
    from scipy import ndimage

    inside = ndimage.binary_dilation(chances > LIKELY, np.ones((2, 2), bool), origin=(-1, -1))
    marks, _ = ndimage.label(inside, np.ones((3, 3), int))
    lines = []
    for number, region in enumerate(ndimage.find_objects(marks)[:MOST], start=1):
        own = marks[region] == number
        rows, columns = np.nonzero(own)
        score = float(chances[region][own].mean())
        places = np.stack([columns + region[1].start, rows + region[0].start], axis=1).astype(np.float64)
        line = tightest(places, score)
        if score >= SURE and min(np.hypot(*line.across), np.hypot(*line.down)) >= SMALLEST:
            lines.append(grown(line))
    return sorted(lines, key=lambda line: (round(line.corners[:, 1].mean() / 10), line.corners[:, 0].min()))


def tightest(points: npt.NDArray[np.float64], score: float) -> Line:
    """The rectangle of least area around the pixels, its longer side along the text, never upside down."""
    hull = _hull(points)
    edges = np.diff(np.vstack([hull, hull[:1]]), axis=0)
    angles = np.unique(np.append(np.arctan2(edges[:, 1], edges[:, 0]) % (np.pi / 2), 0.0).round(6))
    best: tuple[float, Line] | None = None
    for angle in angles:
        axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        turned = hull @ axes.T
        low, high = turned.min(axis=0), turned.max(axis=0)
        area = float(np.prod(high - low + 1))
        if best is None or area < best[0] - 1e-9:
            sides = (high - low)[:, None] * axes
            best = (area, Line(low @ axes, sides[0], sides[1], score))
    assert best is not None
    return _upright(best[1])


def _hull(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Corners of the convex hull, or the ends of a straight run of pixels."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        return np.asarray(points[ConvexHull(points).vertices])
    except (QhullError, ValueError):  # fewer than three points, or all on one line
        order = np.lexsort(points.T)
        return points[[order[0], order[-1]]]


def _upright(line: Line) -> Line:
    """The same rectangle with the text running right, or down where it is at least 1.5 times as tall as wide."""
    corner, across, down, score = line
    if abs(across[0]) < abs(down[0]):  # `across` is the side nearer to the horizontal
        across, down = down, across
    if across[0] < 0:
        corner, across = corner + across, -across
    if down[1] < 0:
        corner, down = corner + down, -down
    return Line(corner, across, down, score)


def grown(line: Line) -> Line:
    """The rectangle with each edge moved out by area * GROWTH / perimeter."""
    wide, tall = float(np.hypot(*line.across)), float(np.hypot(*line.down))
    growth = wide * tall * GROWTH / (2 * (wide + tall))
    along, below = line.across / max(wide, 1e-9), line.down / max(tall, 1e-9)
    corner = line.corner - growth * (along + below)
    return Line(corner, line.across + 2 * growth * along, line.down + 2 * growth * below, line.score)
