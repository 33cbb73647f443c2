"""The painter's parts: layouts and layers, the flow, a training that was killed, and the ONNX files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.baselines.flow import data, layout, sample
from paragone.baselines.flow.layout import BACKGROUND, KINDS, SIDE, SLOTS, WHOLE, WIDTH, Spot
from paragone.baselines.flow.picture import PICTURE, composed
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import SKILLS
from paragone.scenes.wording import write

torch = pytest.importorskip("torch", reason="training needs the extra `torch`")


def test_a_layout_survives_its_way_through_slots() -> None:
    spots = [Spot(2, (0.1, 0.2, 0.4, 0.9)), Spot(14, (0.5, 0.5, 0.75, 0.7))]
    back = layout.from_slots(layout.to_slots(spots))
    assert [spot.kind for spot in back] == [2, 14]
    np.testing.assert_allclose([spot.box for spot in back], [spot.box for spot in spots], atol=1e-6)
    empty = np.full((SLOTS, WIDTH), -1.0, dtype=np.float32)
    empty[2, 0] = -0.5
    assert len(layout.from_slots(empty)) == 1, "a picture has one thing at least"


def test_every_prompt_of_v2_is_known_word_by_word_and_fits() -> None:
    words = layout.vocabulary()
    for skill in SKILLS["v2"]:
        for order in cells("v2", skill):
            numbers = layout.text_numbers(write(order, "v2"), words)
            assert len(numbers) == layout.WORDS
            assert 2 not in numbers, "an unknown word"
            assert numbers[-1] == 0, "a text may have been cut"


def test_some_texts_are_held_out_and_no_lone_object_is() -> None:
    share = {
        skill: np.mean([data.is_held_out(write(order, "v2")) for order in cells("v2", skill)]) for skill in SKILLS["v2"]
    }
    assert share["object"] == 0
    assert 0.03 < share["count"] < 0.3
    assert 0.08 < share["spatial"] < 0.17


def test_layers_lie_where_the_layout_says_and_the_lower_one_in_front() -> None:
    behind = np.full((SIDE, SIDE, 4), -1.0, dtype=np.float32)
    red = np.ones((SIDE, SIDE, 4), dtype=np.float32) * np.array([1, -1, -1, 1], dtype=np.float32)
    blue = np.ones((SIDE, SIDE, 4), dtype=np.float32) * np.array([-1, -1, 1, 1], dtype=np.float32)
    picture = composed(behind, [(Spot(0, (0.25, 0.25, 0.75, 0.75)), red), (Spot(1, (0.5, 0.25, 1.0, 0.5)), blue)])
    assert picture.shape == (PICTURE, PICTURE, 3)
    assert picture[10, 10].tolist() == [0, 0, 0]
    assert picture[100, 100].tolist() == [255, 0, 0]
    assert picture[100, 220].tolist() == [0, 0, 255]
    assert picture[100, 160].tolist() == [255, 0, 0], "red reaches lower, so it is nearer"


def test_a_cut_out_thing_laid_back_looks_like_the_scene() -> None:
    from dataclasses import replace

    from paragone.scenes.compose import Series, scene_at
    from paragone.scenes.draw import draw
    from paragone.scenes.meshes.packs import load_pack

    pack = load_pack("procedural")
    scene = replace(scene_at(Series("v2", "object", "val"), 4, pack), background="empty")
    drawn = draw(scene, pack)
    layer = data.layer_of(drawn, 0).astype(np.float32) / 127.5 - 1
    left, top, right, bottom = (float(value) / PICTURE for value in drawn.boxes[0])
    black = np.full((SIDE, SIDE, 4), -1.0, dtype=np.float32)
    again = composed(black, [(Spot(0, (left, top, right, bottom)), layer)])
    wrong = np.abs(again.astype(float) - drawn.rgb).mean()
    assert wrong < 0.2 * np.abs(drawn.rgb.astype(float)).mean() + 1


def test_the_flow_reaches_the_one_truth_from_any_noise_and_guidance_pushes() -> None:
    noise = np.random.default_rng(0).standard_normal((3, 2)).astype(np.float32)
    np.testing.assert_allclose(sample.flow(lambda x, t: np.full_like(x, 2), noise, 5), 2, atol=1e-5)
    told, untold = np.array([1.0], dtype=np.float32), np.array([0.5], dtype=np.float32)
    assert sample.guided(told, untold, 1.0) == told
    assert sample.guided(told, untold, 3.0) == 2.0


def test_the_velocity_loss_by_hand() -> None:
    from paragone.baselines.flow.flow import on_the_way, velocity_loss

    truth, noise, t = torch.tensor([[2.0], [4.0]]), torch.tensor([[0.0], [1.0]]), torch.tensor([0.5, 0.95])
    assert on_the_way(truth, noise, t).flatten().tolist() == pytest.approx([1.0, 3.85])
    said = torch.tensor([[1.0], [4.5]])  # wrong by 1 with 0.5 left, by 0.5 with 0.05 left, which counts as 0.1
    assert float(velocity_loss(said, truth, t)) == pytest.approx(((1 / 0.5) ** 2 + (0.5 / 0.1) ** 2) / 2)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(data, "SHARD", 12)
        for split in ("train", "val"):
            data.render_all(folder / "scenes", range(2), split=split, processes=1)
    return folder


def tiny(**changes: Any) -> Any:
    from paragone.baselines.flow.train import Settings

    small = {"layouts": 4, "layers": 4, "every": 2, "layout_size": (16, 1), "layer_size": (16, 16)}
    return Settings(**{"steps": 6, **small, **changes})


def trained(folder: Path, settings: Any, *, kill_at: int = 0) -> dict[str, Any]:
    """The weights at the end; killed by an exception in the middle of it, it is begun again."""
    from paragone.baselines.flow.train import start, train

    def tell(row: dict[str, float]) -> None:
        if row["step"] == kill_at:
            raise KeyboardInterrupt

    torch.set_num_threads(1)
    if kill_at:
        with pytest.raises(KeyboardInterrupt):
            train(start(settings, folder), folder, tell=tell, sheet=lambda name: None)
    train(start(settings, folder), folder, tell=lambda row: None, sheet=lambda name: None)
    weights: dict[str, Any] = torch.load(folder / "final.pt", weights_only=True)["mean"]
    return weights


def test_a_training_killed_and_resumed_ends_with_the_same_bits(scenes: Path, tmp_path: Path) -> None:
    folders = [tmp_path / "whole", tmp_path / "killed"]
    for folder in folders:
        folder.mkdir()
        (folder / "scenes").symlink_to(scenes / "scenes")
    whole, killed = trained(folders[0], tiny()), trained(folders[1], tiny(), kill_at=4)
    assert all(torch.equal(whole[name], killed[name]) for name in whole)
    other = trained(folders[0], tiny(steps=8))
    assert not all(torch.equal(whole[name], other[name]) for name in whole), "two more steps change something"


def test_a_share_of_the_scenes_is_within_the_larger_share(scenes: Path) -> None:
    whole, half = data.load(scenes / "scenes", "train"), data.load(scenes / "scenes", "train", share=0.5)
    assert len(half.texts) == round(len(whole.texts) / 2)
    np.testing.assert_array_equal(half.texts, whole.texts[: len(half.texts)])
    assert half.scene.max() == len(half.texts) - 1
    np.testing.assert_array_equal(half.layers, whole.layers[: len(half.layers)])


def test_the_onnx_files_say_what_the_network_says_and_draw_alike(tmp_path: Path) -> None:
    from paragone.baselines.flow import onnx_voices
    from paragone.baselines.flow.export import export
    from paragone.baselines.flow.net import Painter
    from paragone.baselines.flow.torch_voices import voices_of

    torch.manual_seed(0)
    words = layout.vocabulary()
    net = Painter(len(words), layout=(16, 1), layer=(16, 16))
    export(net, tmp_path)
    (tmp_path / "card.json").write_text(json.dumps({"words": words}), encoding="utf-8")
    shipped, own = onnx_voices.load(tmp_path).voices, voices_of(net)
    rng = np.random.default_rng(1)
    layers = rng.standard_normal((3, 4, SIDE, SIDE), dtype=np.float32)
    given = layers, np.array([0.1, 0.5, 0.9], dtype=np.float32), np.array([0, 3, BACKGROUND]), np.zeros((3, 4), "f4")
    np.testing.assert_allclose(shipped.layer(*given), own.layer(*given), atol=2e-2)
    pictures = [sample.draw(voices, "2 dogs", np.random.default_rng(5)).pixels for voices in (shipped, own)]
    assert np.abs(pictures[0].astype(float) - pictures[1]).mean() < 3


def test_the_kinds_are_the_classes_of_v2() -> None:
    assert KINDS[0] == "person"
    assert layout.seen_box(WHOLE).shape == (4,)
