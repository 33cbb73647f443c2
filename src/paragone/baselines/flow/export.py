"""Writes a trained painter as two ONNX files with a card beside them: what made it, and the words it knows.

    python -m paragone.baselines.flow.export --checkpoint runs/flow/best.pt --data runs/flow/scenes --out FOLDER

Weights are kept as bytes with a scale a row, a quarter of the size; they are float32 again when a session opens, and so
is all arithmetic.
"""

import json
import warnings
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import onnx
import torch
import typer
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from paragone.baselines.detector.data import made_with
from paragone.baselines.flow import data
from paragone.baselines.flow.layout import KINDS, SIDE, SLOTS, VERSION, WIDTH, WORDS, vocabulary
from paragone.baselines.flow.net import Painter
from paragone.baselines.flow.onnx_voices import CARD, LAYER, LAYOUT
from paragone.baselines.flow.torch_voices import load
from paragone.core.keys import content_hash

LEAST = 1024  # numbers of a weight that is worth it


def export(net: Painter, folder: Path) -> None:
    """Write both networks, for any number of rows."""
    net.eval()
    folder.mkdir(parents=True, exist_ok=True)
    t, rows = torch.zeros(2), {0: "rows"}
    layout = {"numbers": torch.zeros(2, WORDS, dtype=torch.int64), "slots": torch.zeros(2, SLOTS, WIDTH), "t": t}
    layer = {"layers": torch.zeros(2, 4, SIDE, SIDE), "t": t, "kinds": torch.zeros(2, dtype=torch.int64)}
    _write(net.layout, layout, folder / LAYOUT, rows)
    _write(net.layer, {**layer, "boxes": torch.zeros(2, 4)}, folder / LAYER, rows)


def small(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its large weights as bytes and a scale a row; a cast and a product before their use undo it."""
    added, nodes = [], []
    for weight in model.graph.initializer:
        values, name = numpy_helper.to_array(weight), weight.name
        if values.dtype != np.float32 or values.size < LEAST:
            continue
        scale = np.abs(values).max(axis=tuple(range(1, values.ndim)), keepdims=True) / 127 + np.float32(1e-12)
        weight.CopyFrom(numpy_helper.from_array(np.round(values / scale).astype(np.int8), f"{name}.bytes"))
        added.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}.scale"))
        nodes.append(helper.make_node("Cast", [f"{name}.bytes"], [f"{name}.whole"], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Mul", [f"{name}.whole", f"{name}.scale"], [name]))
    nodes += model.graph.node
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(added)
    onnx.checker.check_model(model)
    return model


def card_of(folder: Path, checkpoint: Path, scenes: Path) -> dict[str, Any]:
    """What made the model, and the words it knows."""
    state = torch.load(checkpoint, weights_only=True)
    seconds, steps = state["at"]
    trained = data.load(scenes, "train", share=state["share"])
    return {
        "what": "text-to-image by two flows: text to layout, then a layer for each thing; simulator scenes only",
        "licence": "Apache-2.0",
        "weights": {name: content_hash((folder / name).read_bytes()) for name in (LAYOUT, LAYER)},
        "trained_on": {
            "version": VERSION,
            "split": "train",
            "scenes": len(trained.texts),
            "layers": len(trained.kinds),
            "made_with": made_with(),
        },
        "steps": steps,
        "minutes": round(seconds / 60, 1),
        "kinds": KINDS,
        "words": vocabulary(),
    }


def write(checkpoint: Path, scenes: Path, out: Path) -> dict[str, Any]:
    """Export a checkpoint's running mean with its card; gives the card."""
    export(load(checkpoint), out)
    card = card_of(out, checkpoint, scenes)
    (out / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    return card


def _write(half: nn.Module, given: dict[str, Tensor], out: Path, rows: dict[int, str]) -> None:
    axes = {name: rows for name in (*given, "truth")}
    names: dict[str, Any] = {"input_names": [*given], "output_names": ["truth"]}
    with warnings.catch_warnings():
        # The older exporter needs no further package; torch says at every call that there is a newer one.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", torch.jit.TracerWarning)
        torch.onnx.export(
            half, tuple(given.values()), str(out), dynamo=False, dynamic_axes=axes, opset_version=17, **names
        )
    onnx.save(small(onnx.load(str(out))), str(out))


def main(
    checkpoint: Annotated[Path, typer.Option(help="what the training wrote: early.pt, best.pt, final.pt")],
    out: Annotated[Path, typer.Option(help="the folder of the three files")],
    scenes: Annotated[Path, typer.Option("--data", help="the scenes it was trained on")],
) -> None:
    """Write the running mean of a checkpoint as ONNX, and its card as JSON."""
    card = write(checkpoint, scenes, out)
    typer.echo(json.dumps({name: value for name, value in card.items() if name != "words"}, indent=2))


if __name__ == "__main__":
    typer.run(main)
