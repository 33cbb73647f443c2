"""How likely an image bears a visible watermark by LAION's detector, as HEIM uses it; its file is given by path."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.kinds import Batched
from paragone.annotators._networks.prepare import IMAGENET_DEVIATION, IMAGENET_MEAN, channels_first, stretched
from paragone.annotators.originality._efficientnet import SIDE, build
from paragone.assets import cache
from paragone.assets.pickled import read_tensors
from paragone.core.types import Column, Facts, Picture

NETWORK = "1"


@dataclass(frozen=True, slots=True)
class WatermarkLaion(Given, Batched):
    """EfficientNet-B3 with a head of three layers; images are stretched to 256 x 256. Memory: 0.2 GB.

    `path` is `watermark_model_v1.pt`. The file was not at hand: its shapes are checked against the published network,
    and the arithmetic against torch on random tensors of the same shapes.
    """

    path: str = ""
    code: ClassVar[str] = f"1.{NETWORK}"
    where_from: ClassVar[str] = "github.com/LAION-AI/LAION-5B-WatermarkDetection (watermark_model_v1.pt)"
    columns: ClassVar[Mapping[str, Column]] = {"chance": "number"}

    def load(self) -> Path:
        """The network in ONNX, made once from the file."""
        name = f"watermark-laion-{cache.sha256_of(self.file)[:16]}-{NETWORK}.onnx"
        return cache.derived(name, lambda: build(read_tensors(self.file)))

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One probability an image."""
        images = [stretched(picture.pixels, SIDE, policy="pil-bilinear") for picture in pictures]
        scaled = [(image - IMAGENET_MEAN) / IMAGENET_DEVIATION for image in images]
        [found] = onnx.run(self.load(), {"image": channels_first(scaled)})
        return [{"chance": float(mark)} for mark, _ in found]


annotator = WatermarkLaion
