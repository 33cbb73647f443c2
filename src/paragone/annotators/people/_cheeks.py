"""The skin of a face's cheeks and the whites of its eyes, where a mesh of 478 points says they are."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from paragone.annotators.faces.face_mesh import CHEEKS
from paragone.core.types import Pixels

# Lids of the two eyes, as seen in the image, and the five points of each iris.
LIDS = (
    (33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246),
    (263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466),
)
IRISES = (tuple(range(468, 473)), tuple(range(473, 478)))
IRIS_ROOM = 1.25  # so many radii around an iris are no white
LEAST_WHITE = 30  # pixels; fewer tell no light
GREY = 4.0  # spread of red, green and blue in levels; that of Monk 10, the least of the scale, is 9
Points = npt.NDArray[np.float64]


def is_grey(colours: npt.NDArray[Any]) -> bool:
    """Whether 8-bit colours (pixels, 3) are those of a black-and-white picture."""
    return float(np.median(np.ptp(colours.astype(np.int16), axis=1))) < GREY


def cheek_pixels(pixels: Pixels, points: Points) -> npt.NDArray[np.uint8]:
    """The colours within both cheeks  # (pixels, 3)."""
    return pixels[_filled(pixels, [points[list(cheek), :2] for cheek in CHEEKS])]


def eye_white_pixels(pixels: Pixels, points: Points) -> npt.NDArray[np.uint8]:
    """The colours between lids and irises, without the darker half: lashes and shadows; none where eyes are small."""
    open_eyes = _filled(pixels, [points[list(lid), :2] for lid in LIDS])
    rows, columns = np.nonzero(open_eyes)
    for iris in IRISES:
        ring = points[list(iris), :2]
        centre, radius = ring.mean(axis=0), float(np.ptp(ring, axis=0).max()) / 2
        apart = np.hypot(columns - centre[0], rows - centre[1]) > IRIS_ROOM * radius
        rows, columns = rows[apart], columns[apart]
    found = pixels[rows, columns]
    across = sum(float(np.ptp(points[list(lid), 0])) for lid in LIDS)
    if len(found) < max(LEAST_WHITE, 2 * across):  # a closed eye is a line, one or two pixels high
        return np.asarray(found[:0])
    bright = found.sum(axis=1)
    return np.asarray(found[bright >= np.median(bright)])


def _filled(pixels: Pixels, polygons: Sequence[Points]) -> npt.NDArray[np.bool_]:
    mask = Image.new("1", (pixels.shape[1], pixels.shape[0]))
    for polygon in polygons:
        ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in polygon], fill=1)
    return np.asarray(mask)
