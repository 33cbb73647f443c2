"""Draws the scene that a PaintSkills prompt asks for: the perfect answer, from our own simulator."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.errors import BadInput
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.simulator._scenes import revision_of, timed
from paragone.scenes.draw import draw
from paragone.scenes.packs import load_pack
from paragone.scenes.request import scene_for, series_in


@dataclass(frozen=True, slots=True)
class SceneOracle:
    """Seed 0 draws the very scene that the prompt was written for, any other seed another scene like it."""

    pack: str = "procedural"
    size: int = 256

    name: ClassVar[str] = "scene_oracle"
    batch: ClassVar[int] = 8
    threads: ClassVar[int] = 1

    @property
    def revision(self) -> str:
        """Changes with the composer, the renderer and the pack."""
        return revision_of("oracle", self.pack)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """The scenes as pictures; a prompt that asks for something else is not drawn."""
        return [timed(self._draw_one, prompt, seed) for prompt in prompts]

    def _draw_one(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        try:
            series = series_in(prompt, pack=self.pack, size=self.size)
        except BadInput as error:
            return Missing(str(error), "absent")
        pack = load_pack(self.pack)
        scene = scene_for(prompt, seed, pack=pack, series=series)
        return Drawing(draw(scene, pack).rgb, details={"scene": scene.key})


model = SceneOracle
