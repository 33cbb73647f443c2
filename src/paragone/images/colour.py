"""From any Pillow mode to sRGB pixels: alpha over white, ICC profile applied, deep samples scaled."""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageCms

from paragone.core.types import Pixels


def to_srgb(image: Image.Image) -> Pixels:
    """Pixels of a loaded image, (height, width, 3) in sRGB; ValueError tells what cannot be converted.

    Samples of 16 bits keep their high byte (v // 256), whether grey or colour: Pillow reads 16-bit colour no other way,
    and the same picture must not differ between its grey and its colour file.
    """
    if image.mode.startswith("I") or image.mode == "F":
        return _from_deep_grey(image)
    alpha = _alpha_of(image)
    opaque = _apply_profile(_without_alpha(image))
    if alpha is None:
        return np.array(opaque, dtype=np.uint8)
    canvas = Image.new("RGB", image.size, "white")
    canvas.paste(opaque, mask=alpha)
    return np.array(canvas, dtype=np.uint8)


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


def _from_deep_grey(image: Image.Image) -> Pixels:
    samples = np.asarray(image)
    grey = _bytes_of_floats(samples) if image.mode == "F" else _bytes_of_integers(samples)
    transparent = image.info.get("transparency")
    if isinstance(transparent, int):
        grey = np.where(samples == transparent, np.uint8(255), grey)
    return np.repeat(grey[:, :, None], 3, axis=2)


def _bytes_of_integers(samples: npt.NDArray[np.generic]) -> npt.NDArray[np.uint8]:
    wide = samples.astype(np.int64)
    low, high = int(wide.min()), int(wide.max())
    if low < 0 or high > 65535:
        raise ValueError(f"its grey samples run from {low} to {high}, not within 0 to 65535")
    return (wide >> 8).astype(np.uint8)


def _bytes_of_floats(samples: npt.NDArray[np.generic]) -> npt.NDArray[np.uint8]:
    """Floats within 0..1 are scaled by 255, floats within 0..255 are taken as they are, others are refused."""
    values = samples.astype(np.float64)
    low, high = float(values.min()), float(values.max())
    if not (low >= 0.0 and high <= 255.0):  # also true of NaN
        raise ValueError(f"its float samples run from {low:g} to {high:g}, neither within 0 to 1 nor 0 to 255")
    return np.rint(values * 255.0 if high <= 1.0 else values).astype(np.uint8)
