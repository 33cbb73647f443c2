"""Models that a library loads from a hub or a local folder: where they are, what they are, and where they run."""

import functools
import importlib.util
import json
from pathlib import Path
from typing import Any, NamedTuple

from paragone.annotators._networks.onnx import Floats
from paragone.annotators._networks.prepare import centre_crop, stretched
from paragone.assets.cache import sha256_of
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash
from paragone.core.types import Pixels

WEIGHTS = ("*.safetensors", "*.bin", "*.onnx")
FILES = ("*.json", "*.txt", "*.model", *WEIGHTS)
POLICIES = {0: "pil-bilinear", 1: "pil-lanczos", 2: "pil-bilinear", 3: "pil-bicubic"}  # PIL's numbers of its filters


def require_extra(annotator: str, *modules: str) -> None:
    """Refuse to go on without the libraries of the `hub` extra."""
    absent = [module for module in modules if importlib.util.find_spec(module) is None]
    if absent:
        raise NotReady(f"{annotator} needs {' and '.join(absent)}; run `pip install 'paragone[hub]'`")


@functools.cache
def folder_of(model: str) -> Path:
    """The local folder of a model: a path as it is, or the hub's snapshot in its cache; nothing is downloaded here."""
    path = Path(model).expanduser()
    if path.is_dir():
        return path
    require_extra(model, "huggingface_hub")
    from huggingface_hub import snapshot_download

    try:  # gigabytes are fetched when a user says so, never because a plan or a test names a model
        return Path(snapshot_download(model, allow_patterns=list(FILES), local_files_only=True))
    except Exception as error:  # the hub's client has a dozen, of several libraries
        raise NotReady(
            f"the model {model!r} is neither a folder nor in the hub's cache; "
            f"run `hf download {model}`, or give the folder of a copy as the option `model`"
        ) from error


@functools.cache
def fingerprint(folder: Path) -> str:
    """The first digits of a hash of all weights and settings in a folder."""
    files = sorted({path for pattern in (*WEIGHTS, "config.json") for path in folder.glob(pattern)})
    if not files:
        raise NotReady(f"{folder} holds no weights ({', '.join(WEIGHTS)}); give the folder of a saved model")
    return content_hash("".join(f"{path.name} {sha256_of(path)}\n" for path in files).encode())[:12]


def identity(model: str) -> str:
    """What a model is, wherever it lies: its name and the hash of its files."""
    folder = folder_of(model)
    return f"{folder.name if Path(model).is_dir() else model}+{fingerprint(folder)}"


def device() -> str:
    """`cuda` where torch finds a GPU."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


class Preprocessing(NamedTuple):
    """How a model wants images: side of the square, short side before the crop (None: stretched), and scaling."""

    side: int
    short: int | None
    policy: str
    mean: tuple[float, float, float]
    deviation: tuple[float, float, float]

    def __call__(self, pixels: Pixels) -> Floats:
        """The image as the model wants it, channels first."""
        import numpy as np

        if self.short is None:
            square = stretched(pixels, self.side, policy=self.policy)
        else:
            square = centre_crop(pixels, self.short, self.side, policy=self.policy)
        scaled = (square / 255 - np.array(self.mean)) / np.array(self.deviation)
        return np.ascontiguousarray(scaled.transpose(2, 0, 1), np.float32)


def preprocessing_of(folder: Path, default: Preprocessing) -> Preprocessing:
    """What the folder's preprocessor_config.json says, or the default."""
    path = folder / "preprocessor_config.json"
    if not path.is_file():
        return default
    settings: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    size = settings.get("size", {})
    size = {"shortest_edge": size} if isinstance(size, int) else size
    crop = settings.get("crop_size", default.side)
    side = crop if isinstance(crop, int) else int(crop["height"])
    stretches = "height" in size or not settings.get("do_center_crop", True)
    return Preprocessing(
        side=int(size["height"]) if "height" in size else side,
        short=None if stretches else int(size.get("shortest_edge", side)),
        policy=POLICIES.get(settings.get("resample", 3), default.policy),
        mean=tuple(settings.get("image_mean", default.mean)),
        deviation=tuple(settings.get("image_std", default.deviation)),
    )
