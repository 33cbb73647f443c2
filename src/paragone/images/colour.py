"""From any Pillow mode to sRGB pixels: alpha over white, ICC profile applied, deep samples scaled."""

import io
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageCms

from paragone.core.types import Pixels

BAND_PIXELS = 1_000_000  # converted at a time: whole copies of a large image would take gigabytes


def to_srgb(image: Image.Image) -> Pixels:
    """Pixels of a loaded image, (height, width, 3) in sRGB; ValueError tells what cannot be converted.

    Samples of 16 bits keep their high byte (v // 256), whether grey or colour: Pillow reads 16-bit colour no other way,
    and the same picture must not differ between its grey and its colour file.
    """
    is_deep = image.mode.startswith("I") or image.mode == "F"
    convert = _deep_grey(image) if is_deep else _opaque
    pixels = np.empty((image.height, image.width, 3), dtype=np.uint8)
    for top, band in _bands(image):
        pixels[top : top + band.height] = convert(band)
    return pixels


def _bands(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """The image in stripes of whole rows, each with the row that it begins at."""
    rows = max(1, BAND_PIXELS // image.width)
    if rows >= image.height:
        yield 0, image
        return
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top, image.width, min(top + rows, image.height)))


def _opaque(image: Image.Image) -> Pixels:
    alpha = _alpha_of(image)
    opaque = _apply_profile(_without_alpha(image))
    if alpha is None:
        return np.asarray(opaque, dtype=np.uint8)
    canvas = Image.new("RGB", image.size, "white")
    canvas.paste(opaque, mask=alpha)
    return np.asarray(canvas, dtype=np.uint8)


def _alpha_of(image: Image.Image) -> Image.Image | None:
    return image.convert("RGBA").getchannel("A") if image.has_transparency_data else None


def _without_alpha(image: Image.Image) -> Image.Image:
    """The colours alone, in a mode that an ICC profile can speak about: L, RGB or CMYK."""
    if image.mode in ("L", "RGB", "CMYK"):
        return image
    if image.mode in ("1", "LA", "La"):
        return (image.convert("LA") if image.mode == "La" else image).convert("L")
    if image.mode in ("P", "PA", "RGBa"):
        # Through RGBA: a palette may carry an alpha per entry, which a direct conversion warns about.
        return image.convert("RGBA").convert("RGB")
    return image.convert("RGB")


def _apply_profile(image: Image.Image) -> Image.Image:
    """The image in sRGB by its own ICC profile (perceptual); a broken or foreign profile is ignored, as browsers do."""
    profile = image.info.get("icc_profile")
    if profile:
        try:
            converted = ImageCms.profileToProfile(
                image,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                renderingIntent=ImageCms.Intent.PERCEPTUAL,
                outputMode="RGB",
            )
        except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
            converted = None
        if converted is not None:
            return converted
    return image.convert("RGB")


def _deep_grey(image: Image.Image) -> Callable[[Image.Image], Pixels]:
    """How stripes of this image become pixels: that depends on the range of all its samples."""
    to_bytes = _bytes_of_floats if image.mode == "F" else _bytes_of_integers
    ranges = [(samples.min(), samples.max()) for _, band in _bands(image) if (samples := np.asarray(band)).size]
    # By numpy, as Python's own min and max lose a NaN.
    low, high = float(np.min([least for least, _ in ranges])), float(np.max([most for _, most in ranges]))

    def convert(band: Image.Image) -> Pixels:
        samples = np.asarray(band)
        grey = to_bytes(samples, low, high)
        transparent = band.info.get("transparency")
        if isinstance(transparent, int):
            grey = np.where(samples == transparent, np.uint8(255), grey)
        return np.repeat(grey[:, :, None], 3, axis=2)

    return convert


def _bytes_of_integers(samples: npt.NDArray[np.generic], low: float, high: float) -> npt.NDArray[np.uint8]:
    if low < 0 or high > 65535:
        raise ValueError(f"its grey samples run from {low:.0f} to {high:.0f}, not within 0 to 65535")
    return (samples.astype(np.uint16) >> 8).astype(np.uint8)


def _bytes_of_floats(samples: npt.NDArray[np.generic], low: float, high: float) -> npt.NDArray[np.uint8]:
    """Floats within 0..1 are scaled by 255, floats within 0..255 are taken as they are, others are refused."""
    if not (low >= 0.0 and high <= 255.0):  # also true of NaN
        raise ValueError(f"its float samples run from {low:g} to {high:g}, neither within 0 to 1 nor 0 to 255")
    values = samples.astype(np.float64)
    return np.rint(values * 255.0 if high <= 1.0 else values).astype(np.uint8)
