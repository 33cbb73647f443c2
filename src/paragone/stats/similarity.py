"""How alike two images of one size are, pixel by pixel: PSNR, SSIM, MS-SSIM, UIQI; and how sharp one is."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput

Image: TypeAlias = npt.NDArray[Any]  # (height, width) or (height, width, channels); any number type
Floats: TypeAlias = npt.NDArray[np.float64]
# cropped: the mean leaves out a border of 5 pixels, as scikit-image and torchmetrics 0.11 (HEIM's) do.
# full: it does not, at the last scale, as in torchmetrics 1.x.
Edges: TypeAlias = Literal["cropped", "full"]

SIGMA = 1.5
RADIUS = 5  # a window of 11 pixels
WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)  # Wang et al. (2003), table of scale weights


def psnr(image: Image, reference: Image, *, data_range: float) -> float:
    """10 log10(range^2 / mean squared error), in dB; infinite for equal images.

    HEIM's torchmetrics 0.11 takes as range the span of the reference with 0: `max(r.max(), 0) - min(r.min(), 0)`.

    >>> psnr(np.array([[0.0, 1.0]]), np.array([[0.1, 1.0]]), data_range=1.0).__round__(4)  # 10 log10(1 / 0.005)
    23.0103
    """
    one, other = _pair(image, reference)
    error = float(((one - other) ** 2).mean())
    return float(10 * np.log10(data_range**2 / error)) if error > 0 else float("inf")


def ssim(image: Image, reference: Image, *, data_range: float) -> float:
    """The structural similarity, a Gaussian window of deviation 1.5, the border left out; 1 for equal images.

    Wang et al. (2004). Equal to scikit-image's with `gaussian_weights=True, use_sample_covariance=False`.

    >>> flat = np.full((16, 16), 0.5)
    >>> round(ssim(flat, flat + 0.5, data_range=1.0), 6)  # only brightness differs: (2 * .5 + .0001) / (1.25 + .0001)
    0.800016
    """
    one, other = _pair(image, reference)
    _check_size(one.shape, 2 * RADIUS + 1)
    statistics = _local(one, other)
    return float((_brightness(statistics, data_range) * _contrast(statistics, data_range))[_INSIDE].mean())


def ms_ssim(image: Image, reference: Image, *, data_range: float | None = None, edges: Edges = "cropped") -> float:
    """The multi-scale structural similarity over five scales, negative parts as 0; 1 for equal images.

    Wang, Simoncelli and Bovik (2003), as torchmetrics computes it. Without a `data_range` it is, at every scale, the
    larger span of the two images, which is torchmetrics' default and so HEIM's.

    >>> image = np.random.default_rng(0).uniform(size=(176, 176))
    >>> ms_ssim(image, image)
    1.0
    """
    one, other = _pair(image, reference)
    _check_size(one.shape, (2 * RADIUS) * 16 + 1)
    value = 1.0
    for scale, weight in enumerate(WEIGHTS):
        span = float(max(np.ptp(one), np.ptp(other))) if data_range is None else data_range
        statistics = _local(one, other)
        found = _contrast(statistics, span)
        if scale == len(WEIGHTS) - 1:
            found = found * _brightness(statistics, span)
        whole = edges == "full" and scale == len(WEIGHTS) - 1
        value *= max(float((found if whole else found[_INSIDE]).mean()), 0.0) ** weight
        one, other = _halved(one), _halved(other)
    return value


def uiqi(image: Image, reference: Image, *, eps: float = float(np.finfo(np.float64).eps)) -> float:
    """The universal image quality index: SSIM without its constants, from -1 to 1; a flat window counts as 0.

    Wang and Bovik (2002), with torchmetrics' Gaussian window. `eps` is added below the fraction, as torchmetrics adds
    that of its float type: give `np.finfo(np.float32).eps` for HEIM's numbers.

    >>> image = np.random.default_rng(0).uniform(size=(32, 32))
    >>> round(uiqi(image, image), 6)
    1.0
    """
    one, other = _pair(image, reference)
    _check_size(one.shape, 2 * RADIUS + 1)
    s = _local(one, other)
    below = (s.mean_a**2 + s.mean_b**2) * (s.variance_a + s.variance_b) + eps
    return float((4 * s.mean_a * s.mean_b * s.covariance / below)[_INSIDE].mean())


def sharpness(image: Image) -> float:
    """The variance of the Laplacian of the grey image: large where edges are crisp (Pech-Pacheco et al., 2000).

    Grey is 0.299 R + 0.587 G + 0.114 B on the image's own scale; edges are mirrored.

    >>> sharpness(np.full((8, 8), 7.0))
    0.0
    """
    grey = np.asarray(image, dtype=np.float64)
    if grey.ndim == 3:
        grey = grey[..., :3] @ (0.299, 0.587, 0.114)
    _check_size(grey.shape, 3)
    around = np.pad(grey, 1, mode="reflect")
    neighbours = around[:-2, 1:-1] + around[2:, 1:-1] + around[1:-1, :-2] + around[1:-1, 2:]
    return float((neighbours - 4 * grey).var())


class _Local(NamedTuple):
    """Means, variances and covariance in the window around each pixel."""

    mean_a: Floats
    mean_b: Floats
    variance_a: Floats
    variance_b: Floats
    covariance: Floats


_INSIDE = (slice(RADIUS, -RADIUS), slice(RADIUS, -RADIUS))


def _local(a: Floats, b: Floats) -> _Local:
    mean_a, mean_b = _blurred(a), _blurred(b)
    # Rounding can put a variance below zero, and no window varies less than not at all.
    variance_a, variance_b = (np.maximum(_blurred(x**2) - mean**2, 0.0) for x, mean in ((a, mean_a), (b, mean_b)))
    return _Local(mean_a, mean_b, variance_a, variance_b, _blurred(a * b) - mean_a * mean_b)


def _brightness(s: _Local, data_range: float) -> Floats:
    constant = (0.01 * data_range) ** 2
    return np.asarray((2 * s.mean_a * s.mean_b + constant) / (s.mean_a**2 + s.mean_b**2 + constant))


def _contrast(s: _Local, data_range: float) -> Floats:
    constant = (0.03 * data_range) ** 2
    return np.asarray((2 * s.covariance + constant) / (s.variance_a + s.variance_b + constant))


def _blurred(image: Floats) -> Floats:
    from scipy.ndimage import correlate1d

    window = np.exp(-(np.arange(-RADIUS, RADIUS + 1) ** 2) / (2 * SIGMA**2))
    window /= window.sum()
    return np.asarray(correlate1d(correlate1d(image, window, axis=0, mode="mirror"), window, axis=1, mode="mirror"))


def _halved(image: Floats) -> Floats:
    """Means of 2 x 2 pixels; an odd last row or column is dropped."""
    height, width = image.shape[0] // 2 * 2, image.shape[1] // 2 * 2
    image = image[:height, :width]
    return (image[::2, ::2] + image[1::2, ::2] + image[::2, 1::2] + image[1::2, 1::2]) / 4


def _pair(a: Image, b: Image) -> tuple[Floats, Floats]:
    if a.shape != b.shape or a.ndim not in (2, 3):
        raise BadInput(
            f"the images have the shapes {a.shape} and {b.shape}; resize them to one (height, width, channels)"
        )
    return np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)


def _check_size(shape: Sequence[int], least: int) -> None:
    if min(shape[:2]) < least:
        raise BadInput(f"the image has {shape[1]} x {shape[0]} pixels; this measure needs at least {least} a side")
