"""The detector's parts: targets and decoding are each other's inverse, and training makes the loss fall."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paragone.baselines.detector.decode import CHANNELS, COLOUR_NAMES, SIZE, STRIDE, Settings, decode, iou
from paragone.scenes.vocabulary import ALL_CLASSES

torch = pytest.importorskip("torch", reason="training needs the extra `torch`")


def ideal_answer(boxes: list[tuple[float, float, float, float]], labels: list[int]) -> npt.NDArray[np.float32]:
    """What a perfect network would answer."""
    from paragone.baselines.detector.targets import heat_maps

    cells = SIZE // STRIDE
    answer = np.zeros((CHANNELS.total, cells, cells), dtype=np.float32)
    heat = heat_maps(torch.tensor([boxes]), torch.tensor([labels]), rows=cells, columns=cells)[0].numpy()
    answer[CHANNELS.heat] = np.log((heat * 0.98 + 1e-4) / (1 - heat * 0.98 - 1e-4))
    answer[CHANNELS.colour.start + COLOUR_NAMES.index("blue")] = 5.0
    for x0, y0, x1, y1 in boxes:
        x, y = (x0 + x1) / 2 / STRIDE, (y0 + y1) / 2 / STRIDE
        row, column = int(y), int(x)
        answer[CHANNELS.offset, row, column] = (x - column, y - row)
        answer[CHANNELS.side, row, column] = np.log([(x1 - x0) / STRIDE, (y1 - y0) / STRIDE])
    return answer


def test_a_perfect_answer_decodes_to_the_boxes_it_was_made_from() -> None:
    boxes, labels = [(20.0, 30.0, 80.0, 90.0), (150.0, 40.0, 190.0, 130.0)], [4, 9]
    found = decode(ideal_answer(boxes, labels), Settings(floor=0.3), width=512, height=256)
    found.sort(key=lambda row: row["box"][0])
    assert [row["label"] for row in found] == [ALL_CLASSES[4], ALL_CLASSES[9]]
    assert found[0]["box"] == pytest.approx([40, 30, 160, 90], abs=0.05)  # the image is twice as wide
    assert [row["colour"] for row in found] == ["blue", "blue"]


def test_two_boxes_in_one_place_are_told_once() -> None:
    boxes = [(20.0, 30.0, 80.0, 90.0), (20.0, 30.0, 80.0, 90.0)]
    assert len(decode(ideal_answer(boxes, [4, 9]), Settings(floor=0.3), width=256, height=256)) == 1


def test_iou_of_known_boxes() -> None:
    a, b = np.array([[0.0, 0, 2, 2]]), np.array([[1.0, 0, 3, 2], [5.0, 5, 6, 6]])
    assert iou(a, b)[0] == pytest.approx([1 / 3, 0])  # 2 in common of 6


def test_the_loss_of_a_perfect_answer_is_least() -> None:
    from paragone.baselines.detector.targets import loss_of

    boxes, labels = [(20.0, 30.0, 80.0, 90.0)], [4]
    truth = torch.tensor([boxes]), torch.tensor([labels]), torch.tensor([[COLOUR_NAMES.index("blue")]])
    perfect = torch.tensor(ideal_answer(boxes, labels))[None]
    shifted = torch.roll(perfect, 3, dims=-1)
    assert loss_of(perfect, *truth) < 0.3 < loss_of(shifted, *truth)


def test_a_thing_nobody_painted_teaches_no_colour() -> None:
    from paragone.baselines.detector.targets import loss_of

    boxes, labels = torch.tensor([[(20.0, 30.0, 80.0, 90.0)]]), torch.tensor([[4]])
    answer = torch.zeros(1, CHANNELS.total, 32, 32, requires_grad=True)
    loss_of(answer, boxes, labels, torch.tensor([[-1]])).backward()
    assert answer.grad is not None
    assert not answer.grad[:, CHANNELS.colour].any()
    assert answer.grad[:, CHANNELS.heat].any()


def test_a_crop_keeps_boxes_on_their_things() -> None:
    from paragone.baselines.detector import augment
    from paragone.baselines.detector.data import Examples

    rng = np.random.default_rng(0)
    images = np.zeros((4, 256, 256, 3), np.uint8)
    images[:, 100:140, 60:90] = 255
    boxes = np.tile(np.array([60, 100, 90, 140], np.float32), (4, 1, 1))
    batch = Examples(images, boxes, np.zeros((4, 1), np.int8), np.zeros((4, 1), np.int8))
    cropped = augment.crops(batch, 128, rng)
    for image, (x0, y0, x1, y1) in zip(cropped.images, cropped.boxes[:, 0].astype(int), strict=True):
        assert image[y0:y1, x0:x1].min() == 255
        assert image.sum() == image[y0:y1, x0:x1].sum()


def test_a_few_steps_of_training_make_the_loss_fall_and_the_model_exports(tmp_path: Path) -> None:
    import onnxruntime

    from paragone.baselines.detector.data import Examples
    from paragone.baselines.detector.export import export
    from paragone.baselines.detector.train import Training

    rng = np.random.default_rng(0)
    images = np.zeros((4, 64, 64, 3), np.uint8)
    images[:, 16:40, 16:40, 0] = 255
    boxes = np.tile(np.array([16, 16, 40, 40], np.float32), (4, 1, 1))
    batch = Examples(images, boxes, np.full((4, 1), 3, np.int8), np.ones((4, 1), np.int8))
    training = Training(0)
    losses = [training.step(batch, 2e-3, rng) for _ in range(12)]
    assert losses[-1] < losses[0] / 2
    export(training.net, tmp_path / "net.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "net.onnx"))
    image = rng.random((1, 3, SIZE, SIZE), dtype=np.float32) * 255
    with torch.no_grad():
        wanted = training.net.eval()(torch.from_numpy(image)).numpy()
    assert session.run(None, {"image": image})[0] == pytest.approx(wanted, abs=1e-3)
