"""MTCNN: three small networks that propose, refine and mark faces (Zhang et al., 2016)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.boxes import Boxes, Scores, suppress
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.graph import Graph
from paragone.assets.pickled import read_tensors
from paragone.core.types import Pixels

NETWORK = "1"
SMALLEST_FACE = 20
PYRAMID_STEP = 0.709
THRESHOLDS = (0.6, 0.7, 0.7)
Tensors = Mapping[str, npt.NDArray[Any]]
# Convolutions, and the pool after each: (kernel, stride) or None.
POOLS: Mapping[str, tuple[tuple[int, int] | None, ...]] = {
    "pnet": ((2, 2), None, None),
    "rnet": ((3, 2), (3, 2), None),
    "onet": ((3, 2), (3, 2), (2, 2), None),
}


class Candidates(NamedTuple):
    """Candidate faces after a stage."""

    boxes: Boxes
    scores: Scores
    shifts: Boxes  # how far each edge should move, in parts of the box's side


def find_faces(pixels: Pixels) -> list[Face]:
    """All faces, best first."""
    sums = _running_sums(pixels)
    boxes = _proposed(sums)
    boxes = _refined(boxes, sums)
    return _marked(boxes, sums)


def _proposed(sums: npt.NDArray[np.int64]) -> Boxes:
    """Stage 1: a tiny network slides over smaller and smaller copies of the image."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    found = []
    scale = 12.0 / SMALLEST_FACE
    side = min(height, width) * scale
    while side >= 12:
        size = (int(height * scale + 1), int(width * scale + 1))
        found.append(_at_scale(area_resize(sums, (0, 0, height, width), size), scale))
        scale, side = scale * PYRAMID_STEP, side * PYRAMID_STEP
    if not found:
        return np.zeros((0, 4), np.float32)
    every = Candidates(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
    kept = suppress(every.boxes, every.scores, 0.7)
    boxes, shifts = every.boxes[kept], every.shifts[kept]
    sides = np.tile(boxes[:, 2:] - boxes[:, :2], 2)
    return squared(boxes + shifts * sides)


def _at_scale(image: npt.NDArray[np.float64], scale: float) -> Candidates:
    chances, shifts = _run("pnet", image[None])
    rows, columns = np.nonzero(chances[0, 1] >= THRESHOLDS[0])
    cells = np.stack([columns, rows], axis=1)
    boxes = np.floor(np.concatenate([2 * cells + 1, 2 * cells + 12], axis=1) / scale).astype(np.float32)
    scores = chances[0, 1, rows, columns]
    kept = suppress(boxes, scores, 0.5)
    return Candidates(boxes[kept], scores[kept], shifts[0][:, rows, columns].T[kept])


def _refined(boxes: Boxes, sums: npt.NDArray[np.int64]) -> Boxes:
    """Stage 2: each candidate is looked at again at 24 x 24."""
    boxes, crops = _crops(boxes, sums, 24)
    if not len(boxes):
        return boxes
    chances, shifts = _run("rnet", crops)
    good = chances[:, 1] > THRESHOLDS[1]
    boxes, scores, shifts = boxes[good], chances[good, 1], shifts[good]
    kept = suppress(boxes, scores, 0.7)
    return squared(moved(boxes[kept], shifts[kept]))


def _marked(boxes: Boxes, sums: npt.NDArray[np.int64]) -> list[Face]:
    """Stage 3: at 48 x 48, with landmarks."""
    boxes, crops = _crops(boxes, sums, 48)
    if not len(boxes):
        return []
    chances, shifts, points = _run("onet", crops)
    good = chances[:, 1] > THRESHOLDS[2]
    boxes, scores, shifts, points = boxes[good], chances[good, 1], shifts[good], points[good]
    sides = boxes[:, 2:] - boxes[:, :2] + 1
    marks = points.reshape(-1, 2, 5).transpose(0, 2, 1) * sides[:, None] + boxes[:, None, :2] - 1
    boxes = moved(boxes, shifts)
    kept = suppress(boxes, scores, 0.7, by_smaller=True)
    return [Face(boxes[at], float(scores[at]), marks[at].astype(np.float32)) for at in kept]


def moved(boxes: Boxes, shifts: Boxes) -> Boxes:
    """Boxes with each edge moved by a part of the side."""
    sides = np.tile(boxes[:, 2:] - boxes[:, :2] + 1, 2)
    return np.asarray(boxes + shifts * sides, np.float32)


def squared(boxes: Boxes) -> Boxes:
    """The squares around the boxes' centres, as wide as the longer side."""
    sides = boxes[:, 2:] - boxes[:, :2]
    longest = sides.max(axis=1, keepdims=True)
    corner = boxes[:, :2] + sides * 0.5 - longest * 0.5
    return np.concatenate([corner, corner + longest], axis=1).astype(np.float32)


def _crops(boxes: Boxes, sums: npt.NDArray[np.int64], side: int) -> tuple[Boxes, npt.NDArray[np.float64]]:
    """What each box shows, and the boxes that show anything at all."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    whole = np.trunc(boxes).astype(int)
    left, top = (np.maximum(whole[:, place], 1) - 1 for place in (0, 1))
    right, bottom = np.minimum(whole[:, 2], width), np.minimum(whole[:, 3], height)
    usable = np.flatnonzero((right > left) & (bottom > top))
    crops = [area_resize(sums, (top[at], left[at], bottom[at], right[at]), (side, side)) for at in usable]
    return boxes[usable], np.stack(crops) if crops else np.zeros((0, side, side, 3))


def _running_sums(pixels: Pixels) -> npt.NDArray[np.int64]:
    """Sums of all pixels above and to the left: the mean of any rectangle is then four look-ups."""
    sums = np.zeros((pixels.shape[0] + 1, pixels.shape[1] + 1, 3), np.int64)
    sums[1:, 1:] = pixels.astype(np.int64).cumsum(axis=0).cumsum(axis=1)
    return sums


def area_resize(
    sums: npt.NDArray[np.int64], region: tuple[int, int, int, int], size: tuple[int, int]
) -> npt.NDArray[np.float64]:
    """A region (top, left, bottom, right) at another size, each result the mean of the whole pixels it touches."""
    top, left, bottom, right = region
    rows, columns = np.arange(size[0] + 1), np.arange(size[1] + 1)
    tall, wide = bottom - top, right - left
    first, last = top + rows[:-1] * tall // size[0], top - (-rows[1:] * tall // size[0])
    start, end = left + columns[:-1] * wide // size[1], left - (-columns[1:] * wide // size[1])
    total = sums[last][:, end] - sums[first][:, end] - sums[last][:, start] + sums[first][:, start]
    return np.asarray(total / ((last - first)[:, None] * (end - start))[:, :, None])


def _run(name: str, images: npt.NDArray[np.float64]) -> list[npt.NDArray[np.float32]]:
    network = onnx.file_of(f"mtcnn-{name}", lambda path: build(name, read_tensors(path)), version=NETWORK)
    scaled = ((images - 127.5) / 128.0).astype(np.float32).transpose(0, 3, 1, 2)
    return onnx.run(network, {"image": np.ascontiguousarray(scaled)})


def build(name: str, tensors: Tensors) -> bytes:
    """One of the three networks: `chances` of (no face, face), `shifts`, and `points` from the last."""
    graph = Graph()
    x = graph.input("image", ["N", 3, "height", "width"])
    pools = POOLS[name]
    for place, pool in enumerate(pools, start=1):
        x = graph.conv(x, *_layer(tensors, f"conv{place}"))
        x = _prelu(graph, tensors, x, f"prelu{place}", spatial=True)
        if pool is not None:
            x = graph.add("MaxPool", x, kernel_shape=[pool[0]] * 2, strides=[pool[1]] * 2, ceil_mode=1)
    if name == "pnet":
        chances, shifts = (graph.conv(x, *_layer(tensors, f"conv4_{end}")) for end in (1, 2))
        return graph.model({"chances": graph.add("Softmax", chances, axis=1), "shifts": shifts})
    # The networks were trained on column-major images: values are read out by width, then height, then channel.
    last = len(pools) + 1
    flat = graph.reshape(graph.add("Transpose", x, perm=[0, 3, 2, 1]), (0, -1))
    dense = graph.linear(flat, *_layer(tensors, f"dense{last}"))
    dense = _prelu(graph, tensors, dense, f"prelu{last}", spatial=False)
    ends = [name for name in ("1", "2", "3") if f"dense{last + 1}_{name}.weight" in tensors]
    heads = [graph.linear(dense, *_layer(tensors, f"dense{last + 1}_{end}")) for end in ends]
    heads[0] = graph.add("Softmax", heads[0], axis=1)
    return graph.model(dict(zip(("chances", "shifts", "points"), heads, strict=False)))


def _layer(tensors: Tensors, name: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    return tensors[f"{name}.weight"], tensors[f"{name}.bias"]


def _prelu(graph: Graph, tensors: Tensors, x: str, name: str, *, spatial: bool) -> str:
    slope = tensors[f"{name}.weight"].astype(np.float32)
    return graph.add("PRelu", x, graph.constant(slope.reshape(-1, 1, 1) if spatial else slope))
