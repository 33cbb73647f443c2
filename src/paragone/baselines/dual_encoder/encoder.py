"""A trained dual encoder as its two ONNX files and card have it: images and texts to vectors, without torch."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.baselines.detector.decode import SIZE
from paragone.baselines.dual_encoder.words import Numbers, numbering, read
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash
from paragone.core.types import Pixels
from paragone.images.resize import policy_named, resize

Floats = npt.NDArray[np.float32]
IMAGE, TEXT, CARD = "clip_scene_image.onnx", "clip_scene_text.onnx", "clip_scene.json"


@dataclass(frozen=True, slots=True)
class Encoder:
    """Both halves; vectors have unit length."""

    image: Any  # onnxruntime sessions
    text: Any
    numbers: Mapping[str, int]
    digest: str  # of the three files

    def see(self, pixels: Pixels) -> Floats:
        """The vector of an image. One at a time: it may not depend, even in its last digit, on a batch."""
        small = resize(pixels, (SIZE, SIZE), policy=policy_named("pil-bilinear"))
        vector: Floats = self.image.run(None, {"image": np.ascontiguousarray(small.transpose(2, 0, 1)[None])})[0][0]
        return vector

    def read(self, text: str) -> Numbers:
        """The text as numbers."""
        return read(text, self.numbers)

    def say(self, numbers: Numbers) -> Floats:
        """The vector of a text."""
        vector: Floats = self.text.run(None, {"numbers": np.array([numbers.numbers], dtype=np.int64)})[0][0]
        return vector


def load(folder: Path) -> Encoder:
    """The encoder in a folder."""
    import onnxruntime

    files = [folder / name for name in (IMAGE, TEXT, CARD)]
    absent = [path.name for path in files if not path.is_file()]
    if absent:
        raise NotReady(f"no {absent[0]} in {folder}; train an encoder, docs/simulator.md says how, or leave out `path`")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # several workers look at once
    options.inter_op_num_threads = 1
    image, text = (
        onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]) for path in files[:2]
    )
    words = json.loads(files[2].read_text(encoding="utf-8"))["words"]
    return Encoder(image, text, numbering(words), content_hash(b"".join(path.read_bytes() for path in files)))
