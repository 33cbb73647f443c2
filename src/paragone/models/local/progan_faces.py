"""Faces by a progressive GAN that knows no text: a published generator that runs anywhere, without torch."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.assets import cache, manifest
from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.resize import policy_named, resize_to_bytes
from paragone.models.local import _progan
from paragone.scenes import damage

CODE = "1"
WEIGHTS = "progan-faces"


@dataclass(frozen=True, slots=True)
class ProganFaces(Model):
    """A face for each prompt and seed, whatever the prompt says, 128 pixels wide or stretched to `size`.

    `stream` is another row of chance: two models of different streams are the same generator on different faces.
    `blur` (0 to 1) takes detail away, to see what a metric makes of it.
    """

    size: int = _progan.SIDE
    stream: int = 0
    blur: float = 0.0
    needs_weights: ClassVar[tuple[str, ...]] = (WEIGHTS,)
    batch: ClassVar[int] = 4

    def __post_init__(self) -> None:
        """Refuse a size that is none, and blur that is no strength."""
        if not 16 <= self.size <= 1024:
            raise BadOption(f"progan_faces has the size {self.size}; take 16 to 1024 pixels")
        damage.check("blur", self.blur)

    @property
    def revision(self) -> str:
        """Of this code and the weights."""
        return key_of("progan_faces", CODE, manifest.find(WEIGHTS).sha256)[:12]

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """Each by itself: a face does not depend on those beside it."""
        tensors = _progan.read(cache.path_of(WEIGHTS))
        found: list[Drawing | Missing] = []
        for prompt in prompts:
            begun = time.monotonic()
            rng = np.random.default_rng(int(key_of("progan", prompt.text, seed, self.stream), 16))
            pixels = _progan.draw(tensors, rng.standard_normal(_progan.LATENT))
            if self.size != _progan.SIDE:
                pixels = resize_to_bytes(pixels, (self.size, self.size), policy=policy_named("pil-bicubic"))
            if self.blur:
                pixels = damage.blurred(pixels, self.blur)
            found.append(Drawing(pixels, seconds=time.monotonic() - begun))
        return found


model = ProganFaces
