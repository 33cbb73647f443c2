"""Inception-v3 features that keep where things are (7 maps of 17 x 17: 2023 values), for sFID."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.annotators._networks import onnx
from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import InceptionFid, scaled
from paragone.assets.pickled import read_tensors
from paragone.core.types import Column, Facts, Picture, Prompt

VERSION = "1"


@dataclass(frozen=True)
class InceptionSpatial:
    """As `inception_fid`, but from the middle of the network: the layer of Nash et al. (2021). Memory: 0.1 GB.

    ADM's evaluator feeds images resized as TensorFlow 1 does: `protocol = "torch-fidelity"`.
    """

    protocol: str = "pytorch-fid"
    weights: Literal["registry", "pytorch-fid"] = "registry"
    name: ClassVar[str] = "inception_spatial"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def __post_init__(self) -> None:
        """Refuse what is not known."""
        InceptionFid(self.protocol, self.weights)

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Names in the weights manifest."""
        return InceptionFid(self.protocol, self.weights).needs_weights

    @property
    def version(self) -> str:
        """Code, network, protocol and weights."""
        return onnx.version_of(f"1.{VERSION}-{self.protocol}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """One vector an image, its maps laid out one after another."""
        made = f"spatial-{VERSION}"
        network = onnx.file_of(
            self.needs_weights[0], lambda path: _inception.build_spatial(read_tensors(path)), version=made
        )
        facts: list[Facts] = []
        for rows in onnx.in_batches(len(pictures), self.batch):
            [maps] = onnx.run(network, {"image": scaled(pictures[rows], self.protocol)}, ["maps"])
            facts += [{"vector": one.reshape(-1)} for one in maps]
        return facts


annotator = InceptionSpatial
