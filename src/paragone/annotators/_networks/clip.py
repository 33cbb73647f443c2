"""Dual encoders of images and texts: transformers' CLIP and SigLIP, open_clip's, or a pair of ONNX files."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import hub, onnx, open_clip
from paragone.annotators._networks.hub import Preprocessing
from paragone.annotators._networks.kinds import Hosted
from paragone.annotators._networks.onnx import Floats
from paragone.annotators._networks.open_clip import OPEN_CLIP
from paragone.core.errors import BadOption

MEAN, DEVIATION = (0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711)  # of CLIP's training images


class Tokens(NamedTuple):
    """A text as numbers, and how many were cut off before the end mark."""

    numbers: list[int]
    cut: int


@dataclass(frozen=True)
class Encoder:
    """Both halves: images (N, 3, side, side) to vectors, one text's tokens to a vector."""

    preprocess: Preprocessing
    images: Callable[[Floats], Floats]
    tokens: Callable[[str], Tokens]
    text: Callable[[Sequence[int]], Floats]


def fitted(numbers: Sequence[int], longest: int) -> Tokens:
    """At most `longest` numbers; what is cut is cut before the last, the end mark.

    >>> fitted([1, 5, 6, 7, 2], 4)
    Tokens(numbers=[1, 5, 6, 2], cut=1)
    """
    if len(numbers) <= longest:
        return Tokens(list(numbers), 0)
    return Tokens([*numbers[: longest - 1], numbers[-1]], len(numbers) - longest)


class Clip(Hosted, Protocol):
    """One half of a dual encoder."""

    def load(self) -> Encoder:
        """The encoder of that name or folder."""
        return load(self.model)

    @property
    def version(self) -> str:
        """Code, model and the hash of its files."""
        is_open = self.model.startswith(OPEN_CLIP)
        return f"{self.code}-{open_clip.identity(self.model) if is_open else hub.identity(self.model)}"


@functools.lru_cache(maxsize=2)
def load(model: str) -> Encoder:
    """The encoder of that name or folder."""
    if model.startswith(OPEN_CLIP):
        return _from_open_clip(model)
    folder = hub.folder_of(model)
    if (folder / "image.onnx").is_file():
        return _from_onnx(folder)
    return _from_transformers(folder)


def _from_transformers(folder: Path) -> Encoder:
    hub.require_extra("clip", "torch", "transformers")
    import torch
    from transformers import AutoModel, AutoTokenizer

    network = AutoModel.from_pretrained(folder).eval().to(hub.device())
    if not hasattr(network, "get_text_features"):
        raise BadOption(f"{folder} holds a {type(network).__name__}, which is no dual encoder; give a CLIP or SigLIP")
    tokenizer = AutoTokenizer.from_pretrained(folder)
    settings = network.config.text_config
    longest, is_siglip = int(settings.max_position_embeddings), "siglip" in network.config.model_type

    def vectors(found: Any) -> Floats:
        # Releases before 5 give the tensor itself, later ones a record that holds it.
        return np.asarray(getattr(found, "pooler_output", found).float().cpu())

    def images(pixels: Floats) -> Floats:
        with torch.inference_mode():
            return vectors(network.get_image_features(pixel_values=torch.from_numpy(pixels).to(network.device)))

    def text(numbers: Sequence[int]) -> Floats:
        # SigLIP was trained on texts filled up to full length, CLIP looks no further than the end mark.
        filled = [*numbers, *[tokenizer.pad_token_id] * (longest - len(numbers))] if is_siglip else list(numbers)
        with torch.inference_mode():
            found = network.get_text_features(input_ids=torch.tensor([filled], device=network.device))
        return np.asarray(vectors(found)[0])

    side = int(network.config.vision_config.image_size)
    default = Preprocessing(side, None if is_siglip else side, "pil-bicubic", MEAN, DEVIATION)
    return Encoder(
        hub.preprocessing_of(folder, default), images, lambda line: fitted(tokenizer(line)["input_ids"], longest), text
    )


def _from_onnx(folder: Path) -> Encoder:
    """`image.onnx` (pixel_values to a vector), `text.onnx` (input_ids to a vector) and `tokenizer.json`."""
    hub.require_extra("clip", "tokenizers")
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    shape = onnx.session(folder / "image.onnx").get_inputs()[0].shape
    length = onnx.session(folder / "text.onnx").get_inputs()[0].shape[1]
    longest = length if isinstance(length, int) else 77

    def text(numbers: Sequence[int]) -> Floats:
        rows: npt.NDArray[np.int64] = np.zeros((1, longest if isinstance(length, int) else len(numbers)), np.int64)
        rows[0, : len(numbers)] = numbers
        return np.asarray(onnx.run(folder / "text.onnx", {"input_ids": rows})[0][0])

    side = int(shape[2]) if isinstance(shape[2], int) else 224
    return Encoder(
        hub.preprocessing_of(folder, Preprocessing(side, side, "pil-bicubic", MEAN, DEVIATION)),
        lambda pixels: onnx.run(folder / "image.onnx", {"pixel_values": pixels})[0],
        lambda line: fitted(tokenizer.encode(line).ids, longest),
        text,
    )


def _from_open_clip(model: str) -> Encoder:
    import torch

    loaded = open_clip.load(model)
    network, tokenizer = loaded.network, loaded.tokenizer
    longest = int(network.context_length)

    def text(numbers: Sequence[int]) -> Floats:
        rows = torch.zeros((1, longest), dtype=torch.int64)
        rows[0, : len(numbers)] = torch.tensor(numbers)
        with torch.inference_mode():
            return np.asarray(network.encode_text(rows.to(hub.device()))[0].float().cpu())

    def images(pixels: Floats) -> Floats:
        with torch.inference_mode():
            return np.asarray(network.encode_image(torch.from_numpy(pixels).to(hub.device())).float().cpu())

    def tokens(line: str) -> Tokens:
        return fitted([tokenizer.sot_token_id, *tokenizer.encode(line), tokenizer.eot_token_id], longest)

    return Encoder(loaded.preprocess, images, tokens, text)
