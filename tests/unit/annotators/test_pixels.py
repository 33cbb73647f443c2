import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.annotators.pixels.box_counts import DARK
from paragone.annotators.pixels.pixels import SURELY_GREY, PixelFacts, phash
from paragone.core.components import Annotator
from paragone.core.types import Facts, Picture, Pixels
from paragone.images.grey import grey_of

ANNOTATOR: Annotator = PixelFacts()


def look(pixels: Pixels) -> Facts:
    (facts,) = ANNOTATOR.look([Picture(pixels, content="", format="PNG", mode="P", byte_count=99)], [])
    assert isinstance(facts, dict)
    return facts


def flat(*colour: int) -> Pixels:
    return np.full((40, 50, 3), colour, np.uint8)


def scene(seed: int, height: int = 64, width: int = 64) -> Pixels:
    """A smooth picture: four waves of chance direction and colour."""
    rng = np.random.default_rng(seed)
    down, across = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    waves = sum(
        rng.normal(size=3)
        * np.sin(rng.uniform(2, 12) * down + rng.uniform(2, 12) * across + rng.uniform(0, 6))[..., None]
        for _ in range(4)
    )
    return np.asarray(128 + 40 * waves).clip(0, 255).astype(np.uint8)


def distance(one: Pixels, other: Pixels) -> int:
    return (int(phash(one), 16) ^ int(phash(other), 16)).bit_count()


def test_facts_are_those_the_columns_promise() -> None:
    facts = look(flat(10, 20, 30))
    assert list(facts) == list(ANNOTATOR.columns)
    assert {name: facts[name] for name in ("width", "height", "format", "mode", "byte_count")} == {
        "width": 50,
        "height": 40,
        "format": "PNG",
        "mode": "P",
        "byte_count": 99,
    }


def test_mean_colour_is_the_mean_of_each_channel() -> None:
    pixels = flat(0, 0, 0)
    pixels[:10] = (200, 100, 40)  # a quarter of the rows
    facts = look(pixels)
    assert (facts["mean_red"], facts["mean_green"], facts["mean_blue"]) == (50.0, 25.0, 10.0)


def test_blank_is_one_colour_and_black_is_no_grey_at_all() -> None:
    assert (look(flat(0, 0, 0))["is_blank"], look(flat(0, 0, 0))["is_black"]) == (True, True)
    assert (look(flat(9, 8, 7))["is_blank"], look(flat(9, 8, 7))["is_black"]) == (True, False)
    dotted = flat(0, 0, 0)
    dotted[39, 49] = (255, 255, 255)
    assert (look(dotted)["is_blank"], look(dotted)["is_black"]) == (False, False)
    faint = flat(0, 0, 0)
    faint[0, 0] = (1, 0, 4)  # 0.299 + 4 x 0.114 = 0.755 rounds to 1
    assert (look(faint)["is_blank"], look(faint)["is_black"]) == (False, False)
    faint[0, 0] = (1, 0, 1)  # 0.299 + 0.114 = 0.413 rounds to 0, so to HEIM this image is black
    assert (look(faint)["is_blank"], look(faint)["is_black"]) == (False, True)


@pytest.mark.parametrize("channel", range(3))
def test_what_surely_has_a_grey_value_has_one(channel: int) -> None:
    pixel = np.zeros((1, 1, 3), np.uint8)
    pixel[..., channel] = SURELY_GREY
    assert grey_of(pixel).item() > 0
    assert look(pixel)["is_black"] is False


def test_facts_are_those_of_plain_arithmetic() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (37, 53, 3), dtype=np.uint8)
    facts = look(pixels)
    assert [facts[f"mean_{name}"] for name in ("red", "green", "blue")] == pixels.mean(axis=(0, 1)).tolist()
    assert [level for level in range(256) if level < DARK] == [level for level in range(256) if level / 255.0 < 0.2]


def test_grey_is_opencvs() -> None:
    # 0.299 x 200 + 0.587 x 100 + 0.114 x 50 = 59.8 + 58.7 + 5.7 = 124.2
    assert grey_of(np.array([[[200, 100, 50], [255, 255, 255], [0, 0, 0]]], np.uint8)).tolist() == [[124, 255, 0]]


def test_a_flat_image_hashes_to_zero_whatever_its_colour() -> None:
    assert phash(flat(0, 0, 0)) == phash(flat(7, 99, 250)) == "0" * 16


def test_the_first_and_last_bit_are_the_lowest_and_highest_frequencies() -> None:
    # A 32 x 32 picture of two cosines has two coefficients that are not 0 but for rounding: frequencies (1, 1) are the
    # first bit, (8, 8) the last. Taken away from the grey instead of added, they are the lowest, and no bit.
    low = np.cos(np.pi / 32 * 1 * (np.arange(32) + 0.5))
    high = np.cos(np.pi / 32 * 8 * (np.arange(32) + 0.5))
    for sign, bit in ((60, 1), (-60, 0)):
        picture = np.rint(128 + sign * np.outer(low, low) + sign * np.outer(high, high)).astype(np.uint8)
        digits = int(phash(np.repeat(picture[:, :, None], 3, axis=2)), 16)
        assert (digits >> 63, digits & 1) == (bit, bit)


def test_half_the_bits_are_set() -> None:
    assert [int(phash(scene(seed)), 16).bit_count() for seed in range(5)] == [32] * 5


def test_brightness_size_and_noise_move_few_bits_and_another_picture_many() -> None:
    rng = np.random.default_rng(1)
    for seed in range(8):
        noisy = (scene(seed).astype(int) + rng.integers(-6, 7, (64, 64, 3))).clip(0, 255).astype(np.uint8)
        assert distance(scene(seed), (scene(seed) // 2 + 60).astype(np.uint8)) <= 10
        assert distance(scene(seed), scene(seed, 200, 200)) <= 10
        assert distance(scene(seed), noisy) <= 12
        assert distance(scene(seed), scene(seed + 100)) >= 16


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 1000))
def test_a_hash_is_sixteen_digits(seed: int) -> None:
    digits = phash(np.random.default_rng(seed).integers(0, 256, (9, 11, 3), dtype=np.uint8))
    assert len(digits) == 16
    assert 0 <= int(digits, 16) < 2**64
