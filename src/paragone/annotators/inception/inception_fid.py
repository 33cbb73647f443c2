"""Inception-v3 pool features (2048 values) for FID, KID and their kin, of images resized as pytorch-fid does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import channels_first, stretched
from paragone.annotators.inception import _inception
from paragone.assets.pickled import read_tensors
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

# How each library feeds the network: resize policy, and what 0 and 255 become.
PROTOCOLS: Mapping[str, tuple[str, float, float]] = {
    "pytorch-fid": ("bilinear-torch", 127.5, 127.5),
    "torch-fidelity": ("bilinear-tf1", 128.0, 128.0),
    "clean-fid": ("clean", 128.0, 128.0),
}
FILES: Mapping[str, str] = {"registry": "inception-fid", "pytorch-fid": "inception-fid-pytorch"}


@dataclass(frozen=True, slots=True)
class InceptionFid(Weighted, Batched):
    """Features at 299 x 299; `weights` says which file is used. Other ways to resize have names of their own.

    Memory: 0.1 GB for the network, 30 MB an image in a batch.
    """

    weights: Literal["registry", "pytorch-fid"] = "registry"

    domain: ClassVar[Domain] = "photographs"
    protocol: ClassVar[str] = "pytorch-fid"
    code: ClassVar[str] = f"1.{_inception.VERSION}"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """The file that was chosen."""
        return (FILES[self.weights],)

    @property
    def version(self) -> str:
        """Code, resizing, and the hash of the file."""
        return onnx.version_of(f"{self.code}-{self.protocol}", *self.needs_weights)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        network = network_of(self.needs_weights[0])
        [vectors] = onnx.run(network, {"image": scaled(pictures, self.protocol)}, ["vector"])
        return [{"vector": vector} for vector in vectors]


def scaled(pictures: Sequence[Picture], protocol: str) -> onnx.Floats:
    """Images as a library feeds them to the network."""
    policy, middle, half_span = PROTOCOLS[protocol]
    images = [stretched(picture.pixels, 299, policy=policy) for picture in pictures]
    return (channels_first(images) - np.float32(middle)) / np.float32(half_span)


def network_of(weights: str) -> Path:
    """The network in ONNX, made once from a file of weights."""
    return onnx.file_of(weights, lambda path: _inception.build(read_tensors(path)), version=_inception.VERSION)


annotator = InceptionFid
