"""M-CLIP: an XLM-R whose mean token is taken to CLIP's space by one linear layer, read from a folder of the hub."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from paragone.annotators._networks import hub
from paragone.annotators._networks.onnx import Floats
from paragone.core.errors import BadInput

HEAD_WIDTH = 64  # of one attention head, in XLM-R base and large
FIRST_PLACES = 2  # positions that XLM-R's table of places keeps for padding
LAYER = "LinearTransformation"


@functools.lru_cache(maxsize=1)
def load(folder: Path) -> Callable[[str], tuple[Floats, int]]:
    """A text to its vector, and how many tokens were cut off."""
    hub.require_extra("clip_multilingual_text", "torch", "transformers")
    import torch
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    tensors = _tensors(folder)
    network, longest = _network(tensors)
    weight, bias = (tensors[f"{LAYER}.{part}"].to(network.device) for part in ("weight", "bias"))

    def run(text: str) -> tuple[Floats, int]:
        numbers = tokenizer(text)["input_ids"]
        kept = numbers if len(numbers) <= longest else [*numbers[: longest - 1], numbers[-1]]
        with torch.inference_mode():
            tokens = network(input_ids=torch.tensor([kept], device=network.device)).last_hidden_state
            vector = tokens.mean(dim=1) @ weight.T + bias
        return np.asarray(vector[0].float().cpu()), len(numbers) - len(kept)

    return run


def _tensors(folder: Path) -> dict[str, Any]:
    """The tensors of a folder, whichever way they were saved; nothing in the file is run."""
    import torch
    from safetensors.torch import load_file

    safe, pickled = folder / "model.safetensors", folder / "pytorch_model.bin"
    if not safe.is_file() and not pickled.is_file():
        raise BadInput(f"{folder} has neither {safe.name} nor {pickled.name}; give a folder of M-CLIP")
    found = load_file(safe) if safe.is_file() else torch.load(pickled, map_location="cpu", weights_only=True)
    return dict(found)


def _network(tensors: dict[str, Any]) -> tuple[Any, int]:
    """XLM-R with the file's tensors, its settings read off their shapes, and the longest text it can read."""
    from transformers import XLMRobertaConfig, XLMRobertaModel

    inner = {name.removeprefix("transformer."): one for name, one in tensors.items() if name.startswith("transformer.")}
    try:
        words, width = inner["embeddings.word_embeddings.weight"].shape
        places = inner["embeddings.position_embeddings.weight"].shape[0]
        middle = inner["encoder.layer.0.intermediate.dense.weight"].shape[0]
        reached = tuple(tensors[f"{LAYER}.weight"].shape)
    except KeyError as error:
        raise BadInput(f"the file has no tensor {error}; is it an M-CLIP of XLM-R?") from error
    if reached[1] != width:
        raise BadInput(f"{LAYER} takes {reached[1]} numbers and XLM-R gives {width}; is it one M-CLIP?")
    layers = 1 + max(int(name.split(".")[2]) for name in inner if name.startswith("encoder.layer."))
    settings = XLMRobertaConfig(
        vocab_size=words,
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=width // HEAD_WIDTH,
        intermediate_size=middle,
        max_position_embeddings=places,
        type_vocab_size=inner["embeddings.token_type_embeddings.weight"].shape[0],
        pad_token_id=1,
        layer_norm_eps=1e-5,
    )
    network = XLMRobertaModel(settings).eval()
    found = network.load_state_dict(inner, strict=False)
    # Positions are counted anew by each release, and the summary of the first token is not read.
    odd = [name for name in (*found.missing_keys, *found.unexpected_keys) if not name.endswith("position_ids")]
    odd = [name for name in odd if not name.startswith("pooler.")]
    if odd:
        raise BadInput(f"the tensor {odd[0]!r} has no place, or a place has none, in XLM-R; is it an M-CLIP of XLM-R?")
    return network.to(hub.device()), places - FIRST_PLACES
