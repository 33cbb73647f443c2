"""Writes a trained dual encoder as two ONNX files with a card beside them: what made them, and their words.

    python -m paragone.baselines.dual_encoder.export --checkpoint model.pt --data FOLDER --out FOLDER

The folder then has clip_scene_image.onnx, clip_scene_text.onnx and clip_scene.json, as the annotators want them.
"""

import json
import warnings
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from torch import Tensor, nn

from paragone.baselines.detector.data import SHARD
from paragone.baselines.detector.decode import SIZE
from paragone.baselines.detector.export import data_hash
from paragone.baselines.dual_encoder import data
from paragone.baselines.dual_encoder.encoder import CARD, IMAGE, TEXT
from paragone.baselines.dual_encoder.net import LENGTH, DualEncoder
from paragone.baselines.dual_encoder.words import LONGEST, START
from paragone.core.keys import content_hash


def export(net: DualEncoder, folder: Path) -> None:
    """Write both halves, for any number of images of 256 x 256 and of texts of any one length."""
    net.eval()
    folder.mkdir(parents=True, exist_ok=True)
    _write(net.image, ("image", torch.zeros(1, 3, SIZE, SIZE)), folder / IMAGE, free={0: "images"})
    _write(net.text, ("numbers", torch.full((2, 7), START)), folder / TEXT, free={0: "texts", 1: "words"})


def card_of(folder: Path, state: dict[str, Any], scenes: Path) -> dict[str, Any]:
    """What made the model, and the words it knows."""
    seconds, steps = state["at"]
    return {
        "what": "a dual encoder of simulator images and captions (image CNN and text encoder); it is no CLIP",
        "licence": "Apache-2.0",
        "weights": {name: content_hash((folder / name).read_bytes()) for name in (IMAGE, TEXT)},
        "input": {"image": f"{SIZE} x {SIZE}, pil-bilinear, RGB 0..255", "text": f"at most {LONGEST - 1} words"},
        "vector": {"length": LENGTH, "norm": 1},
        "detector": state["detector"],
        "trained_on": {
            "split": "train",
            "scenes": len(data.load(scenes, "train", 0)) * SHARD,
            "hash": data_hash(scenes),
            "made_with": json.loads((scenes / "shard_0000" / "made_with.json").read_text(encoding="utf-8")),
        },
        "steps": steps,
        "minutes": round(seconds / 60, 1),
        "words": state["words"],
    }


def _write(half: nn.Module, given: tuple[str, Tensor], out: Path, *, free: dict[int, str]) -> None:
    name, example = given
    names: dict[str, Any] = {"input_names": [name], "output_names": ["vector"]}
    axes = {name: free, "vector": {0: free[0]}}
    with warnings.catch_warnings():
        # The older exporter needs no further package; torch says at every call that there is a newer one.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(half, (example,), str(out), dynamo=False, dynamic_axes=axes, opset_version=17, **names)


def main(
    checkpoint: Annotated[Path, typer.Option(help="what train.py wrote")],
    out: Annotated[Path, typer.Option(help="the folder of the three files")],
    scenes: Annotated[Path, typer.Option("--data", help="the scenes it was trained on")],
) -> None:
    """Write the running mean of a checkpoint as ONNX, and its card as JSON."""
    state = torch.load(checkpoint, weights_only=True)
    net = DualEncoder(len(state["words"]))
    net.load_state_dict(state["mean"])
    export(net, out)
    card = card_of(out, state, scenes)
    (out / CARD).write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    typer.echo(json.dumps({name: value for name, value in card.items() if name != "words"}, indent=2))


if __name__ == "__main__":
    typer.run(main)
