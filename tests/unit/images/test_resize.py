from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.core.errors import UnknownName
from paragone.core.types import Pixels
from paragone.images.resize import (
    BILINEAR_TF1,
    BILINEAR_TORCH,
    CLEAN,
    PIL_BICUBIC,
    PIL_BILINEAR,
    PIL_LANCZOS,
    POLICIES,
    ResizePolicy,
    policy_named,
    resize,
    resize_to_bytes,
)

ALL = sorted(set(POLICIES.values()), key=lambda policy: policy.name)


def picture(height: int, width: int, seed: int = 3) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def row(*values: int) -> Pixels:
    return np.repeat(np.array([values], np.uint8)[:, :, None], 3, axis=2)


def first(pixels: Pixels, width: int, policy: ResizePolicy) -> list[float]:
    return [round(float(v), 4) for v in resize(pixels, (1, width), policy=policy)[0, :, 0]]


@pytest.mark.parametrize("policy", ALL, ids=lambda policy: policy.name)
def test_the_same_size_changes_nothing(policy: ResizePolicy) -> None:
    assert np.array_equal(resize(picture(7, 5), (7, 5), policy=policy), picture(7, 5))


@pytest.mark.parametrize("policy", ALL, ids=lambda policy: policy.name)
@pytest.mark.parametrize("size", [(3, 2), (20, 31), (1, 1)])
def test_one_colour_stays_one_colour_at_any_size(policy: ResizePolicy, size: tuple[int, int]) -> None:
    flat = np.full((9, 8, 3), (250, 3, 128), np.uint8)
    found = resize(flat, size, policy=policy)
    assert found.dtype == np.float32
    assert found.shape == (*size, 3)
    assert np.abs(found - (250, 3, 128)).max() < 1e-3


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from(ALL), st.integers(0, 99))
def test_results_stay_within_bytes(height: int, width: int, policy: ResizePolicy, seed: int) -> None:
    found = resize(picture(6, 7, seed), (height, width), policy=policy)
    assert found.min() >= 0.0
    assert found.max() <= 255.0


@pytest.mark.parametrize("policy", ALL, ids=lambda policy: policy.name)
def test_transposing_before_or_after_is_the_same(policy: ResizePolicy) -> None:
    once = resize(picture(8, 8), (5, 5), policy=policy).transpose(1, 0, 2)
    other = resize(np.ascontiguousarray(picture(8, 8).transpose(1, 0, 2)), (5, 5), policy=policy)
    assert np.abs(once - other).max() <= (1.0 if policy.rounded else 1e-3)


def test_without_antialias_most_pixels_are_not_seen() -> None:
    # 8 -> 2: torch looks at (i + 1/2) 4 - 1/2 = 1.5 and 5.5, so between pixels 1, 2 and 5, 6.
    assert first(row(0, 10, 20, 0, 0, 30, 50, 0), 2, BILINEAR_TORCH) == [15.0, 40.0]
    # TensorFlow 1 looks at 4 i = 0 and 4, at one pixel each.
    assert first(row(7, 10, 20, 0, 9, 30, 50, 0), 2, BILINEAR_TF1) == [7.0, 9.0]


def test_enlarging_shows_where_each_convention_puts_the_centre() -> None:
    # 2 -> 4: torch at max(0, -0.25), 0.25, 0.75, 1.25 (held at the last pixel); TensorFlow 1 at 0, 0.5, 1, 1.5 (held).
    assert first(row(0, 100), 4, BILINEAR_TORCH) == [0.0, 25.0, 75.0, 100.0]
    assert first(row(0, 100), 4, BILINEAR_TF1) == [0.0, 50.0, 100.0, 100.0]


def test_with_antialias_every_pixel_counts() -> None:
    # 4 -> 2 bilinear, scale 2: the triangle has half-width 2 about 1 and 3. Output 0 weighs pixels 0, 1, 2 (centres
    # 0.5, 1.5, 2.5) by 0.75, 0.75, 0.25, so a lone 255 at pixel 0 gives 255 x 0.75 / 1.75 = 109.3; rounded 109.
    assert first(row(255, 0, 0, 0), 2, PIL_BILINEAR) == [109.0, 0.0]


def keys_cubic(x: float) -> float:
    """The bicubic kernel with a = -1/2."""
    x = abs(x)
    if x < 1:
        return 1.5 * x**3 - 2.5 * x**2 + 1
    return -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2 if x < 2 else 0.0


def lanczos3(x: float) -> float:
    return float(np.sinc(x) * np.sinc(x / 3)) if abs(x) < 3 else 0.0


def weights(length: int, wanted: int, kernel: Callable[[float], float], reach: float) -> npt.NDArray[np.float64]:
    """The antialiased resampling matrix (wanted, length), written out from the definition."""
    scale = max(length / wanted, 1.0)
    matrix = np.zeros((wanted, length))
    for i in range(wanted):
        centre = (i + 0.5) * length / wanted
        low, high = max(int(centre - reach * scale + 0.5), 0), min(int(centre + reach * scale + 0.5), length)
        for j in range(low, high):
            matrix[i, j] = kernel((j + 0.5 - centre) / scale)
    return np.asarray(matrix / matrix.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("size", [(5, 4), (20, 33), (11, 3)])
def test_clean_is_the_cubic_convolution_formula(size: tuple[int, int]) -> None:
    pixels = picture(11, 13)
    down, across = weights(11, size[0], keys_cubic, 2.0), weights(13, size[1], keys_cubic, 2.0)
    expected = np.einsum("ih,hwc,jw->ijc", down, pixels.astype(float), across).clip(0, 255)
    assert np.abs(resize(pixels, size, policy=CLEAN) - expected).max() < 1e-3


@pytest.mark.parametrize(("policy", "kernel", "reach"), [(PIL_BICUBIC, keys_cubic, 2.0), (PIL_LANCZOS, lanczos3, 3.0)])
def test_pil_policies_are_their_formula_rounded_after_each_direction(
    policy: ResizePolicy, kernel: Callable[[float], float], reach: float
) -> None:
    pixels = picture(11, 13)
    across, down = weights(13, 5, kernel, reach), weights(11, 4, kernel, reach)
    half = np.floor(np.einsum("jw,hwc->hjc", across, pixels.astype(float)) + 0.5).clip(0, 255)
    expected = np.floor(np.einsum("ih,hjc->ijc", down, half) + 0.5).clip(0, 255)
    assert np.abs(resize(pixels, (4, 5), policy=policy) - expected).max() <= 1.0
    assert np.mean(resize(pixels, (4, 5), policy=policy) == expected) > 0.95


@pytest.mark.parametrize("size", [(299, 299), (5, 4), (64, 10), (1, 1)])
def test_bilinear_torch_is_what_torch_does(size: tuple[int, int]) -> None:
    torch = pytest.importorskip("torch", reason="install the extra `torch` to compare with F.interpolate")
    pixels = picture(768, 1023)
    batch = torch.from_numpy(pixels.astype(np.float32)).permute(2, 0, 1)[None]
    expected = torch.nn.functional.interpolate(batch, size=size, mode="bilinear", align_corners=False)
    # On this picture torch built with and without fused multiply-add differs by 0.007; we follow the former to 0.00003.
    assert np.abs(resize(pixels, size, policy=BILINEAR_TORCH) - expected[0].permute(1, 2, 0).numpy()).max() < 0.01


def test_bytes_are_the_floats_rounded() -> None:
    found = resize_to_bytes(picture(9, 9), (4, 4), policy=CLEAN)
    assert found.dtype == np.uint8
    assert np.abs(found - resize(picture(9, 9), (4, 4), policy=CLEAN)).max() <= 0.5


def test_every_policy_is_found_by_its_name_and_an_unknown_one_by_its_neighbour() -> None:
    assert all(policy_named(policy.name) is policy for policy in ALL)
    assert policy_named("bilinear-no-antialias") is BILINEAR_TORCH
    with pytest.raises(UnknownName, match="no resize policy is called 'lanczos'; did you mean pil-lanczos"):
        policy_named("lanczos")


def test_an_empty_size_is_refused() -> None:
    with pytest.raises(ValueError, match="0 x 4"):
        resize(picture(3, 3), (0, 4), policy=CLEAN)
