"""Draws some other prompt's scene of the same skill: the floor that chance reaches, as in DALL-Eval."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.errors import BadInput
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.simulator._scenes import revision_of, timed
from paragone.scenes.compose import Series, full_size, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.packs import load_pack
from paragone.scenes.request import chance_for, series_in


@dataclass(frozen=True, slots=True)
class SceneShuffled:
    """Any scene of the prompt's series with equal chance; by luck it may be one that fits."""

    pack: str = "procedural"
    size: int = 256

    name: ClassVar[str] = "scene_shuffled"
    batch: ClassVar[int] = 8
    threads: ClassVar[int] = 1

    @property
    def revision(self) -> str:
        """Changes with the composer, the renderer and the pack."""
        return revision_of("shuffled", self.pack)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """Scenes of other prompts as pictures."""
        return [timed(self._draw_one, prompt, seed) for prompt in prompts]

    def _draw_one(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        try:
            series = series_in(prompt, pack=self.pack, size=self.size)
        except BadInput as error:
            return Missing(str(error), "absent")
        pack = load_pack(self.pack)
        scene = scene_at(series, self.number(prompt, seed, series), pack)
        return Drawing(draw(scene, pack).rgb, details={"scene": scene.key, "text": scene.text})

    def number(self, prompt: Prompt, seed: int, series: Series) -> int:
        """Which scene of the series is drawn for a prompt."""
        return int(chance_for(prompt, "shuffle", seed).integers(full_size(series)))


model = SceneShuffled
