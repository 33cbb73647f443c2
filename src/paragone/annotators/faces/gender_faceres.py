"""Apparent gender of each face, a second opinion: another network, another training set, no alignment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx, tfjs
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.prepare import channels_first, warped
from paragone.annotators.faces._known import OfFaces
from paragone.annotators.faces.gender_face import gender_fact
from paragone.assets import cache
from paragone.core.components import Domain
from paragone.core.types import Pixels

SIDE = 224
MEAN_BGR = np.array([103.939, 116.779, 123.68], np.float32)
PLAN, WEIGHTS = "faceres-graph", "faceres"


@dataclass(frozen=True, slots=True)
class GenderFaceres(OfFaces):
    """The probability that a face looks male or female to the network, for faces of at least `smallest` pixels.

    Smaller ones drift to 0.6 or 0.7 male whoever is shown. Memory: 0.4 GB.
    """

    threshold: float = 0.5
    smallest: int = 48
    domain: ClassVar[Domain] = "photographs"
    needs_weights: ClassVar[tuple[str, ...]] = (PLAN, WEIGHTS)

    def boxes(self, pixels: Pixels, faces: Sequence[Face]) -> Sequence[Mapping[str, Any]]:
        """Boxes labelled `female` or `male`, with `p_male`."""
        if not faces:
            return []
        crops = [warped(pixels, square_to_image(face.box), SIDE)[:, :, ::-1] - MEAN_BGR for face in faces]
        network = onnx.file_of(WEIGHTS, converted, version=tfjs.VERSION)
        [males] = onnx.run(network, {"image": channels_first(crops)})
        return [gender_fact(face, float(male)) for face, [male] in zip(faces, males, strict=True)]


def converted(weights: Path) -> bytes:
    """The network that says how likely a face is a man's."""
    return tfjs.to_onnx(cache.path_of(PLAN), weights, {"p_male": "gender_pred/Sigmoid"})


def square_to_image(box: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """From the network's pixels to the square around a face whose side is the box's longer one.

    >>> square_to_image(np.array([10, 20, 122, 244], np.float32)).tolist()
    [[1.0, 0.0, -46.0], [0.0, 1.0, 20.0]]
    """
    x0, y0, x1, y1 = (float(edge) for edge in box)
    scale = max(x1 - x0, y1 - y0) / SIDE
    middle = (scale - 1) / 2 - scale * SIDE / 2  # centres of pixels, not their corners
    return np.array([[scale, 0.0, (x0 + x1) / 2 + middle], [0.0, scale, (y0 + y1) / 2 + middle]])


annotator = GenderFaceres
