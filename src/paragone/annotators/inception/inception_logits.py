"""Logits of the 2015 Inception network (1008 classes, no bias) for the classic Inception Score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import FILES, network_of, scaled
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

PROTOCOL = "torch-fidelity"


@dataclass(frozen=True, slots=True)
class InceptionLogits(Weighted, Batched):
    """As torch-fidelity takes them; `paragone weights fetch inception_logits` brings the file. Memory: 0.1 GB."""

    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{_inception.VERSION}-{PROTOCOL}"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"logits": "vector"}
    needs_weights: ClassVar[tuple[str, ...]] = (FILES["pytorch-fid"],)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """1008 logits an image."""
        [logits] = onnx.run(network_of(self.needs_weights[0]), {"image": scaled(pictures, PROTOCOL)}, ["logits"])
        return [{"logits": row} for row in logits]


annotator = InceptionLogits
