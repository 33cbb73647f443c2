"""Image features of DINOv2 (or any transformers vision encoder); needs the `hub` extra and a model."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators._networks import hub, onnx
from paragone.annotators._networks.hub import Eye
from paragone.annotators._networks.onnx import Floats
from paragone.core.types import Column, Facts, Picture, Prompt

DEFAULT = Eye(224, 256, "pil-bicubic", (0.485, 0.456, 0.406), (0.229, 0.224, 0.225))


@dataclass(frozen=True)
class DinoV2:
    """The vector of the class token after the last normalisation. Memory: ViT-B/14 0.4 GB, ViT-L/14 1.2 GB."""

    model: str = "facebook/dinov2-base"
    name: ClassVar[str] = "dinov2"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    @property
    def version(self) -> str:
        """Code, model and the hash of its files."""
        folder = hub.folder_of(self.model)
        return f"1-{folder.name if Path(self.model).is_dir() else self.model}+{hub.fingerprint(folder)}"

    def check(self) -> None:
        """Refuse to start without the model."""
        _load(self.model)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """One vector an image."""
        eye, encode = _load(self.model)
        facts: list[Facts] = []
        for rows in onnx.in_batches(len(pictures), self.batch):
            vectors = encode(np.stack([eye(picture.pixels) for picture in pictures[rows]]))
            facts += [{"vector": vector} for vector in vectors]
        return facts


@functools.lru_cache(maxsize=2)
def _load(model: str) -> tuple[Eye, Callable[[Floats], Floats]]:
    folder = hub.folder_of(model)
    hub.require_extra("dinov2", "torch", "transformers")
    import torch
    from transformers import AutoModel

    network = AutoModel.from_pretrained(folder).eval().to(hub.device())

    def encode(images: Floats) -> Floats:
        with torch.inference_mode():
            found = network(pixel_values=torch.from_numpy(images).to(network.device))
        return np.asarray(found.pooler_output.float().cpu())

    return hub.eye_of(folder, DEFAULT), encode


annotator = DinoV2
