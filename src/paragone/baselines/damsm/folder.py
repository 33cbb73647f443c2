"""A trained DAMSM in a folder: image_encoder.pth, text_encoder.pth, and damsm.json with its sizes and words.

The same folder holds one of ours and the published one, whose vocabulary comes out of AttnGAN's captions.pickle:

    python -m paragone.baselines.damsm.folder --image image_encoder200.pth --text text_encoder200.pth \
        --captions captions.pickle --out damsm-cub
"""

import json
import pickle
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import torch
import typer

from paragone.assets.pickled import Tensors, read_tensors
from paragone.baselines.damsm.image import FullTrunk, ImageEncoder, SmallTrunk
from paragone.baselines.damsm.text import TextEncoder
from paragone.core.errors import BadInput, NotReady

CARD, IMAGE, TEXT = "damsm.json", "image_encoder.pth", "text_encoder.pth"
TrunkName: TypeAlias = Literal["small", "inception"]


class Damsm(NamedTuple):
    """Both halves, the words they know, and how many of a caption are read."""

    image: ImageEncoder
    text: TextEncoder
    words: dict[str, int]
    longest: int


def make(trunk: TrunkName, words: dict[str, int], *, features: int, longest: int) -> Damsm:
    """An untrained one."""
    body = SmallTrunk() if trunk == "small" else FullTrunk()
    text = TextEncoder(len(words) + 1, features=features)
    return Damsm(ImageEncoder(body, features=features), text, words, longest)


def load(folder: Path) -> Damsm:
    """The trained one in a folder, ready to look."""
    card = _card(folder)
    damsm = make(card["trunk"], card["words"], features=card["features"], longest=card["longest"])
    for half, name in ((damsm.image, IMAGE), (damsm.text, TEXT)):
        tensors = read_tensors(folder / name)
        state = _published_names(tensors) if "Conv2d_1a_3x3.conv.weight" in tensors else tensors
        try:
            half.load_state_dict({key: torch.from_numpy(value) for key, value in state.items()})
        except RuntimeError as error:
            raise BadInput(f"{name} does not fit {CARD} in {folder}: {str(error).splitlines()[-1].strip()}") from error
        half.eval()
    return damsm


def save(damsm: Damsm, folder: Path, card: dict[str, Any]) -> None:
    """Write a folder; the card is written last, so that a folder with one is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    for half, name in ((damsm.image, IMAGE), (damsm.text, TEXT)):
        torch.save(half.state_dict(), folder / name)
    whole = {**card, "longest": damsm.longest, "words": damsm.words}
    (folder / CARD).write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


def _card(folder: Path) -> dict[str, Any]:
    try:
        card: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
        wanted = {"trunk": str, "words": dict, "features": int, "longest": int}
        if any(not isinstance(card.get(name), kind) for name, kind in wanted.items()):
            raise BadInput(f"{folder / CARD} lacks one of {', '.join(wanted)}; write the folder anew")
    except (OSError, ValueError, AttributeError) as error:
        raise NotReady(
            f"there is no trained DAMSM in {folder} ({CARD}: {error}); train one with"
            " `python -m paragone.baselines.damsm.train`, or take over the published one with"
            " `python -m paragone.baselines.damsm.folder`"
        ) from error
    return card


def _published_names(tensors: Tensors) -> Tensors:
    # There the trunk's layers are the encoder's own; training mode also counted its batches.
    heads = ("emb_features", "emb_cnn_code")
    return {
        name if name.startswith(heads) else f"trunk.inception.{name}": value
        for name, value in tensors.items()
        if not name.startswith(("AuxLogits", "fc."))
    }


class _Plain(pickle.Unpickler):
    """Lists, tables, texts and numbers: any name in the file is refused, so nothing in it runs."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"it names {module}.{name}, which no list of captions needs")


def read_words(captions: Path) -> dict[str, int]:
    """The vocabulary in AttnGAN's captions.pickle: its fourth part, word to number."""
    try:
        with captions.open("rb") as file:
            found = _Plain(file, encoding="latin1").load()
        return {str(word): int(number) for word, number in found[3].items() if int(number) > 0}
    except (OSError, pickle.UnpicklingError, EOFError, ValueError, LookupError, AttributeError, TypeError) as error:
        raise BadInput(f"{captions} is no captions.pickle of AttnGAN: {error}") from error


def main(
    image: Annotated[Path, typer.Option(help="the published image encoder")],
    text: Annotated[Path, typer.Option(help="the published text encoder")],
    captions: Annotated[Path, typer.Option(help="AttnGAN's captions.pickle, for its words")],
    out: Annotated[Path, typer.Option(help="the folder to write")],
    longest: Annotated[int, typer.Option(help="words of a caption: 18 for birds, 15 for COCO")] = 18,
) -> None:
    """Lay the published files out as a folder that the encoder `damsm` takes."""
    words = read_words(captions)
    damsm = make("inception", words, features=256, longest=longest)
    tensors = _published_names(read_tensors(image))
    damsm.image.load_state_dict({key: torch.from_numpy(value) for key, value in tensors.items()})
    damsm.text.load_state_dict({key: torch.from_numpy(value) for key, value in read_tensors(text).items()})
    save(damsm, out, {"what": "DAMSM as published", "trunk": "inception", "features": 256})
    typer.echo(f"{out}: {len(words)} words")


if __name__ == "__main__":
    typer.run(main)
