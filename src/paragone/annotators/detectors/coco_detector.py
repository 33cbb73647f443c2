"""Objects of the 80 COCO classes with boxes, by EfficientDet-Lite2."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from paragone.annotators._networks import convert, onnx
from paragone.annotators._networks.boxes import Boxes, fact, suppress_by_label, within
from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import Padded, padded
from paragone.annotators._networks.tflite import read
from paragone.assets.cache import path_of
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

SIDE = 448
OVERLAP = 0.5
MOST = 100
NETWORK = f"{convert.VERSION}.1"


@dataclass(frozen=True, slots=True)
class CocoDetector(Weighted, Batched):
    """Detections that score at least `threshold`, best first, doubles dropped within a class. Memory: 0.2 GB."""

    threshold: float = 0.3
    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{NETWORK}"
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("efficientdet-lite2",)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Boxes of each image, in its own pixels."""
        network = onnx.file_of("efficientdet-lite2", build, version=NETWORK)
        names = labels(path_of("efficientdet-lite2"))
        fitted = [padded(picture.pixels, SIDE, policy="pil-bilinear", fill=127.0) for picture in pictures]
        images = np.stack([(image.square - 127.0) / 128.0 for image in fitted]).astype(np.float32)
        corners, scores = onnx.run(network, {"image": images}, ["boxes", "scores"])
        return [
            {"boxes": _in_pixels(self._found(boxes, marks, names), image, picture)}
            for picture, image, boxes, marks in zip(pictures, fitted, corners, scores, strict=True)
        ]

    def _found(self, boxes: Boxes, scores: Boxes, names: Sequence[str]) -> list[tuple[str, float, Boxes]]:
        places, classes = np.nonzero(scores >= self.threshold)
        marks = scores[places, classes]
        kept = suppress_by_label(boxes[places], marks, classes, OVERLAP)[:MOST]
        return [(names[classes[index]], float(marks[index]), boxes[places[index]]) for index in kept]


def _in_pixels(found: list[tuple[str, float, Boxes]], image: Padded, picture: Picture) -> list[Mapping[str, object]]:
    """Boxes of the padded square (0..1) in the pixels of the picture."""
    height, width = picture.pixels.shape[:2]
    factor = np.array([SIDE / image.scale[0], SIDE / image.scale[1]] * 2, np.float32)
    return [fact(label, score, within(box[None] * factor, height, width)[0].tolist()) for label, score, box in found]


@cache
def labels(path: Path) -> tuple[str, ...]:
    """Names by class number, from the list that travels inside the file."""
    with zipfile.ZipFile(path) as bundle:
        return tuple(bundle.read("labelmap.txt").decode().splitlines())


def build(path: Path) -> bytes:
    """The network in ONNX: `image` (N, 448, 448, 3) gives `boxes` (N, anchors, 4) in 0..1 and `scores`."""
    conversion = convert.Conversion(read(path)).run()
    offsets, scores, anchors = conversion.network.operators[-1].inputs
    corners = _decoded(conversion.graph, conversion.names[offsets], conversion.known[anchors])
    return conversion.graph.model({"boxes": corners, "scores": conversion.names[scores]})


def _decoded(graph: Graph, offsets: str, anchors: Boxes) -> str:
    """Corners from what the network says about each anchor (centre and size, y before x)."""
    halves = graph.constant(np.array([2], np.int64)), graph.constant(np.array([0], np.int64))
    two, zero = halves
    four, last = graph.constant(np.array([4], np.int64)), graph.constant(np.array([2], np.int64))
    shift = graph.add("Slice", offsets, zero, two, last)
    growth = graph.add("Slice", offsets, two, four, last)
    size = graph.add("Mul", graph.add("Exp", growth), graph.constant(anchors[:, 2:]))
    moved = graph.add("Mul", shift, graph.constant(anchors[:, 2:]))
    centre = graph.add("Add", moved, graph.constant(anchors[:, :2]))
    half = graph.add("Mul", size, graph.constant(np.array(0.5, np.float32)))
    corners = graph.add("Concat", graph.add("Sub", centre, half), graph.add("Add", centre, half), axis=2)
    return graph.add("Gather", corners, graph.constant(np.array([1, 0, 3, 2], np.int64)), axis=2)


annotator = CocoDetector
