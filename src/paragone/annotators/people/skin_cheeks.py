"""Skin tone of each face from its cheeks: CIELAB, ITA and Monk tones, with the colour of the light taken out or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from paragone.annotators._networks.boxes import fact
from paragone.annotators.people._cheeks import cheek_pixels, eye_white_pixels, is_grey
from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt
from paragone.stats.skin import grey_world, ita, lab_of, monk_tone, relit, shades_of_grey, white_patch
from paragone.stats.skin.lab import Array, encoded, linear

LEAST_SKIN = 40  # pixels of cheek
BURNT = 250  # levels: where all three channels end, their difference is gone
OVEREXPOSED, COLOURLESS = "the cheeks are overexposed", "the face is black and white"


@dataclass(frozen=True, slots=True)
class SkinCheeks(Annotator):
    """For each face of `face_mesh` its `tone` (CIEDE2000) and `tone_dalleval` (ITA), 1 to 10, or the `reason` why not.

    `light` says how the colour of the light is guessed: not at all (`as_seen`), from the whole image (`grey_world`,
    `shades_of_grey`), or from the whites of the eyes, where there are enough of them. How strong the light was cannot
    be known from one image: a face in shadow is seen as darker.
    """

    light: Literal["as_seen", "grey_world", "shades_of_grey", "eye_whites"] = "as_seen"
    needs: ClassVar[tuple[str, ...]] = ("face_mesh",)
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}

    @property
    def version(self) -> str:
        """Of this code and the guess."""
        return f"2-{self.light}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The faces of each image, as `face_mesh` lists them."""
        pairs = zip(pictures, facts, strict=True)
        return [{"boxes": self._faces(picture.pixels, known["face_mesh"]["boxes"])} for picture, known in pairs]

    def _faces(self, pixels: Pixels, meshes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return [fact("skin", mesh["score"], mesh["box"], **self._skin(pixels, mesh)) for mesh in meshes]

    def _skin(self, pixels: Pixels, mesh: Mapping[str, Any]) -> Mapping[str, Any]:
        points = np.array(mesh["points"], np.float64)
        skin = cheek_pixels(pixels, points)
        if len(skin) < LEAST_SKIN:
            return {"reason": f"{len(skin)} pixels of cheek are in the image; it takes {LEAST_SKIN}"}
        if is_grey(skin):
            is_burnt = float(np.median(skin)) >= BURNT
            return {"reason": f"{OVEREXPOSED if is_burnt else COLOURLESS}: no skin colour can be told"}
        by = gains_of(pixels, points, self.light)
        if by is None:
            return {"reason": "the whites of the eyes cannot be seen, so the light cannot be told by them"}
        return tones_of(mean_colour(skin), by)


def gains_of(pixels: Pixels, points: Array, light: str) -> Array | None:
    """What red, green and blue light are to be multiplied by; None where the guess has nothing to go by."""
    if light == "grey_world":
        return grey_world(pixels)
    if light == "shades_of_grey":
        return shades_of_grey(pixels)
    if light == "eye_whites":
        whites = eye_white_pixels(pixels, points)
        return white_patch(whites) if len(whites) else None
    return np.ones(3)


def mean_colour(skin: Pixels) -> Array:
    """The mean of the middle half by brightness, as light: highlights, hair and shadow lie outside of it."""
    order = np.argsort(skin.sum(axis=1, dtype=np.int64), kind="stable")
    middle = order[len(order) // 4 : max(len(order) - len(order) // 4, len(order) // 4 + 1)]
    return encoded(linear(skin[middle]).mean(axis=0))


def tones_of(rgb: Array, by: Array) -> Mapping[str, Any]:
    """The colour, and its tones by both rules."""
    colour = relit(rgb, by)
    lab = lab_of(colour)
    return {
        "rgb": [round(float(part), 1) for part in colour],
        "lab": [round(float(part), 2) for part in lab],
        "ita": round(float(ita(lab)), 2),
        "tone": monk_tone(lab),
        "tone_dalleval": monk_tone(lab, "dalleval"),
    }


annotator = SkinCheeks
