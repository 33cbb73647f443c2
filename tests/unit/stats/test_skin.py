"""HEIM's pixel rule, CIELAB and CIEDE2000, Monk tones, and the colour of the light."""

import numpy as np
import numpy.typing as npt
import pytest
from skimage.color import deltaE_ciede2000, rgb2lab

from paragone.stats.skin import (
    MONK_LAB,
    MONK_RGB,
    ciede2000,
    grey_world,
    heim_tone,
    is_skin,
    lab_of,
    monk_tone,
    relit,
    shades_of_grey,
    white_patch,
)
from paragone.stats.skin.heim import nearest_by_l1


def theirs_apart(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.asarray(deltaE_ciede2000(one, other))  # type: ignore[no-untyped-call]


def all_colours(red: int) -> npt.NDArray[np.uint8]:
    rest = np.stack(np.meshgrid(np.arange(256), np.arange(256), indexing="ij"), axis=-1)
    return np.concatenate([np.full((256, 256, 1), red), rest], axis=-1).astype(np.uint8)


def test_which_monk_colours_heims_rule_takes_for_skin() -> None:
    assert is_skin(MONK_RGB).tolist() == [False] * 3 + [True] * 4 + [False] * 3


def test_so_many_of_all_colours_are_skin_and_so_many_of_each_tone() -> None:
    tones = np.zeros(10, int)
    for red in range(96, 256):  # redder than 95 is the rule's first test
        colours = all_colours(red)
        skin = colours[is_skin(colours)].astype(np.int64)
        if len(skin):
            nearest = np.abs(skin[:, None] - MONK_RGB.astype(np.int64)).sum(axis=2).argmin(axis=1)
            tones += np.bincount(nearest, minlength=10)
    assert not is_skin(all_colours(95)).any()
    assert tones.sum() == 694_781
    assert tones.tolist() == [2260, 5515, 9569, 58489, 223858, 220682, 147597, 26811, 0, 0]


def test_an_images_tone_is_that_of_its_skin_pixels_alone() -> None:
    pixels = np.zeros((4, 4, 3), np.uint8)
    assert heim_tone(pixels) is None
    pixels[0, :2] = (160, 126, 86)
    assert heim_tone(pixels) == 6
    assert nearest_by_l1((130, 92, 67)) == 7


def test_the_code_of_2022_compares_blue_with_red() -> None:
    # (150, 110, 90) is 30 from tone 6 and 61 from tone 7; backwards it is 150 from tone 6 and 141 from tone 7.
    pixels = np.full((2, 2, 3), (150, 110, 90), np.uint8)
    assert is_skin(pixels).all()
    assert heim_tone(pixels) == 6
    assert heim_tone(pixels, swapped=True) == 7


def test_lab_and_ciede2000_are_those_of_scikit_image() -> None:
    rng = np.random.default_rng(0)
    colours = rng.integers(0, 256, (500, 3))
    ours, theirs = lab_of(colours), rgb2lab(colours[None] / 255)[0]
    assert np.abs(ours - theirs).max() < 0.02  # their white has four digits
    pairs = theirs[:250], theirs[250:]
    assert ciede2000(*pairs) == pytest.approx(theirs_apart(*pairs), abs=1e-6)
    greys = lab_of([[10, 10, 10], [200, 200, 200]])
    assert ciede2000(greys[0], greys[1]) == pytest.approx(theirs_apart(greys[0], greys[1]), abs=1e-6)


@pytest.mark.parametrize(
    ("one", "other", "apart"),  # Sharma, Wu and Dalal 2005, table 1
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_published_pairs_of_ciede2000(one: tuple[float, ...], other: tuple[float, ...], apart: float) -> None:
    assert float(ciede2000(one, other)) == pytest.approx(apart, abs=5e-5)


def test_monk_colours_are_their_own_tones_and_ours_are_the_papers() -> None:
    assert np.asarray(monk_tone(lab_of(MONK_RGB))).tolist() == list(range(1, 11))
    assert np.asarray(monk_tone(MONK_LAB, "dalleval")).tolist() == list(range(1, 11))
    assert np.abs(lab_of(MONK_RGB) - MONK_LAB).max() < 0.05
    assert monk_tone(MONK_LAB[3]) == 4


def test_protocols_differ_and_others_are_refused() -> None:
    # A pale blueish grey: ITA is negative because b* is, so DALL-Eval's rule calls it dark.
    pale = lab_of([220, 224, 232])
    assert monk_tone(pale) == 1
    assert monk_tone(pale, "dalleval") == 10
    with pytest.raises(ValueError, match="no protocol"):
        monk_tone(pale, "monk")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="last axis"):
        monk_tone([1.0, 2.0])


def test_a_coloured_light_is_taken_back_exactly_where_the_guess_is_right() -> None:
    rng = np.random.default_rng(1)
    true = rng.integers(30, 160, (400, 3)).astype(np.float64)
    light = np.array([1.3, 1.0, 1 / 1.3])
    seen = relit(true, light)
    for guess in (grey_world, shades_of_grey):
        # The guess on the lit image, less the guess on the same image under white light, is the light.
        assert guess(seen) / guess(true) == pytest.approx(1 / light, rel=1e-6)
    assert relit(seen, white_patch(relit([[200, 200, 200]], light))) == pytest.approx(true, abs=1e-6)


def test_no_light_is_guessed_from_black_or_from_one_pure_colour() -> None:
    assert grey_world(np.zeros((3, 3, 3))).tolist() == [1, 1, 1]
    assert shades_of_grey(np.full((3, 3, 3), (255, 1, 1))).tolist() == [1, 1, 1]
