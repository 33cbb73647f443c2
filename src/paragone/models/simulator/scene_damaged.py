"""Draws what a PaintSkills prompt asks for, but wrongly: by one kind of damage, of a stated amount."""

from dataclasses import dataclass
from typing import cast

from paragone.core.types import Drawing, Prompt
from paragone.models.simulator._scenes import SceneModel
from paragone.scenes import damage
from paragone.scenes.compose import Series
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import chance_for, order_in, scene_for, scene_of
from paragone.scenes.spec import Scene


@dataclass(frozen=True, slots=True)
class SceneDamaged(SceneModel):
    """The oracle's scene with one kind of damage; at amount 0 it is the oracle's own picture."""

    kind: str = "drop"
    amount: float = 0.5  # 0 to 1: a chance, or for blur and noise a strength
    pack: str = "procedural"
    size: int = 256

    def __post_init__(self) -> None:
        """Refuse damage that we do not have."""
        damage.check(self.kind, self.amount)

    @property
    def kind_of_scene(self) -> str:
        """The damage and its amount."""
        return f"damaged {self.kind} {self.amount!r}"

    def drawing(self, prompt: Prompt, seed: int, series: Series) -> Drawing:
        """The damaged scene as a picture."""
        scene = self.scene(prompt, seed, series)
        image = draw(scene, load_pack(self.pack)).rgb
        if self.kind == "blur" and self.amount:
            image = damage.blurred(image, self.amount)
        if self.kind == "noise" and self.amount:
            image = damage.noisy(image, self.amount, chance_for(prompt, "noise", seed))
        return Drawing(image, details={"scene": scene.key, "text": scene.text, "things": len(scene.things)})

    def scene(self, prompt: Prompt, seed: int, series: Series) -> Scene:
        """The damaged scene itself (blur and noise come over its picture)."""
        pack, rng = load_pack(self.pack), chance_for(prompt, self.kind, seed)
        order = order_in(prompt)
        wrong = damage.damaged_order(order, cast(damage.Kind, self.kind), self.amount, rng)
        if wrong != order:
            fresh = Series(series.version, wrong.skill, series.split, series.seed, self.pack, self.size)
            return scene_of(wrong, fresh, pack=pack, rng=rng)
        scene = scene_for(prompt, seed, pack=pack, series=series)
        return damage.without_some(scene, self.amount, rng) if self.kind == "drop" else scene


model = SceneDamaged
