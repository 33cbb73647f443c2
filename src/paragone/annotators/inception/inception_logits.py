"""Logits of the 2015 Inception network (1008 classes, no bias) for the classic Inception Score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.annotators._networks import onnx
from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import FILES, network_of, scaled
from paragone.core.types import Column, Facts, Picture, Prompt

PROTOCOL = "torch-fidelity"


@dataclass(frozen=True)
class InceptionLogits:
    """As torch-fidelity takes them; `paragone weights fetch inception_logits` brings the file. Memory: 0.1 GB."""

    name: ClassVar[str] = "inception_logits"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"logits": "vector"}
    needs_weights: ClassVar[tuple[str, ...]] = (FILES["pytorch-fid"],)

    @property
    def version(self) -> str:
        """Code, network and weights."""
        return onnx.version_of(f"1.{_inception.VERSION}-{PROTOCOL}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """1008 logits an image."""
        network = network_of(self.needs_weights[0])
        facts: list[Facts] = []
        for rows in onnx.in_batches(len(pictures), self.batch):
            [logits] = onnx.run(network, {"image": scaled(pictures[rows], PROTOCOL)}, ["logits"])
            facts += [{"logits": row} for row in logits]
        return facts


annotator = InceptionLogits
