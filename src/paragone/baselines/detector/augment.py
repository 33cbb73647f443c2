"""Makes training images imperfect, as drawings are: crops, mirror images, light, contrast, blur, noise, JPEG."""

import io

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.baselines.detector.data import Examples

LEAST_PART = 0.6  # of a box that must lie within a crop for it to be asked for


def crops(batch: Examples, side: int, rng: np.random.Generator) -> Examples:
    """From each image a square of that side around one of its things, mirrored half the time."""
    images = np.zeros((len(batch.images), side, side, 3), dtype=np.uint8)
    boxes, labels = batch.boxes.copy(), batch.labels.copy()
    size = batch.images.shape[1]
    for k, image in enumerate(batch.images):
        things = np.flatnonzero(labels[k] >= 0)
        middle = boxes[k, rng.choice(things)].reshape(2, 2).mean(axis=0) if things.size else np.full(2, size / 2)
        corner = np.clip(middle - side * rng.uniform(0.25, 0.75, 2), 0, size - side).astype(int)
        images[k] = image[corner[1] : corner[1] + side, corner[0] : corner[0] + side]
        boxes[k] -= np.tile(corner, 2)
    inside = np.clip(boxes, 0, side)
    labels[_area(inside) < LEAST_PART * np.maximum(_area(boxes), 1)] = -1
    return mirrored(Examples(images, inside, labels, batch.colours), rng)


def mirrored(batch: Examples, rng: np.random.Generator) -> Examples:
    """Left and right exchanged in half of the images."""
    flip = rng.random(len(batch.images)) < 0.5
    side = batch.images.shape[2]
    images, boxes = batch.images.copy(), batch.boxes.copy()
    images[flip] = images[flip][:, :, ::-1]
    boxes[flip] = boxes[flip][..., [2, 1, 0, 3]] * (-1, 1, -1, 1) + (side, 0, side, 0)
    return batch._replace(images=images, boxes=boxes.astype(np.float32))


def worn(images: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """The images with other light and contrast, and a part of them blurred, noisy or compressed."""
    out = images.astype(np.float32)
    count = len(images)
    gain = rng.uniform(0.8, 1.2, (count, 1, 1, 1)).astype(np.float32)
    tone = rng.uniform(0.94, 1.06, (count, 1, 1, 3)).astype(np.float32)
    out = (out - 128) * gain * tone + 128 + rng.uniform(-16, 16, (count, 1, 1, 1)).astype(np.float32)
    for k in range(count):
        chance = rng.random()
        if chance < 0.1:
            out[k] = _blurred(out[k])
        elif chance < 0.2:
            out[k] += rng.standard_normal(out[k].shape, dtype=np.float32) * np.float32(rng.uniform(2, 12))
        elif chance < 0.3:
            out[k] = _compressed(out[k], int(rng.integers(30, 90)))
    return np.clip(out, 0, 255)


def _blurred(image: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    padded = np.pad(image, ((1, 1), (1, 1), (0, 0)), mode="edge")
    across = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    mean: npt.NDArray[np.float32] = (across[:-2] + across[1:-1] + across[2:]) / np.float32(9)
    return mean


def _compressed(image: npt.NDArray[np.float32], quality: int) -> npt.NDArray[np.float32]:
    file = io.BytesIO()
    Image.fromarray(np.clip(image, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=quality)
    return np.asarray(Image.open(file), dtype=np.float32)


def _area(boxes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    area: npt.NDArray[np.float32] = np.prod(np.clip(boxes[..., 2:] - boxes[..., :2], 0, None), axis=-1)
    return area
