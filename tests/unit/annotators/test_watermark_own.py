"""Our watermark detector: it runs what the training writes, and marks of training and held-out ones share nothing."""

from pathlib import Path

import numpy as np
import pytest

from paragone.annotators.originality.watermark_own import WatermarkOwn
from paragone.baselines.watermark.marks import KINDS, OURS_TO_HOLD, OURS_TO_LEARN, SHAPES, Kind, lay, typefaces
from paragone.core.types import Picture, Pixels


def landscape(seed: int) -> Pixels:
    """A smooth picture: sky above, ground below, with a little grain."""
    rng = np.random.default_rng(seed)
    down = np.linspace(0, 1, 256)[:, None, None]
    sky, ground = rng.integers(90, 220, 3), rng.integers(30, 120, 3)
    return np.clip(sky * (1 - down) + ground * down + rng.normal(0, 4, (256, 256, 3)), 0, 255).astype(np.uint8)


def test_it_gives_what_the_trained_network_gives(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="install the torch extra to un-skip")
    from paragone.baselines.watermark.net import Net
    from paragone.baselines.watermark.train import export

    torch.manual_seed(0)
    net = Net().eval()
    export(net, tmp_path / "own.onnx")
    assert (tmp_path / "own.onnx").stat().st_size < 300_000
    pixels = landscape(1)
    [fact] = WatermarkOwn(str(tmp_path / "own.onnx")).look([Picture(pixels, "", "PNG", "RGB", 0)], [])
    with torch.inference_mode():
        logit, _ = net(torch.from_numpy(pixels.transpose(2, 0, 1)[None].astype(np.float32)))
    assert fact["chance"] == pytest.approx(float(logit.sigmoid()[0]), abs=1e-5)


def test_the_one_that_ships_thinks_marked_pictures_the_likelier_ones() -> None:
    plain = [landscape(seed) for seed in range(10)]
    marked = [lay(one, "text", np.random.default_rng(seed), is_held=False).pixels for seed, one in enumerate(plain)]
    annotator = WatermarkOwn()
    annotator.check()
    before, after = (
        [float(fact["chance"]) for fact in annotator.look([Picture(one, "", "PNG", "RGB", 0) for one in some], [])]
        for some in (plain, marked)
    )
    assert np.mean(after) > np.mean(before) + 0.1


@pytest.mark.parametrize("kind", KINDS)
def test_a_mark_changes_the_picture_where_it_says_and_nowhere_else(kind: Kind) -> None:
    pixels = landscape(1)
    found = lay(pixels, kind, np.random.default_rng(2), is_held=False)
    changed = (found.pixels != pixels).any(axis=2)
    assert changed.any()
    assert not changed[found.cover == 0].any()


def test_held_out_marks_share_nothing_with_those_of_training() -> None:
    assert not set(OURS_TO_HOLD) & set(OURS_TO_LEARN)
    assert not {tuple(shape) for shape in SHAPES[True]} & {tuple(shape) for shape in SHAPES[False]}
    assert not set(typefaces(is_held=True)) & set(typefaces(is_held=False))
