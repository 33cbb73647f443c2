"""Draws some other prompt's scene of the same skill: the floor that chance reaches, as in DALL-Eval."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Role
from paragone.core.types import Drawing, Prompt
from paragone.models.simulator._scenes import SceneModel
from paragone.scenes.compose import Series, full_size, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import chance_for


@dataclass(frozen=True, slots=True)
class SceneShuffled(SceneModel):
    """Any scene of the prompt's series with equal chance; by luck it may be one that fits."""

    pack: str = "procedural"
    size: int = 256

    role: ClassVar[Role] = "floor"
    kind_of_scene: ClassVar[str] = "shuffled"

    def drawing(self, prompt: Prompt, seed: int, series: Series) -> Drawing:
        """Another prompt's scene as a picture."""
        pack = load_pack(self.pack)
        scene = scene_at(series, self.number(prompt, seed, series), pack)
        return Drawing(draw(scene, pack).rgb, details={"scene": scene.key, "text": scene.text})

    def number(self, prompt: Prompt, seed: int, series: Series) -> int:
        """Which scene of the series is drawn for a prompt."""
        return int(chance_for(prompt, "shuffle", seed).integers(full_size(series)))


model = SceneShuffled
