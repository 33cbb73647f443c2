"""Inception-v3 pool features (2048 values) for FID, KID and their kin, under a named protocol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.prepare import channels_first, stretched
from paragone.annotators.inception import _inception
from paragone.assets.pickled import read_tensors
from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.types import Column, Facts, Picture, Prompt

# How each library feeds the network: resize policy, and what 0 and 255 become.
PROTOCOLS: Mapping[str, tuple[str, float, float]] = {
    "pytorch-fid": ("bilinear-torch", 127.5, 127.5),
    "torch-fidelity": ("bilinear-tf1", 128.0, 128.0),
    "clean-fid": ("clean", 128.0, 128.0),
}
FILES: Mapping[str, str] = {"registry": "inception-fid", "pytorch-fid": "inception-fid-pytorch"}


@dataclass(frozen=True)
class InceptionFid:
    """Features at 299 x 299; `protocol` is how images are resized and scaled, `weights` which file is used.

    Memory: 0.1 GB for the network, 30 MB an image in a batch.
    """

    protocol: str = "pytorch-fid"
    weights: Literal["registry", "pytorch-fid"] = "registry"
    name: ClassVar[str] = "inception_fid"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def __post_init__(self) -> None:
        """Refuse what is not known."""
        for option, known in (("protocol", PROTOCOLS), ("weights", FILES)):
            if getattr(self, option) not in known:
                given = getattr(self, option)
                raise BadOption(f"inception_fid has no {option} {given!r}; {nearest(str(given), known)}")

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Names in the weights manifest."""
        return (FILES[self.weights],)

    @property
    def version(self) -> str:
        """Code, network, protocol and weights."""
        return onnx.version_of(f"1.{_inception.VERSION}-{self.protocol}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """One vector an image."""
        network = network_of(self.needs_weights[0])
        facts: list[Facts] = []
        for rows in onnx.in_batches(len(pictures), self.batch):
            [vectors] = onnx.run(network, {"image": scaled(pictures[rows], self.protocol)}, ["vector"])
            facts += [{"vector": vector} for vector in vectors]
        return facts


def scaled(pictures: Sequence[Picture], protocol: str) -> onnx.Floats:
    """Images as a protocol feeds them to the network."""
    policy, middle, reach = PROTOCOLS[protocol]
    images = [stretched(picture.pixels, 299, policy=policy) for picture in pictures]
    return (channels_first(images) - np.float32(middle)) / np.float32(reach)


def network_of(weights: str) -> Path:
    """The network in ONNX, made once from a file of weights."""
    return onnx.file_of(weights, lambda path: _inception.build(read_tensors(path)), version=_inception.VERSION)


annotator = InceptionFid
