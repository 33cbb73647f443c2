"""Draws with our own text-to-image model, trained on the simulator's scenes: two flows, sampled without torch."""

import functools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from paragone.baselines.flow import onnx_voices
from paragone.baselines.flow.layout import KINDS
from paragone.baselines.flow.sample import Manner
from paragone.baselines.flow.sample import draw as draw_text
from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt

SHIPPED = Path(__file__).parents[1] / "data" / "scene_painter"
CHECKPOINTS = ("early", "final")
CODE = "1"  # raise it when the same weights draw differently


@dataclass(frozen=True, slots=True)
class ScenePainter(Model):
    """A shipped `checkpoint` (early or final), or the one in the folder `path` that `paragone train flow` exported.

    It reads nothing but the text. Each (prompt, seed) has noise of its own and is drawn alone, so an image does not
    depend on the images drawn beside it. Words it was never shown it does not know: it draws all the same.
    """

    checkpoint: str = "final"
    path: str = ""
    layer_steps: int = Manner().layer_steps
    guidance: float = Manner().layer_guidance

    batch: ClassVar[int] = 4
    reads: ClassVar[tuple[str, ...]] = ("text",)

    def __post_init__(self) -> None:
        """Refuse a checkpoint that is not shipped, and no steps."""
        if self.checkpoint not in CHECKPOINTS:
            raise BadOption(f"no checkpoint {self.checkpoint!r}; the shipped ones are {', '.join(CHECKPOINTS)}")
        if self.layer_steps < 1:
            raise BadOption(f"{self.layer_steps} steps for a layer; take 1 or more")

    @property
    def revision(self) -> str:
        """Changes with the weights, the words and the manner of sampling."""
        return key_of("scene_painter", CODE, onnx_voices.digest_of(self._folder), *map(float, self._manner))[:12]

    @property
    def _folder(self) -> Path:
        return Path(self.path) if self.path else SHIPPED / self.checkpoint

    @property
    def _manner(self) -> Manner:
        return Manner(layer_steps=self.layer_steps, layer_guidance=self.guidance)

    def check(self) -> None:
        """Raise NotReady if the weights are not here."""
        onnx_voices.digest_of(self._folder)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """Each prompt by itself."""
        return [self._one(prompt, seed) for prompt in prompts]

    def _one(self, prompt: Prompt, seed: int) -> Drawing:
        begun = time.monotonic()
        rng = np.random.default_rng(int(key_of("painter", prompt.id, prompt.text, seed), 16))
        picture = draw_text(_load(self._folder).voices, prompt.text, rng, self._manner)
        drawn = [KINDS[spot.kind] for spot in picture.spots]
        return Drawing(picture.pixels, seconds=time.monotonic() - begun, details={"layout": drawn})


@functools.lru_cache(maxsize=4)
def _load(folder: Path) -> onnx_voices.Shipped:
    return onnx_voices.load(folder)


model = ScenePainter
