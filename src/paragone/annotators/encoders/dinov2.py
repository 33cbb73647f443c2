"""Image features of DINOv2 (or any transformers vision encoder); needs the `hub` extra and a model."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks import hub
from paragone.annotators._networks.hub import Preprocessing
from paragone.annotators._networks.kinds import Batched, Hosted
from paragone.annotators._networks.onnx import Floats
from paragone.core.types import Column, Facts, Picture

DEFAULT = Preprocessing(224, 256, "pil-bicubic", (0.485, 0.456, 0.406), (0.229, 0.224, 0.225))


@dataclass(frozen=True, slots=True)
class DinoV2(Hosted, Batched):
    """The vector of the class token after the last normalisation. Memory: ViT-B/14 0.4 GB, ViT-L/14 1.2 GB."""

    model: str = "facebook/dinov2-base"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def load(self) -> tuple[Preprocessing, Callable[[Floats], Floats]]:
        """How the network wants images, and the network."""
        return _load(self.model)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        preprocess, encode = self.load()
        return [{"vector": vector} for vector in encode(np.stack([preprocess(picture.pixels) for picture in pictures]))]


@functools.lru_cache(maxsize=2)
def _load(model: str) -> tuple[Preprocessing, Callable[[Floats], Floats]]:
    folder = hub.folder_of(model)
    hub.require_extra("dinov2", "torch", "transformers")
    import torch
    from transformers import AutoModel

    network = AutoModel.from_pretrained(folder).eval().to(hub.device())

    def encode(images: Floats) -> Floats:
        with torch.inference_mode():
            found = network(pixel_values=torch.from_numpy(images).to(network.device))
        return np.asarray(found.pooler_output.float().cpu())

    return hub.preprocessing_of(folder, DEFAULT), encode


annotator = DinoV2
