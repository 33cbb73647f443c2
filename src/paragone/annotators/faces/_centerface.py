"""CenterFace: face boxes and five landmarks at any image size."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.boxes import Boxes, Scores, suppress
from paragone.annotators._networks.face import Face
from paragone.core.types import Pixels
from paragone.images.resize import POLICIES, resize

WEIGHTS = "centerface"
NETWORK = "1"
LONGEST = 1024  # larger images are looked at in a smaller copy: time grows with the number of pixels
STRIDE = 4
OVERLAP = 0.3


def find_faces(pixels: Pixels, threshold: float) -> list[Face]:
    """All faces that score at least the threshold, best first."""
    network = onnx.file_of(WEIGHTS, any_size, version=NETWORK)
    height, width = pixels.shape[:2]
    shrink = min(1.0, LONGEST / max(height, width))
    size = (_round_up(height * shrink), _round_up(width * shrink))
    image = resize(pixels, size, policy=POLICIES["pil-bilinear"]).transpose(2, 0, 1)[None]
    heat, scale, offset, points = (found[0] for found in onnx.run(network, {"image": np.ascontiguousarray(image)}))
    boxes, scores, marks = decode(heat[0], scale, offset, points, threshold=threshold)
    factor = np.array([width / size[1], height / size[0]], np.float32)
    kept = suppress(boxes, scores, OVERLAP)
    return [Face(boxes[at] * np.tile(factor, 2), float(scores[at]), marks[at] * factor) for at in kept]


def decode(
    heat: npt.NDArray[np.float32],
    scale: npt.NDArray[np.float32],
    offset: npt.NDArray[np.float32],
    points: npt.NDArray[np.float32],
    *,
    threshold: float,
) -> tuple[Boxes, Scores, npt.NDArray[np.float32]]:
    """Boxes, scores and landmarks from the four maps of the network (Xu et al., section 3)."""
    rows, columns = np.nonzero(heat >= threshold)
    at = (slice(None), rows, columns)
    sides = np.exp(scale[at]) * STRIDE  # height, width
    corners = (np.stack([rows, columns]) + offset[at] + 0.5) * STRIDE - sides / 2  # top, left
    boxes = np.stack([corners[1], corners[0], corners[1] + sides[1], corners[0] + sides[0]], axis=1)
    relative = points[at].reshape(5, 2, -1)  # y before x
    marks = relative * sides + corners
    return boxes.astype(np.float32), heat[rows, columns], marks.transpose(2, 0, 1)[:, :, ::-1].astype(np.float32)


def any_size(path: Path) -> bytes:
    """The file with its fixed example sizes made free, and its weights no longer listed as inputs."""
    import onnx

    model = onnx.load(str(path))
    graph = model.graph
    constants = {constant.name for constant in graph.initializer}
    inputs = [given for given in graph.input if given.name not in constants]
    del graph.input[:], graph.value_info[:]
    graph.input.extend(inputs)
    for value in (*graph.input, *graph.output):
        for place, dimension in enumerate(value.type.tensor_type.shape.dim):
            if place != 1:
                dimension.dim_param = f"{value.name}_{place}"
    old = graph.input[0].name
    graph.input[0].name = "image"
    for node in graph.node:
        node.input[:] = ["image" if name == old else name for name in node.input]
    return bytes(model.SerializeToString())


def _round_up(length: float) -> int:
    return max(-(-round(length) // 32) * 32, 32)
