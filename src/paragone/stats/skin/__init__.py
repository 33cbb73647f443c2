"""Skin tone from colours: HEIM's pixel rule, CIELAB, ITA, the Monk scale, and the colour of the light."""

from paragone.stats.skin.heim import heim_tone, is_skin
from paragone.stats.skin.lab import ciede2000, lab_of
from paragone.stats.skin.light import grey_world, relit, shades_of_grey, white_patch
from paragone.stats.skin.monk import MONK_LAB, MONK_RGB, TONES, ita, monk_tone, tone_of_ita

__all__ = [
    "MONK_LAB",
    "MONK_RGB",
    "TONES",
    "ciede2000",
    "grey_world",
    "heim_tone",
    "is_skin",
    "ita",
    "lab_of",
    "monk_tone",
    "relit",
    "shades_of_grey",
    "tone_of_ita",
    "white_patch",
]
