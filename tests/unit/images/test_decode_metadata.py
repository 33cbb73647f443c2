"""Colour profiles and metadata: followed where they are sound, ignored where not."""

import io
import struct
import warnings

import numpy as np
import pytest
from PIL import Image, ImageCms
from tests.image_files import WHITE, picture, png, png_chunk, rows, saved

from paragone.images.decode import decode


def linear_profile() -> bytes:
    """A small profile with sRGB's primaries but no gamma: (r, g, b)XYZ, white point and identity curves."""

    def fixed(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(v * 65536) for v in values))

    curve = b"curv" + bytes(8)  # no entries: the identity
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 7) + b"linear\0" + bytes(80),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": fixed(0.9642, 1.0, 0.8249),
        b"rXYZ": fixed(0.4360, 0.2225, 0.0139),
        b"gXYZ": fixed(0.3851, 0.7169, 0.0971),
        b"bXYZ": fixed(0.1431, 0.0606, 0.7139),
        **{name: curve for name in (b"rTRC", b"gTRC", b"bTRC")},
    }
    place, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        padded = tag + bytes(-len(tag) % 4)
        table += name + struct.pack(">II", place + len(body), len(tag))
        body += padded
    rest = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(">I4sI4s4s4s", 128 + len(rest), b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp")
    head += bytes(68 - len(head)) + struct.pack(">3i", 63190, 65536, 54061)
    return head + bytes(128 - len(head)) + rest


def test_an_icc_profile_is_brought_to_srgb() -> None:
    # Linear 55/255 = 0.2157 is sRGB 1.055 x 0.2157^(1/2.4) - 0.055 = 0.502, that is 128 of 255.
    data = saved(Image.new("RGB", (2, 2), (55, 55, 55)), icc_profile=linear_profile())
    assert np.abs(decode(data).pixels.astype(int) - 128).max() <= 1


def test_alpha_and_palette_images_follow_their_profile_too() -> None:
    palette = Image.new("RGB", (2, 2), (55, 55, 55)).quantize(2)
    assert np.abs(decode(saved(palette, icc_profile=linear_profile())).pixels.astype(int) - 128).max() <= 1
    # half-transparent over white: 128 x 102/255 + 255 x 153/255 = 51.2 + 153 = 204
    veiled = Image.new("RGBA", (2, 2), (55, 55, 55, 102))
    assert np.abs(decode(saved(veiled, icc_profile=linear_profile())).pixels.astype(int) - 204).max() <= 1


def test_an_srgb_profile_changes_nothing() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = saved(Image.fromarray(picture(8, 8)), icc_profile=srgb)
    assert np.abs(decode(data).pixels.astype(int) - picture(8, 8)).max() <= 1


@pytest.mark.parametrize("profile", [b"no profile at all", linear_profile()[:200]])
def test_a_broken_profile_is_ignored(profile: bytes) -> None:
    data = saved(Image.new("RGB", (1, 1), (55, 55, 55)), icc_profile=profile)
    assert decode(data).pixels.tolist() == [[[55, 55, 55]]]


def test_a_profile_of_another_colour_space_is_ignored() -> None:
    data = saved(Image.new("L", (1, 1), 55), icc_profile=linear_profile())
    assert decode(data).pixels.tolist() == [[[55, 55, 55]]]


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("exif", [b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0no TIFF header"])
def test_broken_exif_does_not_cost_the_picture(exif: bytes, format: str) -> None:
    data = saved(Image.new("RGB", (8, 8), WHITE), format, exif=exif)
    assert decode(data).pixels.min() > 250


def test_odd_metadata_warns_nobody() -> None:
    twice = png_chunk(b"acTL", struct.pack(">II", 0, 0))
    data = png(1, 1, twice, rows(b"\1\2\3"), twice)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        assert seen  # Pillow alone does warn
        del seen[:]
        assert decode(data).pixels.tolist() == [[[1, 2, 3]]]
        assert not seen
