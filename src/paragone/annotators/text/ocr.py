"""Text in an image: lines with their words, place and certainty, by PP-OCRv4 (English and Chinese, no accents)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.annotators._networks import onnx
from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators.text._text_lines import Line, find_lines
from paragone.core.types import Column, Facts, Picture, Pixels
from paragone.images.resize import POLICIES, resize

SHORT, LONG = 736, 2000  # sides of the image that lines are looked for in
TALL, WIDE = 48, 320  # a line's height, and its least width


@dataclass(frozen=True, slots=True)
class Ocr(Weighted, Batched):
    """`text` is all lines in reading order; `boxes` has each with its box, its four `corners` and its score.

    Lines are read one at a time, so that no line's width changes another's result; text upside down is not turned.
    Memory: 0.5 GB.
    """

    threshold: float = 0.5
    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"text": "text", "boxes": "json"}
    needs_weights: ClassVar[tuple[str, ...]] = ("ocr-detect", "ocr-read")

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """The text of each image."""
        return [self._read(picture.pixels) for picture in pictures]

    def _read(self, pixels: Pixels) -> Facts:
        boxes = []
        for line in _lines(pixels):
            words, score = _words(_flattened(pixels, line))
            if words.strip() and score >= self.threshold:
                boxes.append(_fact(words, score, line, pixels))
        return {"text": "\n".join(box["label"] for box in boxes), "boxes": boxes}


def _fact(words: str, score: float, line: Line, pixels: Pixels) -> Mapping[str, Any]:
    corners = np.clip(line.corners, 0, (pixels.shape[1], pixels.shape[0]))
    box = [*corners.min(axis=0), *corners.max(axis=0)]
    return fact(words, score, box, corners=corners.round(1).tolist())


def _lines(pixels: Pixels) -> list[Line]:
    """Lines in the image's own pixels."""
    height, width = pixels.shape[:2]
    scale = min(max(SHORT / min(height, width), 1.0), LONG / max(height, width))
    size = max(round(height * scale / 32), 1) * 32, max(round(width * scale / 32), 1) * 32
    image = resize(pixels, size, policy=POLICIES["bilinear-torch"])[:, :, ::-1]  # the network was trained on BGR
    scaled = np.ascontiguousarray(((image / 255 - 0.5) / 0.5).transpose(2, 0, 1)[None], np.float32)
    [chances] = onnx.run(onnx.file_of("ocr-detect"), {"x": scaled})
    factor = np.array([width / size[1], height / size[0]])
    return [
        Line(line.corner * factor, line.across * factor, line.down * factor, line.score)
        for line in find_lines(chances[0, 0])
    ]


def _flattened(pixels: Pixels, line: Line) -> npt.NDArray[np.float32]:
    """The line as an upright strip, 48 pixels tall; text that runs down is turned first."""
    wide, tall = float(np.hypot(*line.across)), float(np.hypot(*line.down))
    corner, across, down = line.corner, line.across, line.down
    if tall >= 1.5 * wide:
        corner, across, down, wide, tall = corner + across, down, -across, tall, wide
    width = max(round(TALL * wide / max(tall, 1.0)), 1)
    right, below = across / width, down / TALL
    matrix = (right[0], below[0], corner[0] + 0.5, right[1], below[1], corner[1] + 0.5)
    strip = Image.fromarray(pixels).transform(
        (width, TALL), Image.Transform.AFFINE, tuple(float(value) for value in matrix), Image.Resampling.BICUBIC
    )
    return np.asarray(strip, np.float32)


def _words(strip: npt.NDArray[np.float32]) -> tuple[str, float]:
    """What a strip says, and how sure the network is of its letters on average."""
    image = np.zeros((1, 3, TALL, max(strip.shape[1], WIDE)), np.float32)
    image[0, :, :, : strip.shape[1]] = ((strip[:, :, ::-1] / 255 - 0.5) / 0.5).transpose(2, 0, 1)
    network = onnx.file_of("ocr-read")
    [chances] = onnx.run(network, {"x": image})
    letters = ["", *onnx.session(network).get_modelmeta().custom_metadata_map["character"].splitlines(), " "]
    return spell(chances[0], letters)


def spell(chances: npt.NDArray[np.float32], letters: Sequence[str]) -> tuple[str, float]:
    """Letters from a table of (steps, letters): repeats joined, blanks (letter 0) dropped.

    >>> spell(np.array([[0.1, 0.9, 0], [0.2, 0.8, 0], [0.9, 0.1, 0], [0, 0.7, 0.3]], np.float32), ["", "a", "b"])
    ('aa', 0.8)
    """
    best = chances.argmax(axis=1)
    new = (best != 0) & np.append(True, best[1:] != best[:-1])
    sure = chances.max(axis=1)[new]
    return "".join(letters[at] for at in best[new]), round(float(sure.mean()), 4) if len(sure) else 0.0


annotator = Ocr
