"""68 points on a face by FAN (Bulat and Tzimiropoulos 2017): stacked hourglasses, each giving a map for every point.

Names are those of the checkpoint `2DFAN4`; the arithmetic around the network is that of the package face-alignment.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.prepare import channels_first, warped
from paragone.annotators._networks.resnet50 import NORM, Shapes, Tensors, norm_shapes
from paragone.core.types import Pixels

POINTS, SIDE, STACKS, DEPTH = 68, 256, 4, 4
ROOM = 200 / 195  # the square's side in mean sides of the face box
RISE = 0.12  # of the box's height the square lies above its middle
Points: TypeAlias = npt.NDArray[np.float64]  # (68, 2), x and y in the image


def landmarks(network: Path, pixels: Pixels, faces: Sequence[Face]) -> list[Points]:
    """The points of each face, in order."""
    if not faces:
        return []
    squares = [square_of(face) for face in faces]
    crops = [warped(pixels, square, SIDE) / np.float32(255) for square in squares]
    [maps] = onnx.run(network, {"image": channels_first(crops)}, ["maps"])
    return [placed(points_in(found), square) for found, square in zip(maps, squares, strict=True)]


def square_of(face: Face) -> npt.NDArray[np.float64]:
    """The 2 x 3 matrix from the network's square to the image."""
    x0, y0, x1, y1 = face.box.astype(np.float64)
    centre = np.array([(x0 + x1) / 2, (y0 + y1) / 2 - RISE * (y1 - y0)])
    step = ROOM * (x1 - x0 + y1 - y0) / SIDE
    return np.column_stack([step * np.eye(2), centre - step * (SIDE - 1) / 2])


def points_in(maps: npt.NDArray[np.float32]) -> Points:
    """Where each map is highest, a quarter of a cell towards the higher neighbours, in the network's pixels.

    >>> one = np.zeros((1, 4, 4), np.float32)
    >>> one[0, 2, 1], one[0, 2, 2] = 9, 1
    >>> points_in(one).tolist()  # cell (1, 2), its middle at 1.5 of 4, moved to the right
    [[111.5, 159.5]]
    """
    count, height, width = maps.shape
    rows, columns = np.divmod(maps.reshape(count, -1).argmax(axis=1), width)
    inside = (rows > 0) & (rows < height - 1) & (columns > 0) & (columns < width - 1)
    each, near_rows, near_columns = np.arange(count), rows.clip(1, height - 2), columns.clip(1, width - 2)
    across = np.sign(maps[each, near_rows, near_columns + 1] - maps[each, near_rows, near_columns - 1])
    down = np.sign(maps[each, near_rows + 1, near_columns] - maps[each, near_rows - 1, near_columns])
    cells = np.stack([columns + 0.25 * across * inside, rows + 0.25 * down * inside], axis=1) + 0.5
    return np.asarray(cells * (SIDE / np.array([width, height])) - 0.5)


def placed(points: Points, square: npt.NDArray[np.float64]) -> Points:
    """Points of the network's square in the image."""
    return np.asarray(points @ square[:, :2].T + square[:, 2])


def shapes() -> Shapes:
    """Every tensor of the published network, with its shape."""
    found: Shapes = {**_conv_shapes("conv1", 64, 3, 7), **norm_shapes("bn1", 64)}
    for name, before, after in (("conv2", 64, 128), ("conv3", 128, 128), ("conv4", 128, 256)):
        found |= _block_shapes(name, before, after)
    for stack in range(STACKS):
        for name in (*hourglass_parts(f"m{stack}"), f"top_m_{stack}"):
            found |= _block_shapes(name, 256, 256)
        found |= {**_conv_shapes(f"conv_last{stack}", 256, 256), **norm_shapes(f"bn_end{stack}", 256)}
        found |= _conv_shapes(f"l{stack}", POINTS, 256)
        if stack < STACKS - 1:
            found |= {**_conv_shapes(f"bl{stack}", 256, 256), **_conv_shapes(f"al{stack}", 256, POINTS)}
    return found


def hourglass_parts(at: str) -> Iterator[str]:
    """The blocks of one hourglass by name."""
    for level in range(DEPTH, 0, -1):
        yield from (f"{at}.b{place}_{level}" for place in (1, 2, 3))
    yield f"{at}.b2_plus_1"


def _conv_shapes(at: str, after: int, before: int, side: int = 1) -> Shapes:
    return {f"{at}.weight": (after, before, side, side), f"{at}.bias": (after,)}


def _block_shapes(at: str, before: int, after: int) -> Shapes:
    found: Shapes = {}
    for place, (into, out) in enumerate(((before, after // 2), (after // 2, after // 4), (after // 4, after // 4)), 1):
        found |= {**norm_shapes(f"{at}.bn{place}", into), f"{at}.conv{place}.weight": (out, into, 3, 3)}
    if before != after:
        found |= {**norm_shapes(f"{at}.downsample.0", before), f"{at}.downsample.2.weight": (after, before, 1, 1)}
    return found


def build(tensors: Tensors) -> bytes:
    """The network: `image` (N, 3, 256, 256) in 0..1 gives `maps` (N, 68, 64, 64), those of the last hourglass."""
    return _Net(tensors).run()


class _Net:
    def __init__(self, tensors: Mapping[str, npt.NDArray[Any]]) -> None:
        self.graph, self.tensors = Graph(), tensors

    def run(self) -> bytes:
        x = self.conv(self.graph.input("image", ["N", 3, SIDE, SIDE]), "conv1", stride=2)
        x = self.pooled(self.block(self.normed(x, "bn1"), "conv2"))
        x = self.block(self.block(x, "conv3"), "conv4")
        stacks = sum(f"l{place}.weight" in self.tensors for place in range(STACKS))
        for stack in range(stacks):
            inner = self.block(self.hourglass(x, f"m{stack}", DEPTH), f"top_m_{stack}")
            inner = self.normed(self.conv(inner, f"conv_last{stack}"), f"bn_end{stack}")
            maps = self.conv(inner, f"l{stack}")
            if stack < stacks - 1:
                x = self.sum(self.sum(x, self.conv(inner, f"bl{stack}")), self.conv(maps, f"al{stack}"))
        return self.graph.model({"maps": maps})

    def hourglass(self, x: str, at: str, level: int) -> str:
        """Half the side, again and again, and back up beside what was there."""
        low = self.block(self.pooled(x), f"{at}.b2_{level}")
        low = self.hourglass(low, at, level - 1) if level > 1 else self.block(low, f"{at}.b2_plus_1")
        low = self.block(low, f"{at}.b3_{level}")
        twice = self.graph.constant(np.array([1, 1, 2, 2], np.float32))
        raised = self.graph.add("Resize", low, "", twice, mode="nearest", coordinate_transformation_mode="asymmetric",
                                nearest_mode="floor")  # fmt: skip
        return self.sum(self.block(x, f"{at}.b1_{level}"), raised)

    def block(self, x: str, at: str) -> str:
        """Three convolutions one upon the other, their results side by side, and the input added."""
        parts = [x]
        for place in (1, 2, 3):
            parts.append(self.conv(self.normed(parts[-1], f"{at}.bn{place}"), f"{at}.conv{place}"))
        if f"{at}.downsample.2.weight" in self.tensors:
            x = self.conv(self.normed(x, f"{at}.downsample.0"), f"{at}.downsample.2")
        return self.sum(self.graph.add("Concat", *parts[1:], axis=1), x)

    def normed(self, x: str, at: str) -> str:
        values = (self.graph.constant(self.tensors[f"{at}.{part}"].astype(np.float32)) for part in NORM)
        return self.graph.relu(self.graph.add("BatchNormalization", x, *values, epsilon=1e-5))

    def conv(self, x: str, at: str, *, stride: int = 1) -> str:
        weight = self.tensors[f"{at}.weight"]
        half = weight.shape[2] // 2
        return self.graph.conv(x, weight, self.tensors.get(f"{at}.bias"), stride=stride, pad=(half, half))

    def pooled(self, x: str) -> str:
        return self.graph.add("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2])

    def sum(self, one: str, other: str) -> str:
        return self.graph.add("Add", one, other)
