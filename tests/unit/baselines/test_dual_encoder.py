"""The dual encoder's parts: it learns, and its ONNX files say what the network says."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from paragone.baselines.detector.decode import COLOUR_NAMES
from paragone.baselines.dual_encoder import evaluate, words
from paragone.baselines.dual_encoder.captions import vocabulary
from paragone.baselines.dual_encoder.encoder import Floats
from paragone.scenes.compose import Series, cells
from paragone.scenes.wording import Order

COLOURS = len(COLOUR_NAMES)
torch = pytest.importorskip("torch", reason="training needs the extra `torch`")


def test_a_summary_counts_and_places_what_the_heat_shows() -> None:
    from paragone.baselines.dual_encoder.net import DOUBT, summary

    heat, colour = torch.zeros(1, 24, 33, 33), torch.full((1, COLOURS, 33, 33), 1 / COLOURS)
    heat[0, 4, 16, 8] = heat[0, 4, 16, 24] = 1.0  # two of class 4, left and right of the middle, as high as it
    heat[0, 9, 0, 16] = 0.9  # one of class 9 at the very top
    heat[0, 9, 1, 16] = 0.5  # its slope, not a second one
    colour[0, :, 0, 16] = torch.eye(COLOURS)[0]
    surest, total, across, down, paint = summary(heat, colour)[0].split([24, 24, 24, 24, COLOURS])
    assert (float(surest[4]), float(surest[9])) == pytest.approx((1.0, 0.9))
    assert (float(total[4]), float(total[9])) == pytest.approx((2 * (1 - DOUBT), 0.9 - DOUBT))
    assert float(across[4]) == pytest.approx(0, abs=1e-6)
    assert float(down[9]) == pytest.approx(-0.8 / 0.9)  # -1, less a little for the doubt
    assert paint.argmax() == 0


def test_texts_do_not_depend_on_what_fills_their_row() -> None:
    from paragone.baselines.dual_encoder.net import TextEncoder

    torch.manual_seed(0)
    encoder = TextEncoder(10).eval()
    alone = encoder(torch.tensor([[1, 4, 5]]))
    filled = encoder(torch.tensor([[1, 4, 5, 0, 0, 0], [1, 4, 5, 6, 7, 8]]))
    np.testing.assert_allclose(filled[0].detach(), alone[0].detach(), atol=1e-6)
    assert not np.allclose(filled[1].detach(), filled[0].detach(), atol=1e-2)


def test_the_order_of_words_counts() -> None:
    from paragone.baselines.dual_encoder.net import TextEncoder

    torch.manual_seed(0)
    there, back = TextEncoder(10).eval()(torch.tensor([[1, 4, 5, 6], [1, 6, 5, 4]]))
    assert float((there @ back).detach()) < 0.999


def test_contrast_is_least_for_vectors_that_match_and_excuses_true_captions_of_others() -> None:
    from paragone.baselines.dual_encoder.train import APART, contrast

    images = torch.eye(3)
    texts = torch.stack([images, -images], dim=1)  # the true caption, then a false one
    sharp, none = torch.tensor(3.0), torch.zeros(3, 3)
    right = contrast(images, texts, sharp, none)
    assert right < 1e-3 < contrast(images, texts[:, [1, 0]], sharp, none)
    same = torch.stack([images[[0, 0, 2]], -images[[0, 0, 2]]], dim=1)  # caption 1 is true of image 0
    excused = torch.zeros(3, 3)
    excused[0, 1] = APART
    assert contrast(images[[0, 0, 2]], same, sharp, excused) < contrast(images[[0, 0, 2]], same, sharp, none)


def test_a_few_steps_make_the_loss_fall_and_leave_the_cnn_alone() -> None:
    from paragone.baselines.dual_encoder import data
    from paragone.baselines.dual_encoder.train import Training, batch_of

    orders = [Order("color", ("dog",), colour=colour) for colour in ("red", "blue", "green", "white")]
    training = Training(0)
    features = training.look(np.stack([np.full((256, 256, 3), 60 * k, np.float32) for k in range(4)]))
    batch = batch_of(data.Scenes(features, orders), training.numbers, np.random.default_rng(0))
    before = [weight.clone() for weight in training.net.image.sight.parameters()]
    losses = [training.step(batch, 0.1) for _ in range(8)]
    assert losses[-1] < losses[0] - 0.5
    after = training.net.image.sight.parameters()
    assert all(torch.equal(one, other) for one, other in zip(before, after, strict=True))


def test_the_features_are_the_way_from_image_to_vector() -> None:
    from paragone.baselines.dual_encoder.train import Training

    net = Training(0).mean.image.eval()
    image = torch.from_numpy(np.random.default_rng(0).uniform(0, 255, (2, 3, 256, 256)).astype(np.float32))
    with torch.inference_mode():
        kept = net.features(image).half().float()  # as it lies on disk
        np.testing.assert_allclose(net.vector(kept), net(image), atol=2e-3)


def test_orders_follow_the_scenes_of_a_shard() -> None:
    from paragone.baselines.detector.data import SHARD, scenes_of
    from paragone.baselines.dual_encoder.data import orders_of
    from paragone.scenes.compose import scene_at
    from paragone.scenes.meshes.packs import load_pack

    orders = orders_of(1, "train", 0)
    assert len(orders) == SHARD
    for row in (0, 7, 311):
        series, index = scenes_of(1, "train", 0)[row]
        scene = scene_at(series, index, load_pack("procedural"))
        assert tuple(thing.name for thing in scene.things) == orders[row].names * orders[row].count


def test_views_are_looked_at_once_and_mirrored_ones_have_mirrored_captions(tmp_path: Path) -> None:
    from paragone.baselines.dual_encoder import data
    from paragone.baselines.dual_encoder.data import Shard, pick, view

    images = np.zeros((3, 8, 8, 3), np.uint8)
    images[:, :, :4] = 255  # a bright left half
    shard = Shard(images, [Order("spatial", ("bus", "dog"), relation="left")] * 3, np.array([0, 2]))
    looks = []

    def look(batch: data.Images) -> Floats:
        looks.append(len(batch))
        features: Floats = batch[:, 0].mean(axis=2)
        return features

    def seen() -> list[data.View]:
        return [view(shard, tmp_path / f"{turn}.npy", look, mirror=turn, seed=0) for turn in (False, True)]

    seen()
    found = pick(seen(), 40, np.random.default_rng(0))
    assert looks == [3, 3]
    assert not list(tmp_path.glob("*.part"))
    for row, order in zip(found.features, found.orders, strict=True):
        assert order.relation == ("left" if row[0] > row[-1] else "right")
    assert {order.relation for order in found.orders} == {"left", "right"}


def test_onnx_files_say_what_the_network_says(tmp_path: Path) -> None:
    from paragone.baselines.dual_encoder.encoder import CARD, load
    from paragone.baselines.dual_encoder.export import export
    from paragone.baselines.dual_encoder.net import DualEncoder

    torch.manual_seed(0)
    net = DualEncoder(len(vocabulary())).eval()
    export(net, tmp_path)
    (tmp_path / CARD).write_text('{"words": ["a", "dog"]}', encoding="utf-8")
    assert sum(path.stat().st_size for path in tmp_path.glob("*.onnx")) < 12_000_000
    encoder = load(tmp_path)
    pixels = np.random.default_rng(0).integers(0, 256, (256, 256, 3), dtype=np.uint8)
    with torch.inference_mode():
        image = net.image(torch.from_numpy(pixels.transpose(2, 0, 1)[None].astype(np.float32)))[0].numpy()
        numbers = words.read("a dog a dog", encoder.numbers)
        text = net.text(torch.tensor([numbers.numbers]))[0].numpy()
    np.testing.assert_allclose(encoder.see(pixels), image, atol=1e-4)
    np.testing.assert_allclose(encoder.say(numbers), text, atol=1e-4)


def test_measuring_finds_the_perfect_encoder_perfect_and_a_blind_one_at_chance(tmp_path: Path) -> None:
    """A perfect encoder gives every text a direction of its own, and the image that of its true caption."""
    series = Series("v2", "count", "val")
    rng = np.random.default_rng(0)
    known: dict[str, Floats] = {}

    def texts(lines: Sequence[str]) -> Floats:
        return np.stack([known.setdefault(line, rng.standard_normal(64).astype(np.float32)) for line in lines])

    orders = [*cells("v2", "count"), *cells("v2", "spatial")[:80]]
    seen = [evaluate.Seen(series, order, np.zeros(64, np.float32)) for order in orders]
    sharp = [one._replace(vector=texts([one.say(one.order)])[0] * 9) for one in seen]
    blind = [one._replace(vector=rng.standard_normal(64).astype(np.float32)) for one in seen]
    best, worst = (evaluate.measure(rows, texts, rng)[-1] for rows in (sharp, blind))
    assert best.among_others > 0.95
    assert best.among_own > 0.95
    assert worst.among_others < 0.1
    (tmp_path / "card.json").write_text('{"steps": 3, "words": ["a"]}', encoding="utf-8")
    evaluate.keep_in_card([best], tmp_path / "card.json")
    card = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    assert (card["steps"], card["words"], card["val"]["all"]["scenes"]) == (3, ["a"], len(orders))
    assert worst.among_own == pytest.approx(worst.chance, abs=0.1)
