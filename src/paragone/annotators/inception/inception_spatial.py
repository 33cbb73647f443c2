"""Inception-v3 features that keep where things are (7 maps of 17 x 17: 2023 values), for sFID."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators._networks import onnx
from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import InceptionFid, scaled
from paragone.assets.pickled import read_tensors
from paragone.core.components import Domain
from paragone.core.types import Facts, Picture

VERSION = "1"


@dataclass(frozen=True, slots=True)
class InceptionSpatial(InceptionFid):
    """As `inception_fid`, but from the middle of the network: the layer of Nash et al. (2021). Memory: 0.1 GB."""

    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{VERSION}"

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image, its maps laid out one after another."""
        made = f"spatial-{VERSION}"
        network = onnx.file_of(
            self.needs_weights[0], lambda path: _inception.build_spatial(read_tensors(path)), version=made
        )
        [maps] = onnx.run(network, {"image": scaled(pictures, self.protocol)}, ["maps"])
        return [{"vector": one.reshape(-1)} for one in maps]


annotator = InceptionSpatial
