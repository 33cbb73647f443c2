"""Apparent gender of each face, as a two-class network trained on appearance sees it; never a person's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import onnx
from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.prepare import channels_first, warped
from paragone.annotators.faces import _mesh
from paragone.annotators.faces._known import OfFaces
from paragone.core.components import Domain
from paragone.core.types import Pixels

SIDE = 32
MEAN = np.array([122.782, 117.001, 104.298], np.float32)
# Where dlib puts eye corners and the base of the nose in a unit square, before padding; and where the mesh has them.
CORNERS = np.array(
    [
        *([0.8595674596, 0.2134981538], [0.6460604764, 0.2289674388]),
        *([0.1205750621, 0.2137274527], [0.3340850614, 0.2290642403]),
        [0.4901123136, 0.6277975316],
    ]
)
MESH_POINTS = (263, 362, 33, 133, 2)
PADDING = 0.2


@dataclass(frozen=True, slots=True)
class GenderFace(OfFaces):
    """The probability that a face looks male or female to the network, for faces of at least `smallest` pixels.

    Memory: 0.4 GB.
    """

    threshold: float = 0.5
    smallest: int = 24
    domain: ClassVar[Domain] = "photographs"
    needs_weights: ClassVar[tuple[str, ...]] = (_mesh.WEIGHTS, "gender-v1")

    def boxes(self, pixels: Pixels, faces: Sequence[Face]) -> Sequence[Mapping[str, Any]]:
        """Boxes labelled `female` or `male`, with `p_male`."""
        meshes = _mesh.meshes_of(pixels, faces)
        sure = [(face, mesh) for face, mesh in zip(faces, meshes, strict=True) if mesh.score >= self.threshold]
        if not sure:
            return []
        chips = [warped(pixels, chip_to_image(mesh.points), SIDE) for _, mesh in sure]
        scaled = channels_first([(chip - MEAN) / np.float32(256) for chip in chips])
        [chances] = onnx.run(onnx.file_of("gender-v1"), {"images": scaled})
        return [gender_fact(face, float(male)) for (face, _), (_, male) in zip(sure, chances, strict=True)]


def gender_fact(face: Face, male: float) -> Mapping[str, Any]:
    """A face with the label that is likelier, and how likely."""
    label, score = ("male", male) if male >= 0.5 else ("female", 1 - male)
    return fact(label, score, face.box.tolist(), p_male=round(male, 4))


def chip_to_image(points: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The 2 x 3 matrix from the network's square to the image: the similarity that best fits eyes and nose."""
    chip = (CORNERS + PADDING) / (2 * PADDING + 1) * SIDE
    return similarity(chip, points[list(MESH_POINTS), :2].astype(np.float64))


def similarity(source: npt.NDArray[np.float64], target: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The turn, scale and shift that bring source points nearest to target points (least squares).

    >>> corners = np.array([[0.0, 0], [1, 0], [0, 1]])
    >>> similarity(corners, corners * 2 + [5, 7]).round(6).tolist()
    [[2.0, -0.0, 5.0], [0.0, 2.0, 7.0]]
    """
    # In complex numbers a similarity is z -> a z + b.
    before, after = (points[:, 0] + 1j * points[:, 1] for points in (source, target))
    centred = before - before.mean()
    factor = (np.conj(centred) * (after - after.mean())).sum() / (np.abs(centred) ** 2).sum()
    shift = after.mean() - factor * before.mean()
    return np.array([[factor.real, -factor.imag, shift.real], [factor.imag, factor.real, shift.imag]])


annotator = GenderFace
