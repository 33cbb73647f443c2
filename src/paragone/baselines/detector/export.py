"""Writes a trained detector as an ONNX file with a card beside it: what made it, and how it answers.

python -m paragone.baselines.detector.export --checkpoint model.pt --out scene_detector.onnx --data FOLDER
"""

import hashlib
import json
import warnings
from pathlib import Path
from typing import Annotated, Any

import torch
import typer

from paragone.baselines.detector import data
from paragone.baselines.detector.decode import SIZE, Settings
from paragone.baselines.detector.net import Net
from paragone.core.keys import content_hash


def export(net: Net, out: Path) -> None:
    """Write the network for any number of 256 x 256 images."""
    net.eval()
    example = torch.zeros(1, 3, SIZE, SIZE)
    names: dict[str, Any] = {"input_names": ["image"], "output_names": ["answer"]}
    axes = {"image": {0: "images"}, "answer": {0: "images"}}
    with warnings.catch_warnings():
        # The older exporter needs no further package; torch says at every call that there is a newer one.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(net, (example,), str(out), dynamo=False, dynamic_axes=axes, opset_version=17, **names)


def data_hash(folder: Path) -> str:
    """A digest of every shard's boxes and labels; the images follow from the same scenes."""
    digest = hashlib.sha256()
    for shard in data.load(folder):
        for column in shard[1:]:
            digest.update(column.tobytes())
    return digest.hexdigest()[:16]


def card_of(out: Path, state: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What made the model, and the settings it is read with."""
    seconds, steps = state["at"]
    return {
        "weights": content_hash(out.read_bytes()),
        "settings": Settings()._asdict(),
        "trained_on": {
            "split": "train",
            "scenes": len(data.load(folder)) * data.SHARD,
            "hash": data_hash(folder),
            "made_with": json.loads((folder / "shard_0000" / "made_with.json").read_text(encoding="utf-8")),
        },
        "steps": steps,
        "minutes": round(seconds / 60, 1),
    }


def main(
    checkpoint: Annotated[Path, typer.Option(help="what train.py wrote")],
    out: Annotated[Path, typer.Option(help="the ONNX file")],
    folder: Annotated[Path, typer.Option("--data", help="the scenes it was trained on")],
) -> None:
    """Write the running mean of a checkpoint as ONNX, and its card as JSON."""
    state = torch.load(checkpoint, weights_only=True)
    net = Net()
    net.load_state_dict(state["mean"])
    export(net, out)
    card = card_of(out, state, folder)
    out.with_suffix(".json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    typer.echo(json.dumps(card, indent=2))


if __name__ == "__main__":
    typer.run(main)
