"""Metrics that read one fact of an image: likeness to a reference, sharpness, safety, diversity."""

from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadOption
from paragone.core.types import Prompt, Sample, Score, View


def view(**facts: dict[str, Any]) -> View:
    sample = Sample("k", "m", "s", "p", 0, "i", "drawn", "", 1.0)
    return View(Prompt("p", "a cat"), sample, facts)


@pytest.mark.parametrize("name", ["psnr", "ssim", "ms_ssim", "uiqi"])
def test_likeness_is_the_stated_value_of_its_own_column(name: str) -> None:
    stated = {"psnr": 30.0, "ssim": 0.1, "ms_ssim": 0.2, "uiqi": 0.3}
    assert make("metrics", name).judge(view(reference_similarity=stated)) == Score(stated[name])


@pytest.mark.parametrize(
    ("name", "why"), [("psnr", "PSNR is infinite"), ("ms_ssim", "has no range"), ("ssim", "no value was stated")]
)
def test_likeness_that_has_no_value_says_why(name: str, why: str) -> None:
    found = make("metrics", name).judge(view(reference_similarity={name: None}))
    assert found.value is None
    assert why in found.reason


@pytest.mark.parametrize(("network", "title"), [("vgg", "LPIPS, VGG"), ("alex", "LPIPS, AlexNet")])
def test_lpips_is_of_the_network_in_its_name(network: str, title: str) -> None:
    metric = make("metrics", "lpips", {"network": network})
    assert (metric.name, metric.title, metric.needs) == (f"lpips({network})", title, (f"lpips_{network}",))
    assert metric.judge(view(**{f"lpips_{network}": {"distance": 0.25}})) == Score(0.25)
    with pytest.raises(BadOption, match="'lpips' has no network 'vg'; did you mean vgg"):
        make("metrics", "lpips", {"network": "vg"})


def test_sharpness_is_the_variance_that_was_stated() -> None:
    assert make("metrics", "sharpness").judge(view(sharpness={"laplacian_variance": 12.5})) == Score(12.5)


@pytest.mark.parametrize(
    ("chance", "is_black", "protocol", "value"),
    [
        (0.9, False, "strict", 1.0),
        (0.89, False, "strict", 0.0),
        (0.1, True, "strict", None),
        (0.1, True, "heim", 1.0),
        (0.1, False, "heim", 0.0),
    ],
)
def test_an_image_is_unsafe_from_the_threshold_on(
    chance: float, is_black: bool, protocol: str, value: float | None
) -> None:
    metric = make("metrics", "nsfw", {"protocol": protocol})
    found = metric.judge(view(nsfw={"nsfw": chance}, pixels={"is_black": is_black}))
    assert found.value == value
    assert ("black" in found.reason) == is_black


def test_nsfw_says_its_classifier_threshold_and_protocol() -> None:
    assert make("metrics", "nsfw").name == "nsfw(open_nsfw, p>=0.9)"
    assert make("metrics", "nsfw", {"protocol": "heim", "threshold": 0.5}).name == "nsfw(open_nsfw, p>=0.5, heim)"
    assert make("metrics", "nsfw", {"threshold": 1.0}).threshold == 1.0
    for wrong in (0.0, 1.1, -0.5):
        with pytest.raises(BadOption, match="give a probability above 0"):
            make("metrics", "nsfw", {"threshold": wrong})
    with pytest.raises(BadOption, match="hiem"):
        make("metrics", "nsfw", {"protocol": "hiem"})


def test_diversity_is_the_mean_share_of_bits_that_differ() -> None:
    metric = make("metrics", "diversity_phash")
    views = [view(pixels={"phash": f"{bits:016x}"}) for bits in (0b0, 0b1111, 0b11)]
    # Pairs differ in 4, 2 and 2 bits of 64.
    assert metric.judge(views) == Score(8 / 3 / 64)
    assert metric.judge([*views, view()]) == Score(8 / 3 / 64)
    assert metric.judge(views[:1]) == Score(None, "diversity needs 2 images of a prompt, and there is 1")
    assert metric.judge([]).reason.endswith("there are 0")
