"""A trained painter as its two ONNX files and card have it, without torch."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paragone.baselines.flow.layout import Floats
from paragone.baselines.flow.sample import Numbers, Voices
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash

LAYOUT, LAYER, CARD = "layout.onnx", "layer.onnx", "card.json"


class Shipped(NamedTuple):
    """The networks, and a digest of the files they came from."""

    voices: Voices
    digest: str


def digest_of(folder: Path) -> str:
    """A digest of the three files; one that is absent is told with what to do."""
    files = [folder / name for name in (LAYOUT, LAYER, CARD)]
    absent = [path.name for path in files if not path.is_file()]
    if absent:
        raise NotReady(f"no {absent[0]} in {folder}; `paragone train flow` and its export write it (docs/painter.md)")
    return content_hash(b"".join(path.read_bytes() for path in files))


def load(folder: Path) -> Shipped:
    """The painter in a folder."""
    digest = digest_of(folder)
    layout, layer = (_session(folder / name) for name in (LAYOUT, LAYER))

    def say_layout(numbers: Numbers, slots: Floats, t: Floats) -> Floats:
        said: Floats = layout.run(None, {"numbers": numbers, "slots": slots, "t": t})[0]
        return said

    def say_layer(layers: Floats, t: Floats, kinds: Numbers, boxes: Floats) -> Floats:
        given = {"layers": layers, "t": t, "kinds": kinds, "boxes": boxes}
        said: Floats = layer.run(None, {name: np.ascontiguousarray(value) for name, value in given.items()})[0]
        return said

    words = json.loads((folder / CARD).read_text(encoding="utf-8"))["words"]
    return Shipped(Voices(say_layout, say_layer, tuple(words)), digest)


def _session(path: Path) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # several workers draw at once
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
