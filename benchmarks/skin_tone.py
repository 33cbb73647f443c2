"""How many Monk steps off is each way to tell skin tone, on surfaces of known colour under known light?

    python benchmarks/skin_tone.py [--seed 0]

A face-like surface (half an ellipsoid with two eyes, whites and irises) of each Monk colour stands before a grey-brown
room, shaded by one directional light and some from all sides; light, exposure and noise are known. The mesh is
given, not detected: this measures the colour, and not the finding of faces.
"""

import argparse
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from paragone.annotators.faces.face_mesh import CHEEKS
from paragone.annotators.people._cheeks import IRISES, LIDS
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.stats.skin import MONK_RGB, heim_tone
from paragone.stats.skin.lab import encoded, linear

Image = npt.NDArray[np.float64]
SIDE = 256
CHEEK_AT, EYE_AT = ((88, 158), (168, 158)), ((92, 104), (164, 104))
LIGHTS: Mapping[str, tuple[float, float, float]] = {
    "white": (1.0, 1.0, 1.0),
    "warm": (1.15, 1.0, 0.65),
    "cold": (0.8, 1.0, 1.25),
}
SHADES = {"even": (0.0, 1.0), "from the side": (0.7, 1.0), "underexposed": (0.0, 0.6)}


def mesh() -> list[list[float]]:
    """478 points of which those that are read lie around cheeks, lids and irises."""
    points = np.zeros((478, 3))
    for groups, places, radius in ((CHEEKS, CHEEK_AT, 22), (LIDS, EYE_AT, 18), (IRISES, EYE_AT, 7)):
        for group, (x, y) in zip(groups, places, strict=True):
            angle = np.linspace(0, 2 * np.pi, len(group), endpoint=False)
            points[list(group), 0], points[list(group), 1] = x + radius * np.cos(angle), y + radius * np.sin(angle)
    found: list[list[float]] = points.tolist()
    return found


def rendered(tone: int, light: str, shade: str, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """The surface under that light: Lambert's law, `side` of the light from the left, the rest from everywhere."""
    side, exposure = SHADES[shade]
    rows, columns = np.mgrid[:SIDE, :SIDE].astype(np.float64)
    x, y = (columns - 128) / 88, (rows - 128) / 112
    inside = x**2 + y**2 < 1
    z = np.sqrt(np.clip(1 - x**2 - y**2, 0, 1))
    facing = np.clip(-0.6 * x + 0.8 * z, 0, 1)
    strength = exposure * (side * facing + (1 - side))
    albedo: Image = np.full((SIDE, SIDE, 3), 0.18) * (1 + 0.3 * np.sin(columns / 17)[..., None])
    albedo[inside] = linear(MONK_RGB[tone - 1])
    for at in EYE_AT:
        apart = np.hypot(columns - at[0], rows - at[1])
        albedo[apart < 20], albedo[apart < 8] = 0.6, 0.03
    lit = albedo * np.where(inside, strength, exposure)[..., None] * np.array(LIGHTS[light])
    return np.rint(np.clip(encoded(lit) + rng.normal(0, 3, lit.shape), 0, 255)).astype(np.uint8)


def errors(light: str, shade: str, rng: np.random.Generator) -> dict[str, tuple[float, int]]:
    """For each way the mean error in Monk steps over the ten tones, and how many had no tone."""
    ways = ["heim", *(f"{light} {rule}" for light in ("as_seen", "grey_world", "shades_of_grey", "eye_whites")
                      for rule in ("strict", "dalleval"))]  # fmt: skip
    steps: dict[str, list[int]] = {way: [] for way in ways}
    known = {"face_mesh": {"boxes": [{"score": 1.0, "box": [40, 16, 216, 240], "points": mesh()}]}}
    for tone in range(1, 11):
        pixels = rendered(tone, light, shade, rng)
        found = heim_tone(pixels)
        if found is not None:
            steps["heim"].append(abs(found - tone))
        for guess in ("as_seen", "grey_world", "shades_of_grey", "eye_whites"):
            annotator = make("annotators", "skin_cheeks", {"light": guess})
            seen = annotator.look([Picture(pixels, "", "PNG", "RGB", 1)], [], [known])[0]["boxes"][0]
            if "tone" in seen:
                steps[f"{guess} strict"].append(abs(seen["tone"] - tone))
                steps[f"{guess} dalleval"].append(abs(seen["tone_dalleval"] - tone))
    return {way: (float(np.mean(few)) if few else np.nan, 10 - len(few)) for way, few in steps.items()}


def main() -> None:
    """Print the table of docs/bias.md: mean error in Monk steps, and in brackets tones that got none."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=0)
    rng = np.random.default_rng(options.parse_args().seed)
    cases = {(light, shade): errors(light, shade, rng) for light in LIGHTS for shade in SHADES}
    print("| way | " + " | ".join(f"{light}, {shade}" for light, shade in cases) + " |")
    print("|---" * (len(cases) + 1) + "|")
    for way in next(iter(cases.values())):
        cells = [
            f"{mean:.1f}" + (f" ({lost})" if lost else "") for mean, lost in (found[way] for found in cases.values())
        ]
        print(f"| {way} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
