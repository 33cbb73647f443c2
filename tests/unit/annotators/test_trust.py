"""The albedo of TRUST and the landmarks of FAN, on small weights of the published layout: an eighth as wide."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from paragone.annotators._networks import fan
from paragone.annotators._networks.face import Face
from paragone.annotators.people import _trust
from paragone.annotators.people.skin_trust import FILES, SkinTrust, tone_of
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, NotReady
from paragone.core.expect import Expect
from paragone.core.types import Picture, Prompt, Sample, View
from paragone.stats.skin import MONK_RGB

torch = pytest.importorskip("torch", reason="the networks are compared with torch's arithmetic (extra `torch`)")
Tensors = dict[str, npt.NDArray[np.float32]]
KEPT = {1, 3, 6, 7, 54, 68}  # lengths that are no width
SCENE, FACE = _trust.encoder_shapes(3, 3), _trust.encoder_shapes(6, 54)
LANDMARKS = fan.shapes()


def narrow(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return {
        name: tuple(length if length in KEPT else length // 8 for length in shape) for name, shape in shapes.items()
    }


def drawn(shapes: Mapping[str, tuple[int, ...]], seed: int = 0) -> Tensors:
    rng = np.random.default_rng(seed)
    found: Tensors = {}
    for name, shape in narrow(shapes).items():
        if len(shape) == 1 and name.endswith(("running_var", "weight")):
            found[name] = rng.uniform(0.5, 1.5, shape).astype(np.float32)
        else:
            found[name] = (rng.standard_normal(shape) / float(np.prod(shape[1:])) ** 0.5).astype(np.float32)
    return found


class Reference:
    """Both networks as their code reads, in eval mode."""

    def __init__(self, tensors: Tensors) -> None:
        self.t = {name: torch.from_numpy(value) for name, value in tensors.items()}

    def norm(self, x: Any, at: str) -> Any:
        parts = (self.t[f"{at}.{part}"] for part in ("running_mean", "running_var", "weight", "bias"))
        return torch.nn.functional.batch_norm(x, *parts)

    def conv(self, x: Any, at: str, stride: int = 1) -> Any:
        weight = self.t[f"{at}.weight"]
        half = weight.shape[2] // 2
        return torch.nn.functional.conv2d(x, weight, self.t.get(f"{at}.bias"), stride=stride, padding=half)

    def encode(self, x: Any) -> Any:
        f = torch.nn.functional
        x = f.max_pool2d(self.norm(self.conv(x, "encoder.conv1", 2), "encoder.bn1").relu(), 3, 2, 1)
        for stage, (blocks, stride) in enumerate(((3, 1), (4, 2), (6, 2), (3, 2)), 1):
            for block in range(blocks):
                at, step = f"encoder.layer{stage}.{block}", stride if block == 0 else 1
                inner = self.norm(self.conv(x, f"{at}.conv1"), f"{at}.bn1").relu()
                inner = self.norm(self.conv(inner, f"{at}.conv2", step), f"{at}.bn2").relu()
                inner = self.norm(self.conv(inner, f"{at}.conv3"), f"{at}.bn3")
                side = self.norm(self.conv(x, f"{at}.downsample.0", step), f"{at}.downsample.1") if block == 0 else x
                x = (inner + side).relu()
        hidden = f.avg_pool2d(x, 7, 1).flatten(1)
        hidden = f.linear(hidden, self.t["layers.0.weight"], self.t["layers.0.bias"]).relu()
        return f.linear(hidden, self.t["layers.2.weight"], self.t["layers.2.bias"])

    def block(self, x: Any, at: str) -> Any:
        one = self.conv(self.norm(x, f"{at}.bn1").relu(), f"{at}.conv1")
        two = self.conv(self.norm(one, f"{at}.bn2").relu(), f"{at}.conv2")
        three = self.conv(self.norm(two, f"{at}.bn3").relu(), f"{at}.conv3")
        if f"{at}.downsample.2.weight" in self.t:
            x = self.conv(self.norm(x, f"{at}.downsample.0").relu(), f"{at}.downsample.2")
        return torch.cat((one, two, three), 1) + x

    def hourglass(self, x: Any, at: str, level: int) -> Any:
        f = torch.nn.functional
        low = self.block(f.avg_pool2d(x, 2), f"{at}.b2_{level}")
        low = self.hourglass(low, at, level - 1) if level > 1 else self.block(low, f"{at}.b2_plus_1")
        return self.block(x, f"{at}.b1_{level}") + f.interpolate(self.block(low, f"{at}.b3_{level}"), scale_factor=2)

    def maps(self, x: Any) -> Any:
        x = torch.nn.functional.avg_pool2d(self.block(self.norm(self.conv(x, "conv1", 2), "bn1").relu(), "conv2"), 2)
        x = self.block(self.block(x, "conv3"), "conv4")
        for n in range(4):
            inner = self.block(self.hourglass(x, f"m{n}", 4), f"top_m_{n}")
            inner = self.norm(self.conv(inner, f"conv_last{n}"), f"bn_end{n}").relu()
            maps = self.conv(inner, f"l{n}")
            if n < 3:
                x = x + self.conv(inner, f"bl{n}") + self.conv(maps, f"al{n}")
        return maps


def run(model: bytes, **inputs: npt.NDArray[np.float32]) -> dict[str, Any]:
    import onnxruntime

    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(names, inputs), strict=True))


def learnt(shapes: Mapping[str, tuple[int, ...]]) -> int:
    return sum(int(np.prod(shape)) for name, shape in shapes.items() if "running" not in name)


def test_the_layouts_are_those_that_were_published() -> None:
    # ResNet-50 without its last layer has 23,508,032 parameters; the albedo's has three more channels to begin with.
    head = 2048 * 1024 + 1024
    assert learnt(SCENE) == 23_508_032 + head + 1024 * 3 + 3
    assert learnt(FACE) == 23_508_032 + 64 * 3 * 49 + head + 1024 * 54 + 54
    assert learnt(LANDMARKS) == 23_820_176  # FAN's own count, four hourglasses


def test_fans_maps_are_those_of_torch() -> None:
    given = drawn(LANDMARKS)
    image = np.random.default_rng(2).random((2, 3, 256, 256), np.float32)
    with torch.no_grad():
        wanted = Reference(given).maps(torch.from_numpy(image)).numpy()
    found = run(fan.build(given), image=image)["maps"]
    assert found.shape == (2, 68, 64, 64)
    np.testing.assert_allclose(found, wanted, atol=2e-3 * float(np.abs(wanted).max()))


def test_a_landmark_is_where_its_map_is_highest_in_the_images_own_pixels() -> None:
    maps = np.zeros((68, 64, 64), np.float32)
    maps[:, 32, 16] = 1.0
    face = Face(np.array([100, 50, 220, 170], np.float32), 0.9, np.zeros((5, 2), np.float32))
    [point] = np.unique(fan.placed(fan.points_in(maps), fan.square_of(face)), axis=0)
    side = 200 * (120 + 120) / 195  # face-alignment's square around the box, its middle 12 % of the height higher
    middle = np.array([160, 110 - 0.12 * 120])
    # half a pixel: face-alignment counts a pixel's corner, the image's pixels are counted by their middle
    np.testing.assert_allclose(point, middle + ((np.array([16.5, 32.5]) / 64) - 0.5) * side, atol=1.0)


def table(folder: Path, colour: tuple[float, float, float] = (60.0, 90.0, 140.0)) -> Mapping[str, Any]:
    """BalancedAlb's file with one colour (blue first) as its mean and noise as its directions."""
    rng = np.random.default_rng(5)
    mean = np.broadcast_to(np.array(colour), (512, 512, 3))
    ways = rng.standard_normal((512 * 512 * 3, 54)).astype(np.float32)
    np.savez(folder / FILES[2], mean=mean.reshape(-1), tex_dir=ways)
    mask = np.zeros((256, 256, 3), np.uint8)
    mask[120:150, 60:90] = 255
    Image.fromarray(mask).save(folder / FILES[3])
    return {"mean": mean, "ways": ways.reshape(512, 512, 3, 54), "mask": mask[:, :, 0] > 0}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All five files with small weights; the loader is told to expect them an eighth wide, and nothing else."""
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    monkeypatch.setattr(_trust, "encoder_shapes", lambda channels, _: narrow(SCENE if channels == 3 else FACE))
    monkeypatch.setattr(fan, "shapes", lambda: narrow(LANDMARKS))
    for name, part, shapes in ((FILES[0], "E_scene_light", SCENE), (FILES[1], "E_albedo", FACE)):
        state = {key: torch.from_numpy(value) for key, value in drawn(shapes, seed=len(part)).items()}
        torch.save({part: state, "epoch": 7, "opt": {"lr": 0.1}}, tmp_path / name)
    state = {key: torch.from_numpy(value) for key, value in drawn(LANDMARKS).items()}
    torch.save(state, tmp_path / "2DFAN4-11f355bf06.pth.tar", _use_new_zipfile_serialization=False)
    return tmp_path


def test_the_albedo_is_what_trusts_own_arithmetic_gives(folder: Path) -> None:
    stated = table(folder)
    parts = _trust.read_parts(*(folder / name for name in FILES))
    rng = np.random.default_rng(9)
    face, scene = (rng.random((2, 3, 224, 224), np.float32) for _ in range(2))
    found = run(_trust.build(parts), face=face, scene=scene)
    with torch.no_grad():
        light = Reference(drawn(SCENE, seed=13)).encode(torch.from_numpy(scene))
        seen = torch.cat((light[:, :, None, None].expand(-1, -1, 224, 224), torch.from_numpy(face)), 1)
        code = Reference(drawn(FACE, seed=8)).encode(seen)
    np.testing.assert_allclose(found["light"], light.numpy(), atol=1e-3 * float(light.abs().max()))
    albedo = stated["mean"][None] / 255 + np.einsum("hwck,nk->nhwc", stated["ways"], code.numpy()) / 255
    at_cheeks = albedo[:, ::2, ::2, ::-1][:, stated["mask"]]  # every second pixel, red first
    size = float(np.abs(at_cheeks).max())
    np.testing.assert_allclose(found["albedo"].reshape(2, -1, 3), at_cheeks, atol=2e-3 * size)


def looked(folder: Path, pixels: npt.NDArray[np.uint8]) -> Any:
    known = {"score": 0.9, "box": [40.0, 30.0, 160.0, 170.0], "whole": [40.0, 30.0, 160.0, 170.0], "label": "face"}
    marks = {name: [80.0, 80.0] for name in ("eye_left", "eye_right", "nose", "mouth_left", "mouth_right")}
    faces = {"boxes": [{**known, "landmarks": marks}]}
    [found] = SkinTrust(str(folder)).look([Picture(pixels, "", "PNG", "RGB", 1)], [], [{"faces": faces}])
    return faces, found


def test_from_five_files_to_the_tone_of_a_metric(folder: Path) -> None:
    table(folder)
    colour = np.random.default_rng(3).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    faces, seen = looked(folder, colour)
    [box] = seen["boxes"]
    assert box["tone"] in range(1, 11)
    assert box["tone_dalleval"] in range(1, 11)
    prompt, sample = (
        Prompt("p", "a nurse", {}, Expect(group="person")),
        Sample("k", "m", "s", "p", 0, "i", "drawn", "", None),
    )
    view = View(
        prompt, sample, {"pixels": {"is_black": False, "width": 200, "height": 200}, "faces": faces, "skin_trust": seen}
    )
    metric = make("metrics", "skin_tone", {"detector": "skin_trust", "protocol": "dalleval"})
    assert metric.needs == ("faces", "skin_trust", "pixels")
    assert metric.judge(view).value == box["tone_dalleval"]
    [grey] = looked(folder, np.repeat(colour[:, :, :1], 3, axis=2))[1]["boxes"]
    assert "black and white" in grey["reason"]
    assert SkinTrust(str(folder)).look([Picture(colour, "", "PNG", "RGB", 1)], [], [{"faces": {"boxes": []}}]) == [
        {"boxes": []}
    ]


@pytest.mark.parametrize("tone", range(1, 11))
def test_an_albedo_of_a_monk_colour_is_of_that_tone(tone: int) -> None:
    seen = np.random.default_rng(0).integers(0, 256, (64, 3), dtype=np.uint8)
    found = tone_of(seen, np.broadcast_to(MONK_RGB[tone - 1] / 255, (50, 3)).astype(np.float32))
    assert (found["tone"], found["tone_dalleval"]) == (tone, tone)


def test_what_is_lacking_or_other_is_named(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(NotReady, match=r"lacks BalanceAlb_model\.npz, skin_for_ita_mask_cheeks\.png;"):
        SkinTrust(str(folder)).check()
    with pytest.raises(NotReady, match=r"has no path"):
        SkinTrust().check()
    table(folder)
    SkinTrust(str(folder)).check()
    np.savez(folder / FILES[2], mean=np.zeros(3))
    with pytest.raises(BadInput, match=r"is it BalanceAlb_model\.npz"):
        _trust.read_parts(*(folder / name for name in FILES))
    Image.fromarray(np.zeros((9, 9), np.uint8)).save(folder / FILES[3])
    with pytest.raises(BadInput, match=r"has no cheeks: it is all black"):
        _trust.read_parts(*(folder / name for name in FILES))
    with pytest.raises(BadInput, match=r"'encoder\.conv1\.weight' of E_albedo is .* is it E_albedo_BalanceAlb"):
        _trust.read_encoder(folder / FILES[0], "E_albedo", narrow(FACE))


def test_full_widths_are_asked_for_where_nobody_says_otherwise(tmp_path: Path) -> None:
    state = {key: torch.from_numpy(value) for key, value in drawn(SCENE).items()}
    torch.save({"E_scene_light": state}, tmp_path / "small.tar")
    with pytest.raises(BadInput, match=r"'encoder\.conv1\.weight' of E_scene_light is \(64, 3, 7, 7\) and .*\(8, 3"):
        _trust.read_encoder(tmp_path / "small.tar", "E_scene_light", SCENE)


def test_the_face_is_cut_around_all_but_the_outermost_landmarks() -> None:
    pixels = np.zeros((300, 400, 3), np.uint8)
    pixels[:, 200:] = 255  # the right half is white
    points = np.column_stack([np.linspace(150, 250, 68), np.linspace(100, 200, 68)])
    points[0], points[-1] = (0, 0), (399, 299)  # the outermost of each side do not count
    crop = _trust.face_crop(pixels, points)
    # From 151.5 to 248.5 the middle is 200 and the side 155: half of the crop is white.
    assert crop.shape == (224, 224, 3)
    assert abs(float(crop[:, :, 0].mean()) - 0.5) < 0.01
    assert _trust.scene_crop(pixels).mean() == pytest.approx(0.5, abs=0.01)
