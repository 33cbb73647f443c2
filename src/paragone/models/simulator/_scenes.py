"""What the models that draw with the simulator share."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from paragone.core.components import Model
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.scenes import compose
from paragone.scenes.compose import Series
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.rendering import backgrounds, render
from paragone.scenes.request import series_in


class SceneModel(Model, Protocol):
    """Draws a scene of the series that a prompt belongs to, with objects of `pack`, `size` pixels a side."""

    batch: ClassVar[int] = 8
    reads: ClassVar[tuple[str, ...]] = ("text", "expect")
    pack: str
    size: int

    @property
    def kind_of_scene(self) -> str:
        """What the model does to the scene, with its options: a part of the revision."""
        ...

    @property
    def revision(self) -> str:
        """Changes with the composer, the renderer, the pack, and what the model does to the scene."""
        versions = (compose.VERSION, render.VERSION, backgrounds.VERSION)
        return key_of(self.kind_of_scene, *versions, self.pack, load_pack(self.pack).version)[:12]

    def drawing(self, prompt: Prompt, seed: int, series: Series) -> Drawing:
        """The picture for one prompt of a series."""
        ...

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """Scenes as pictures; a prompt that is of no series is not drawn."""
        return [self._timed(prompt, seed) for prompt in prompts]

    def _timed(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        begun = time.monotonic()
        try:
            series = series_in(prompt, pack=self.pack, size=self.size)
        except BadInput as error:
            return Missing(str(error), "absent")
        made = self.drawing(prompt, seed, series)
        return replace(made, seconds=time.monotonic() - begun)
