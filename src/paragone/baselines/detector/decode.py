"""Reads the network's answers: peaks of the heat maps become boxes with a class, a score and a colour. Numpy only."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.scenes.vocabulary import ALL_CLASSES, COLOURS

Floats = npt.NDArray[np.float32]

STRIDE = 8  # pixels a cell
SIZE = 256  # the side of the image the network sees
COLOUR_NAMES = tuple(COLOURS)  # the likest of them is told even of a thing nobody painted; the score says how sure
CLASS_COUNT = len(ALL_CLASSES)


class Channels(NamedTuple):
    """Which of the network's channels mean what."""

    heat: slice  # one a class, before the sigmoid
    offset: slice  # of the centre within its cell, in cells
    side: slice  # log of width and height in cells
    colour: slice  # before the softmax
    total: int


CHANNELS = Channels(
    heat=slice(0, CLASS_COUNT),
    offset=slice(CLASS_COUNT, CLASS_COUNT + 2),
    side=slice(CLASS_COUNT + 2, CLASS_COUNT + 4),
    colour=slice(CLASS_COUNT + 4, CLASS_COUNT + 4 + len(COLOUR_NAMES)),
    total=CLASS_COUNT + 4 + len(COLOUR_NAMES),
)


class Settings(NamedTuple):
    """What turns peaks into boxes; fixed on a part of the training scenes and stored with the model."""

    floor: float = 0.05  # peaks below are not told at all
    same_box: float = 0.55  # two boxes that overlap more (iou), whatever their class, are one


def decode(answer: Floats, settings: Settings, *, width: int, height: int) -> list[dict[str, Any]]:
    """The boxes of one image (channels, rows, columns), the surest first, in pixels of an image of that size."""
    heat: Floats = (1 / (1 + np.exp(-answer[CHANNELS.heat]))).astype(np.float32)
    peaks = heat * (heat == _greatest_near(heat))
    kinds, rows, columns = np.nonzero(peaks >= settings.floor)
    scores = peaks[kinds, rows, columns]
    order = np.argsort(-scores, kind="stable")[:100]
    kinds, rows, columns, scores = kinds[order], rows[order], columns[order], scores[order]
    cells = answer[:, rows, columns]
    x, y = columns + cells[CHANNELS.offset][0], rows + cells[CHANNELS.offset][1]
    half_width, half_height = np.exp(np.clip(cells[CHANNELS.side], -2, 4)) / 2
    grid = np.array([answer.shape[2], answer.shape[1]] * 2, dtype=np.float64)
    corners = np.stack([x - half_width, y - half_height, x + half_width, y + half_height], axis=1)
    boxes = np.clip(corners / grid, 0, 1) * (width, height, width, height)
    kept = _without_doubles(boxes, settings.same_box)
    return [_row(kinds[k], scores[k], boxes[k], cells[CHANNELS.colour][:, k]) for k in kept]


def iou(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Intersection over union of every box of a (n, 4) with every box of b (m, 4)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = [np.prod(np.clip(side[:, 2:] - side[:, :2], 0, None), axis=1) for side in (a, b)]
    both: npt.NDArray[np.float64] = common / np.maximum(areas[0][:, None] + areas[1][None] - common, 1e-9)
    return both


def _greatest_near(heat: Floats) -> Floats:
    padded = np.pad(heat, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    rows, columns = heat.shape[1:]
    greatest = heat
    for dy in range(3):
        for dx in range(3):
            greatest = np.maximum(greatest, padded[:, dy : dy + rows, dx : dx + columns])
    return greatest


def _without_doubles(boxes: npt.NDArray[np.float64], limit: float) -> list[int]:
    kept: list[int] = []
    overlaps = iou(boxes, boxes)
    for k in range(len(boxes)):
        if all(overlaps[k, other] <= limit for other in kept):
            kept.append(k)
    return kept


def _row(kind: int, score: float, box: npt.NDArray[np.float64], colour: Floats) -> dict[str, Any]:
    odds = np.exp(colour - colour.max())
    best = int(odds.argmax())
    return {
        "label": ALL_CLASSES[int(kind)],
        "score": round(float(score), 4),
        "box": [round(float(value), 2) for value in box],
        "colour": COLOUR_NAMES[best],
        "colour_score": round(float(odds[best] / odds.sum()), 4),
    }
