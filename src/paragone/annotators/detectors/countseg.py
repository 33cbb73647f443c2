"""How many objects of each of the 80 COCO classes there are, by CountSeg, as TISE counts; its file is given by path."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.kinds import Batched
from paragone.annotators._networks.prepare import IMAGENET_DEVIATION, IMAGENET_MEAN, channels_first, stretched
from paragone.annotators.detectors import _countseg
from paragone.assets import cache
from paragone.assets.pickled import read_tensors
from paragone.core.coco import NAMES
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

NETWORK = "1"


@dataclass(frozen=True, slots=True)
class CountSeg(Given, Batched):
    """`counts` by class, without boxes: for `counting_alignment` with `detector = "countseg"`. Memory: 0.5 GB.

    `path` is `coco14.pt`; images are stretched to 448 x 448. The file was not at hand: its layers are checked against
    the published network, and the arithmetic against torch on random tensors.
    """

    path: str = ""
    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{NETWORK}"
    where_from: ClassVar[str] = "github.com/GuoleiSun/CountSeg (models/counting/coco14.pt)"
    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"counts": "json"}

    def load(self) -> Path:
        """The network in ONNX, made once from the file."""
        name = f"countseg-{cache.sha256_of(self.file)[:16]}-{NETWORK}.onnx"
        return cache.derived(name, self._build)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """The counts of each image."""
        images = [stretched(picture.pixels, _countseg.SIDE, policy="pil-bilinear") for picture in pictures]
        scaled = [(image - IMAGENET_MEAN) / IMAGENET_DEVIATION for image in images]
        found = onnx.run(self.load(), {"image": channels_first(scaled)}, ["classes", "density"])
        return [{"counts": by_name(_countseg.counts(*maps))} for maps in zip(*found, strict=True)]

    def _build(self) -> bytes:
        tensors = _countseg.named(read_tensors(self.file))
        _countseg.check(tensors)
        return _countseg.build(tensors)


def by_name(counts: Iterable[int]) -> dict[str, int]:
    """Counts under COCO's names, in the order of its numbers; what is not there is left out."""
    return {name: int(count) for name, count in zip(NAMES.values(), counts, strict=True) if count}


annotator = CountSeg
