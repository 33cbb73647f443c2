"""How likely an image bears a visible watermark, by a small detector of our own; never HEIM's number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.kinds import Batched
from paragone.annotators._networks.prepare import stretched
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts, Picture

SIDE = 256


@dataclass(frozen=True, slots=True)
class WatermarkOwn(Given, Batched):
    """The chance that text, a logo or a tiling was laid over the picture; images are stretched to 256 x 256.

    A network of 60,000 numbers that learnt from marks laid over photographs and simulator scenes. It is weak: on
    pictures and marks that it never saw a marked one has the higher chance in 81 % of pairs (docs/perception.md).
    `path` names another one, written by `paragone.baselines.watermark.train`.
    """

    path: str = ""
    where_from: ClassVar[str] = "a training of yours (`python -m paragone.baselines.watermark.train --out FILE`)"
    shipped: ClassVar[Path | None] = Path(__file__).parents[1] / "data" / "watermark_own.onnx"
    columns: ClassVar[Mapping[str, Column]] = {"chance": "number"}

    def load(self) -> Any:
        """The session, after a look at its input."""
        session = onnx.session(self.file)
        shape = tuple(session.get_inputs()[0].shape)[1:]
        if shape != (3, SIDE, SIDE):
            raise BadInput(f"{self.file.name} takes {shape} where (3, {SIDE}, {SIDE}) is expected; train it anew")
        return session

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One probability an image, each looked at alone: its answer may not depend on its batch."""
        session = self.load()
        return [{"chance": _chance(session, picture)} for picture in pictures]


def _chance(session: Any, picture: Picture) -> float:
    square = stretched(picture.pixels, SIDE, policy="pil-bilinear")
    image = np.ascontiguousarray(square.transpose(2, 0, 1)[None], np.float32)
    logit = float(session.run(None, {"image": image})[0][0])
    return float(1 / (1 + np.exp(-np.clip(logit, -700, 700))))


annotator = WatermarkOwn
