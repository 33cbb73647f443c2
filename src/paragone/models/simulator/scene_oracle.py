"""Draws the scene that a PaintSkills prompt asks for: the perfect answer, from our own simulator."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Role
from paragone.core.types import Drawing, Prompt
from paragone.models.simulator._scenes import SceneModel
from paragone.scenes.compose import Series
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import scene_for


@dataclass(frozen=True, slots=True)
class SceneOracle(SceneModel):
    """Seed 0 draws the very scene that the prompt was written for, any other seed another scene like it."""

    pack: str = "procedural"
    size: int = 256

    role: ClassVar[Role] = "ceiling"
    kind_of_scene: ClassVar[str] = "oracle"

    def drawing(self, prompt: Prompt, seed: int, series: Series) -> Drawing:
        """The scene as a picture."""
        pack = load_pack(self.pack)
        scene = scene_for(prompt, seed, pack=pack, series=series)
        return Drawing(draw(scene, pack).rgb, details={"scene": scene.key})


model = SceneOracle
