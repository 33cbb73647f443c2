"""How likely an image bears a visible watermark by a small detector that you train; no weights come with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    `path` is what `paragone.baselines.watermark.train` wrote: a network of 60,000 numbers that learns from marks laid
    over photographs and simulator scenes. How well one does is for `benchmarks/watermark.py` to say.
    """

    path: str = ""
    name: ClassVar[str] = "watermark_own"
    where_from: ClassVar[str] = "a training of yours (`python -m paragone.baselines.watermark.train --out FILE`)"
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
