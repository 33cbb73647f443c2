"""The ground of each background."""

import numpy as np

from paragone.scenes.rendering._above import studio as roll
from paragone.scenes.rendering._noise import cell_noise, clouded
from paragone.scenes.rendering._panorama import WALL, Floats, Panorama, colour, far, mix, speckle, step


def meadow(view: Panorama) -> Floats:
    """Green grass with pale flowers."""
    grass = mix(
        colour("#4c8c2b"), colour("#86bb3f"), 0.5 + 0.7 * speckle(view, 1.4, 11) + 0.6 * speckle(view, 0.09, 12)
    )
    across, along = view.right * 3, view.ahead * 3
    has_flower = cell_noise(np.floor(across).astype(np.int64), np.floor(along).astype(np.int64), 13) > 0.93
    is_petal = np.hypot(across % 1 - 0.5, along % 1 - 0.5) < 0.22
    return mix(grass, colour("#f7f0b8"), 0.9 * (has_flower & is_petal))


def desert(view: Panorama) -> Floats:
    """Orange sand in ripples."""
    wave = np.sin(view.ahead * 5 + 5 * clouded(view.right / 3, view.ahead / 3, 23) + view.right)
    ripple = wave / (1 + (view.ahead / 14) ** 2)
    return mix(colour("#cf9550"), colour("#ecc07c"), 0.5 + 0.28 * ripple + 0.5 * speckle(view, 2.5, 24))


def snow(view: Panorama) -> Floats:
    """White ground with blue hollows."""
    return mix(
        colour("#c3d5e8"), colour("#fbfcfe"), 0.62 + 0.8 * speckle(view, 3.0, 33) + 0.12 * speckle(view, 0.1, 34)
    )


def beach(view: Panorama) -> Floats:
    """Pale sand, a line of foam, and the sea up to the horizon."""
    sand = mix(colour("#e2cd9d"), colour("#f4e6c1"), 0.5 + 0.6 * speckle(view, 1.2, 41) + 0.5 * speckle(view, 0.06, 42))
    edge = view.ahead - 17 - 2.5 * clouded(view.right / 7, view.right * 0, 43)
    swell = np.sin(view.ahead * 1.1 + 4 * clouded(view.right / 9, view.ahead / 3, 44)) / (1 + view.ahead / 60)
    water = mix(colour("#39b3b8"), colour("#155a9c"), step(view.ahead, 16, 110))
    water = mix(water, colour("#dff2f2"), 0.9 * step(swell, 0.55, 0.8))
    wet = mix(sand, colour("#a98f63"), step(edge, -1.6, -0.4))
    ground = mix(wet, water, step(edge, -0.1, 0.1))
    foam = np.exp(-((edge - 0.4) ** 2) / 0.5) * (0.5 + clouded(view.right, view.ahead, 45))
    return mix(ground, colour("#ffffff"), foam)


def road(view: Panorama) -> Floats:
    """A dark road ahead with a broken white line, and grass on both sides."""
    grass = mix(colour("#6f8442"), colour("#98a35a"), 0.5 + 0.7 * speckle(view, 1.0, 52))
    tarmac = mix(colour("#45474b"), colour("#5d6064"), 0.5 + 0.5 * speckle(view, 0.07, 53) + 0.4 * speckle(view, 2, 54))
    aside = np.abs(view.right)
    ground = mix(grass, colour("#a3977f"), 1 - step(aside, 5.9, 6.5))
    ground = mix(ground, tarmac, 1 - step(aside, 5.3, 5.45))
    dash = (aside < 0.11) & ((view.ahead % 6) < 3.2)
    edge = np.abs(aside - 4.9) < 0.10
    return mix(ground, colour("#eceae2"), 0.95 * (dash | edge))


def sunset(view: Panorama) -> Floats:
    """Dark land with the last light on it."""
    land = mix(colour("#4a2f3f"), colour("#7d4c45"), 0.5 + 0.7 * speckle(view, 1.5, 63) + 0.4 * speckle(view, 0.1, 64))
    shine = np.exp(-((view.azimuth - 7) ** 2) / 60) * far(view, 20)
    return mix(land, colour("#d98a55"), 0.6 * shine)


def mountain(view: Panorama) -> Floats:
    """Grey soil with flat stones."""
    stones = clouded(view.right * 2.2, view.ahead * 2.2, 75)
    soil = mix(colour("#6d6a5a"), colour("#8d8974"), 0.5 + 0.8 * speckle(view, 0.8, 76))
    return mix(soil, colour("#b5b3aa"), step(stones, 0.62, 0.68) * (1 - far(view, 25)))


def forest(view: Panorama) -> Floats:
    """A brown floor with fallen leaves and moss."""
    floor = mix(
        colour("#4b3a22"), colour("#7d6034"), 0.5 + 0.8 * speckle(view, 0.7, 85) + 0.7 * speckle(view, 0.08, 86)
    )
    return mix(floor, colour("#4d6b2a"), 0.8 * step(clouded(view.right / 2, view.ahead / 2, 87), 0.55, 0.7))


def plaza(view: Panorama) -> Floats:
    """Large pale flagstones."""
    size = 1.5
    row, column = view.ahead / size, view.right / size
    tile = cell_noise(np.floor(column).astype(np.int64), np.floor(row).astype(np.int64), 91)
    stone = mix(colour("#b8b1a4"), colour("#d6d0c4"), tile + 0.3 * speckle(view, 0.2, 92))
    wide = 0.012 + far(view, 40) * 0.03
    joint = (np.abs(row % 1 - 0.5) > 0.5 - wide) | (np.abs(column % 1 - 0.5) > 0.5 - wide)
    strength = 0.7 / (1 + (view.ahead / 30) ** 2)
    return mix(stone, colour("#7f786c"), joint * strength)


def overcast(view: Panorama) -> Floats:
    """A ploughed brown field."""
    furrow = np.sin(view.right * 7.5 + 1.2 * clouded(view.right / 2, view.ahead / 5, 96)) / (1 + (view.ahead / 22) ** 2)
    return mix(colour("#4e4438"), colour("#85765f"), 0.5 + 0.32 * furrow + 0.7 * speckle(view, 0.5, 97))


def room(view: Panorama) -> Floats:
    """Boards of brown wood."""
    plank = view.right / 0.32
    board = np.floor(plank).astype(np.int64)
    piece = np.floor(view.ahead / 2.4 + cell_noise(board, board * 0, 101) * 3).astype(np.int64)
    tone = cell_noise(board, piece, 102) + 0.5 * clouded(view.right * 9, view.ahead / 1.5, 103) - 0.25
    is_seam = np.abs(plank % 1 - 0.5) > 0.5 - 0.035
    wood = mix(colour("#8a5a33"), colour("#b98350"), tone)
    return mix(wood, colour("#4f321c"), 0.7 * is_seam / (1 + (view.ahead / 25) ** 2))


def brickwall(view: Panorama) -> Floats:
    """Grey paving slabs."""
    is_joint = (np.abs(view.ahead / 2 % 1 - 0.5) > 0.488) | (np.abs(view.right / 2 % 1 - 0.5) > 0.488)
    grain = 0.6 * speckle(view, 0.9, 113) + 0.5 * speckle(view, 0.06, 114)
    return mix(mix(colour("#8d8d8b"), colour("#a9a8a4"), 0.5 + grain), colour("#5f5f5e"), 0.8 * is_joint)


def studio(view: Panorama) -> Floats:
    """A lit floor that bends up into the paper roll without an edge."""
    pool = np.exp(-((view.right / 5.5) ** 2) - ((view.ahead - 10) / 6.5) ** 2)
    floor = mix(colour("#9aa2ad"), colour("#f2f4f6"), pool)
    return mix(floor, roll(view), step(view.ahead, WALL - 6, WALL))
