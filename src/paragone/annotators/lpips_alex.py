"""How far an image and its prompt's reference image are apart to the eye, by LPIPS on AlexNet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.annotators import _lpips, _onnx
from paragone.core.types import Column, Facts, Missing, Picture, Prompt


@dataclass(frozen=True)
class LpipsAlex:
    """LPIPS v0.1 with learnt weights on AlexNet: quicker, and what its authors advise. Memory: 0.1 GB."""

    name: ClassVar[str] = "lpips_alex"
    batch: ClassVar[int] = 8
    subject: ClassVar[Literal["pair"]] = "pair"
    columns: ClassVar[Mapping[str, Column]] = {"distance": "number"}
    needs_weights: ClassVar[tuple[str, ...]] = (_lpips.FILES["alex"],)
    reads_reference: ClassVar[bool] = True

    @property
    def version(self) -> str:
        """Code, network and weights."""
        return _onnx.version_of(f"1.{_lpips.VERSION}", *self.needs_weights)

    def check(self) -> None:
        """Refuse to start without the weights."""
        _onnx.require(self.name, *self.needs_weights)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts | Missing]:
        """The distance of each pair."""
        return _lpips.distances(pictures, prompts, "alex")


annotator = LpipsAlex
