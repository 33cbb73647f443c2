"""Objects with boxes by DALL-Eval's own detector, a DETR fine-tuned on PaintSkills; needs the `hub` extra."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import hub
from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.kinds import Batched
from paragone.annotators.detectors._published_detr import build, read_checkpoint
from paragone.annotators.detectors.detr import Network, detect, runner
from paragone.assets.cache import sha256_of
from paragone.core.coco import name_of
from paragone.core.components import Domain
from paragone.core.errors import NotReady
from paragone.core.types import Column, Facts, Picture, Pixels

REPOSITORY = "j-min/PaintSkills-DETR-R101-DC5"
FILE = "paintskills_detr_r101_dc5.pth"
SIDE = 800  # images are stretched to this square
CLASSES = 91  # COCO's numbers, from 0
DIGITS = 6  # of chances, which decide by their order, however small


@dataclass(frozen=True, slots=True)
class PaintSkillsDetr(Batched):
    """All 100 queries, the surest first, each under its likeliest class, with the `centre` of its whole box.

    `also` has the chances of other classes, as far as they can decide which queries are most like a class: those not
    below the least chance of a query whose likeliest class it is. `centre` is in parts of the image's width and height.

    `path` names the checkpoint; without it, it is looked for where `hf download` keeps it. DETR ResNet-101 DC5, images
    stretched to 800 x 800, as DALL-Eval's code has it; no query is dropped, since its rules count unsure ones too.
    Memory: 1 GB with its libraries. It takes about 8 CPU seconds an image.
    """

    path: str | None = None
    domain: ClassVar[Domain] = "scenes"
    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}

    @property
    def version(self) -> str:
        """Code, and the hash of the checkpoint."""
        return f"2-{_digest(self._file())[:12]}"

    def check(self) -> None:
        """Refuse to start without the checkpoint or what reads it."""
        _load(self._file())

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Images one by one: the answer to one may not depend on another."""
        network = _load(self._file())
        return [{"boxes": boxes_of(picture.pixels, network)} for picture in pictures]

    def _file(self) -> Path:
        path = Path(self.path).expanduser() if self.path else hub.folder_of(REPOSITORY) / FILE
        if not path.is_file():
            raise NotReady(f"there is no checkpoint {path}; run `hf download {REPOSITORY}`, or give its `path`")
        return path


def boxes_of(pixels: Pixels, network: Network, *, side: int = SIDE) -> list[Mapping[str, Any]]:
    """Every query as a box, the surest first."""
    centres: list[npt.NDArray[np.float32]] = []

    def run(image: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        chances, boxes = network.run(image)
        centres.append(boxes[:, :2])
        return chances, boxes

    chances, corners = detect(pixels, Network(run, network.labels), (side, side))
    order = np.argsort(-chances.max(axis=1), kind="stable")
    least = _least(chances)
    return [_row(chances[at], corners[at], centres[0][at], least, network.labels) for at in order]


def _least(chances: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """For each class the least chance of a query whose likeliest class it is; infinite where there is none."""
    least = np.full(chances.shape[1], np.inf, np.float32)
    np.minimum.at(least, chances.argmax(axis=1), chances.max(axis=1))
    return least


def _row(
    chances: npt.NDArray[np.float32],
    corners: npt.NDArray[np.float32],
    centre: npt.NDArray[np.float32],
    least: npt.NDArray[np.float32],
    labels: Mapping[int, str],
) -> Mapping[str, Any]:
    best = int(chances.argmax())
    also = {labels[k]: _short(chances[k]) for k in np.flatnonzero(chances >= least).tolist() if k != best}
    detection = fact(labels[best], chances[best], corners.tolist(), **({"also": also} if also else {}))
    return {**detection, "score": _short(chances[best]), "centre": [_short(part) for part in centre]}


def _short(number: float | np.float32) -> float:
    return float(f"{number:.{DIGITS}g}")


def config(**changes: Any) -> Any:
    """The settings of DETR-R101 in transformers' words; a test makes it smaller."""
    from transformers import DetrConfig, ResNetConfig

    backbone = changes.pop("backbone", {"depths": [3, 4, 23, 3]})
    settings = {"num_labels": CLASSES, "num_queries": 100, "d_model": 256} | changes
    return DetrConfig(backbone_config=ResNetConfig(out_features=["stage4"], **backbone), **settings)


@functools.lru_cache(maxsize=1)
def _load(path: Path) -> Network:
    hub.require_extra("paintskills_detr", "torch", "transformers")
    network = build(read_checkpoint(path), config(), dilated=True).to(hub.device())
    return Network(runner(network), {number: name_of(number) for number in range(CLASSES)})


@functools.cache
def _digest(path: Path) -> str:
    return sha256_of(path)


annotator = PaintSkillsDetr
