"""What stands above the ground of each background: skies, hills, houses and walls."""

import numpy as np

from paragone.scenes.rendering._noise import cell_noise, clouded
from paragone.scenes.rendering._panorama import Floats, Panorama, colour, mix, on_wall, ridge, sky, step


def meadow(view: Panorama) -> Floats:
    """A blue sky with white clouds over green hills."""
    above = sky(view, "#3f86d8", "#b9dcf2", cover=0.45, seed=3)
    return mix(above, colour("#5f9a4f"), step(ridge(view, low=0.4, high=2.6, width=9, seed=5), 0, 0.08))


def desert(view: Panorama) -> Floats:
    """Dunes under a pale hot sky."""
    above = sky(view, "#8fc0dc", "#f3e3c3", cover=0.0, seed=4)
    for low, high, paint, seed in ((1.5, 6.5, "#dba564", 21), (0.4, 3.4, "#c98a48", 22)):
        under = ridge(view, low=low, high=high, width=22, seed=seed)
        shade = mix(colour(paint), colour("#f0c98a"), step(under, 0, 2.2) * 0.5)
        above = mix(above, shade, step(under, 0, 0.06))
    return above


def snow(view: Panorama) -> Floats:
    """Dark firs under a pale grey-blue sky."""
    above = sky(view, "#8fa9c4", "#dfe8f0", cover=0.5, seed=6)
    under = ridge(view, low=0.8, high=2.2, width=14, seed=31)
    firs = 1.9 * np.abs((view.azimuth * 0.9 + clouded(view.azimuth, view.azimuth * 0, 32)) % 1 - 0.5)
    return mix(above, colour("#2f4a46"), step(under - 1.1 * firs, 0, 0.12))


def beach(view: Panorama) -> Floats:
    """A clear summer sky."""
    return sky(view, "#4f9fe0", "#cfe9f5", cover=0.3, seed=7)


def road(view: Panorama) -> Floats:
    """A cloudy sky over low hills."""
    above = sky(view, "#5b93cf", "#d6e4ee", cover=0.6, seed=8)
    return mix(above, colour("#6b8579"), step(ridge(view, low=0.5, high=3.0, width=16, seed=51), 0, 0.08))


def sunset(view: Panorama) -> Floats:
    """A low sun in a red and violet sky."""
    glow = mix(colour("#ffb347"), colour("#d4496a"), step(view.elevation, 0, 9))
    above = mix(glow, colour("#3d2a66"), step(view.elevation, 6, 24))
    height = np.maximum(view.elevation, 0) + 3
    band = clouded(view.azimuth / height, 40 / height, 61, octaves=5)
    above = mix(above, colour("#6b2f5c"), 0.75 * step(band, 0.52, 0.72))
    away = np.hypot(view.azimuth - 7, view.elevation - 2.6)
    above = mix(above, colour("#ffe9a8"), np.exp(-((away / 3.2) ** 2)) * 0.9)
    above = mix(above, colour("#fff7dc"), 1 - step(away, 0.8, 1.7))
    return mix(above, colour("#2c1d3a"), step(ridge(view, low=0.2, high=2.4, width=12, seed=62), 0, 0.06))


def mountain(view: Panorama) -> Floats:
    """Snow-capped peaks behind blue and green ridges."""
    above = sky(view, "#2f6fc0", "#a9cdea", cover=0.2, seed=9)
    tooth = 1 - np.abs(2 * clouded(view.azimuth / 11 + 3, np.full_like(view.azimuth, 7.7), 71, octaves=6) - 1)
    peaks = 1.5 + 8.0 * (tooth - 0.35) - view.elevation
    crag = clouded(view.azimuth * 1.3, view.elevation * 0.7, 72)
    rock = mix(colour("#4f5a69"), colour("#8b95a3"), step(crag, 0.35, 0.65))
    white = step(view.elevation + 4 * (crag - 0.5), 3.6, 4.2)
    above = mix(above, mix(rock, colour("#f7fafd"), white), step(peaks, 0, 0.08))
    above = mix(above, colour("#4a6377"), step(ridge(view, low=1.0, high=3.4, width=9, seed=73), 0, 0.08))
    return mix(above, colour("#3c5a4c"), step(ridge(view, low=0.3, high=2.2, width=5, seed=74), 0, 0.08))


def forest(view: Panorama) -> Floats:
    """Three rows of trunks under dark leaves."""
    leaf = clouded(view.azimuth * 1.6, view.elevation * 1.6, 81)
    above = mix(colour("#1f3a1c"), colour("#5f8f3a"), step(leaf, 0.35, 0.72))
    above = mix(colour("#93ad7a"), above, step(view.elevation + 6 * (leaf - 0.5), 2.0, 6.5))
    for spacing, wide, paint, seed in (
        (1.1, 0.13, "#5d6a4f", 82),
        (2.3, 0.40, "#4a3d2c", 83),
        (5.2, 1.1, "#33261a", 84),
    ):
        place = view.azimuth / spacing
        column = np.floor(place)
        shift = cell_noise(column.astype(np.int64), np.zeros(column.shape, np.int64), seed)
        off = np.abs(place - column - 0.25 - 0.5 * shift) * spacing
        bark = colour(paint) * (0.75 + 0.5 * clouded(view.azimuth * 6, view.elevation * 1.2, seed))[..., None]
        above = mix(above, bark, 1 - step(off, wide * 0.4, wide * 0.5))
    # bushes hide the feet of the trunks: bare, they were taken for a bedstead
    bush = mix(
        colour("#2f4a22"), colour("#6d9440"), step(clouded(view.azimuth * 2.5, view.elevation * 2.5, 88), 0.3, 0.7)
    )
    return mix(above, bush, step(ridge(view, low=0.6, high=4.5, width=3.5, seed=89), 0, 0.25))


def plaza(view: Panorama) -> Floats:
    """A row of painted houses."""
    above = sky(view, "#6fa8dc", "#dcebf5", cover=0.35, seed=10)
    return _houses(view, above)


def _houses(view: Panorama, above: Floats) -> Floats:
    paints = np.stack([colour(c) for c in ("#d9b38c", "#c98f7a", "#e3d3a6", "#b7a9a0", "#d4a373", "#a8b5b2")])
    place = view.azimuth / 5.5
    house = np.floor(place).astype(np.int64)
    pick = cell_noise(house, house * 0, 93)
    roof = 4.0 + 3.6 * cell_noise(house, house * 0, 94)
    walls = paints[np.floor(pick * len(paints)).astype(np.int64)]
    across, up = (place - house) * 4, view.elevation / 2.0
    is_window = (np.abs(across % 1 - 0.5) < 0.2) & (np.abs(up % 1 - 0.5) < 0.28) & (view.elevation < roof - 0.6)
    walls = mix(walls, colour("#6f7a82"), 0.55 * is_window)
    walls = mix(walls, colour("#8f4a37"), (view.elevation > roof - 0.7).astype(float))
    # in haze: with hard contrasts, detectors trained on photographs took the row of houses for chairs
    return mix(above, mix(walls, colour("#dcebf5"), np.full_like(roof, 0.3)), view.elevation < roof)


def overcast(view: Panorama) -> Floats:
    """A heavy grey sky."""
    above = sky(view, "#6f767d", "#b4b9bc", clouds="#8f969b", cover=0.9, seed=12)
    return mix(above, colour("#63686a"), step(ridge(view, low=0.2, high=1.4, width=6, seed=95), 0, 0.08))


def room(view: Panorama) -> Floats:
    """A striped wall with skirting and panelling, and two windows full of light."""
    right, up = on_wall(view)
    stripe = step(np.sin(right * 2 * np.pi / 0.9), -0.15, 0.15)
    wall = mix(colour("#c9b79a"), colour("#d8c8ad"), stripe)
    wall = mix(wall, colour("#8d9a86"), 1 - step(up, 1.28, 1.30))
    wall = mix(wall, colour("#f3efe4"), (np.abs(up - 1.33) < 0.06) | (up < 0.28))
    return _window(_window(wall, right + 3.4, up), right - 3.4, up)


def _window(wall: Floats, across: Floats, up: Floats) -> Floats:
    is_frame = (np.abs(across) < 1.35) & (np.abs(up - 3.3) < 1.55)
    is_pane = (np.abs(np.abs(across) - 0.62) < 0.52) & (np.abs(np.abs(up - 3.3) - 0.72) < 0.62)
    light = mix(colour("#dff0fb"), colour("#8fc3e8"), (up - 2.0) / 3)
    return np.where(is_pane[..., None], light, mix(wall, colour("#fbfaf6"), is_frame))


def brickwall(view: Panorama) -> Floats:
    """A red brick wall in running bond."""
    right, up = on_wall(view)
    high, long = 0.34, 0.95  # larger than life, so that the courses can be seen at this distance
    course = np.floor(up / high)
    along = right / long + 0.5 * (course % 2)
    brick = cell_noise(np.floor(along).astype(np.int64), course.astype(np.int64), 111)
    face = mix(colour("#8c3b2a"), colour("#bb6246"), brick + 0.4 * clouded(right * 3, up * 3, 112) - 0.2)
    is_mortar = (np.abs(along % 1 - 0.5) > 0.47) | (np.abs(up / high % 1 - 0.5) > 0.42)
    wall = mix(face, colour("#c9bfb2"), is_mortar)
    return mix(wall, colour("#77736d"), 1 - step(up, 0.42, 0.46))


def studio(view: Panorama) -> Floats:
    """A paper roll in soft light."""
    right, up = on_wall(view)
    spot = np.exp(-((right / 7.5) ** 2) - ((up - 3.0) / 4.5) ** 2)
    return mix(colour("#7f8896"), colour("#dfe4ea"), spot)
