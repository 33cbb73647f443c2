"""The 80 classes of COCO by TISE's Inception-v3, which it tuned on crops of objects; its file is given by path."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.kinds import Batched
from paragone.annotators._networks.prepare import channels_first, stretched
from paragone.annotators.inception import _imagenet
from paragone.assets import cache
from paragone.assets.pickled import read_tensors
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture

NETWORK, CLASSES = "1", 80


@dataclass(frozen=True, slots=True)
class CocoInception(Given, Batched):
    """80 logits an image, stretched to 299 x 299. TISE's temperature for them is 2.1737587451934814.

    `path` is `inceptionv3_fine_to_with_80_coco_classes.pth`. The file was not at hand: its layers are checked against
    torchvision's network, and the arithmetic against torch on random tensors of the same shapes. Memory: 0.2 GB.
    """

    path: str = ""
    domain: ClassVar[Domain] = "photographs"
    code: ClassVar[str] = f"1.{NETWORK}"
    where_from: ClassVar[str] = "github.com/VinAIResearch/tise-toolbox (download_scripts/download_pretrained_models.py)"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"logits": "vector"}

    def load(self) -> Path:
        """The network in ONNX, made once from the file."""
        name = f"coco-inception-{cache.sha256_of(self.file)[:16]}-{NETWORK}.onnx"
        return cache.derived(name, lambda: _imagenet.build(read_tensors(self.file), CLASSES))

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """The logits of each image."""
        images = [stretched(picture.pixels, 299, policy="pil-bilinear") for picture in pictures]
        [logits] = onnx.run(self.load(), {"image": channels_first(images) / 127.5 - 1}, ["logits"])
        return [{"logits": row} for row in logits]


annotator = CocoInception
