"""Objects with boxes by DETR, or any transformers object detector; needs the `hub` extra and a model."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import hub
from paragone.annotators._networks.boxes import fact, within
from paragone.annotators._networks.kinds import Batched, Hosted
from paragone.annotators._networks.prepare import IMAGENET_DEVIATION, IMAGENET_MEAN
from paragone.core.components import Domain
from paragone.core.types import Column, Facts, Picture, Pixels
from paragone.images.resize import POLICIES, resize


@dataclass(frozen=True, slots=True)
class Detr(Hosted, Batched):
    """Queries whose best class scores at least `threshold`, best first; no doubles are dropped, as DETR needs none.

    `shape` is "kept" (short side 800, long side at most 1333) or "square" (800 x 800, as DALL-Eval does).
    Memory: DETR ResNet-50 0.2 GB, and 0.5 GB an image of 800 x 1333.
    """

    model: str = "facebook/detr-resnet-50"
    threshold: float = 0.5
    shape: Literal["kept", "square"] = "kept"
    short: int = 800
    domain: ClassVar[Domain] = "photographs"
    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}

    def load(self) -> "Network":
        """The detector."""
        return _load(self.model)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Images one by one: padding to a common size would change the result."""
        network = self.load()
        return [{"boxes": self._boxes(picture.pixels, network)} for picture in pictures]

    def _boxes(self, pixels: Pixels, network: "Network") -> list[Mapping[str, Any]]:
        height, width = pixels.shape[:2]
        size = (self.short, self.short) if self.shape == "square" else kept_shape(height, width, self.short)
        chances, corners = detect(pixels, network, size)
        best, scores = chances.argmax(axis=1), chances.max(axis=1)
        order = [at for at in np.argsort(-scores, kind="stable") if scores[at] >= self.threshold]
        return [fact(network.labels[int(best[at])], scores[at], corners[at].tolist()) for at in order]


@dataclass(frozen=True)
class Network:
    """A detector: class chances (queries, classes) and boxes (queries, 4) as centre and size in 0..1."""

    run: Callable[[npt.NDArray[np.float32]], tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]
    labels: Mapping[int, str]


def detect(
    pixels: Pixels, network: Network, size: tuple[int, int]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Class chances and boxes (corners, in the image's own pixels) of all queries, for an image seen at a size."""
    height, width = pixels.shape[:2]
    image = (resize(pixels, size, policy=POLICIES["pil-bilinear"]) - IMAGENET_MEAN) / IMAGENET_DEVIATION
    chances, boxes = network.run(np.ascontiguousarray(image.transpose(2, 0, 1)[None], np.float32))
    corners = np.concatenate([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], axis=1)
    return chances, within((corners * np.array([width, height] * 2)).astype(np.float32), height, width)


def kept_shape(height: int, width: int, short: int) -> tuple[int, int]:
    """The size with the short side as given, unless the long side would pass 1333/800 of it.

    >>> kept_shape(480, 640, 800), kept_shape(100, 1000, 800)
    ((800, 1067), (133, 1333))
    """
    scale = min(short / min(height, width), short * 1333 / 800 / max(height, width))
    return max(round(height * scale), 1), max(round(width * scale), 1)


@functools.lru_cache(maxsize=2)
def _load(model: str) -> Network:
    folder = hub.folder_of(model)
    hub.require_extra("detr", "torch", "transformers")
    from transformers import AutoModelForObjectDetection

    network = AutoModelForObjectDetection.from_pretrained(folder).eval().to(hub.device())
    return Network(runner(network), network.config.id2label)


def runner(
    network: Any,
) -> Callable[[npt.NDArray[np.float32]], tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """How to run a detector of transformers on one image."""
    import torch

    def run(image: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        with torch.inference_mode():
            found = network(pixel_values=torch.from_numpy(image).to(network.device))
        logits = found.logits[0].float()
        # One logit more than labels is DETR's own "no object"; detectors without it score each class by itself.
        has_nothing = logits.shape[1] == len(network.config.id2label) + 1
        chances = logits.softmax(-1)[:, :-1] if has_nothing else logits.sigmoid()
        return np.asarray(chances.cpu()), np.asarray(found.pred_boxes[0].float().cpu())

    return run


annotator = Detr
