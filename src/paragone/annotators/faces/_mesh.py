"""478 points on a face, from a turned square around it (MediaPipe's Face Landmarker)."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import convert, onnx
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.prepare import warped
from paragone.annotators._networks.tflite import read
from paragone.core.types import Pixels

WEIGHTS = "face-landmarks"
NETWORK = f"{convert.VERSION}.1"
SIDE = 256
ROOM = 1.5  # the square's side in sides of the face box: the network expects the whole head
POINTS = 478


class Mesh(NamedTuple):
    """One face's points in image pixels, and how sure the network is that it saw a face."""

    points: npt.NDArray[np.float32]  # (478, 3); z is depth in pixels, smaller is nearer
    score: float


def meshes_of(pixels: Pixels, faces: Sequence[Face]) -> list[Mesh]:
    """The mesh of each face, in order."""
    if not faces:
        return []
    network = onnx.file_of(WEIGHTS, build, version=NETWORK)
    squares = [to_image(face) for face in faces]
    crops = np.stack([warped(pixels, square, SIDE) / np.float32(255) for square in squares])
    points, presence = onnx.run(network, {"image": crops}, ["points", "presence"])
    return [
        Mesh(_placed(found.reshape(POINTS, 3), square), float(1 / (1 + np.exp(-sure.reshape(())))))
        for found, sure, square in zip(points, presence, squares, strict=True)
    ]


def to_image(face: Face) -> npt.NDArray[np.float64]:
    """The 2 x 3 matrix from the network's square to the image: around the box, turned so that the eyes are level."""
    box, marks = face.box.astype(np.float64), face.landmarks.astype(np.float64)
    centre = (box[:2] + box[2:]) / 2
    across = marks[1] - marks[0]
    angle = np.arctan2(across[1], across[0])
    step = ROOM * float((box[2:] - box[:2]).max()) / SIDE
    turn = step * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.column_stack([turn, centre - turn @ np.full(2, (SIDE - 1) / 2)])


def _placed(points: npt.NDArray[np.float32], square: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    flat = points[:, :2] @ square[:, :2].T + square[:, 2]
    depth = points[:, 2:] * np.hypot(square[0, 0], square[1, 0])
    return np.concatenate([flat, depth], axis=1).astype(np.float32)


def build(path: Path) -> bytes:
    """The network in ONNX: `image` (N, 256, 256, 3) in 0..1 gives `points` and the logit `presence`."""
    conversion = convert.Conversion(read(path)).run()
    outputs = {int(np.prod(conversion.network.tensors[at].shape)): at for at in conversion.network.outputs[:2]}
    points, presence = (conversion.names[outputs[size]] for size in (POINTS * 3, 1))
    return conversion.graph.model({"points": points, "presence": presence})
