"""The network of a DETR checkpoint in the form that DETR's own training writes, built with transformers.

The two name their parts differently, and transformers holds queries, keys and values apart that DETR keeps in one
matrix. Every tensor must find its place and every place its tensor: DALL-Eval's own script lets a mismatch pass.
"""

import re
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paragone.core.errors import BadInput

# Where transformers' name of a part differs from DETR's, in the order in which they are tried.
RULES = (
    (r"^model\.backbone\.(conv_encoder\.)?model\.embedder\.embedder\.convolution\.", "backbone.0.body.conv1."),
    (r"^model\.backbone\.(conv_encoder\.)?model\.embedder\.embedder\.normalization\.", "backbone.0.body.bn1."),
    (r"^model\.backbone\.(conv_encoder\.)?model\.encoder\.stages\.(\d+)\.layers\.", r"backbone.0.body.layer<\2>."),
    (r"\.shortcut\.convolution\.", ".downsample.0."),
    (r"\.shortcut\.normalization\.", ".downsample.1."),
    (r"\.layer\.(\d)\.convolution\.", r".conv<\1>."),
    (r"\.layer\.(\d)\.normalization\.", r".bn<\1>."),
    (r"^model\.input_projection\.", "input_proj."),
    (r"^model\.query_position_embeddings\.", "query_embed."),
    (r"^class_labels_classifier\.", "class_embed."),
    (r"^bbox_predictor\.", "bbox_embed."),
    (r"^model\.decoder\.layernorm\.", "transformer.decoder.norm."),
    (r"^model\.(encoder|decoder)\.", r"transformer.\1."),
    (r"\.encoder_attn_layer_norm\.", ".norm2."),
    (r"\.self_attn_layer_norm\.", ".norm1."),
    (r"(\.encoder\.layers\.\d+)\.final_layer_norm\.", r"\1.norm2."),
    (r"(\.decoder\.layers\.\d+)\.final_layer_norm\.", r"\1.norm3."),
    (r"\.encoder_attn\.", ".multihead_attn."),
    (r"\.o_proj\.", ".out_proj."),
    (r"\.(mlp\.)?fc([12])\.", r".linear\2."),
)


class TensorPlace(NamedTuple):
    """Where a tensor of transformers' network stands in a checkpoint of DETR: all of it, or its n-th third."""

    name: str
    third: int | None = None


def place_of(name: str) -> TensorPlace:
    """The place of a tensor by its name in transformers.

    >>> place_of("model.decoder.layers.3.encoder_attn.k_proj.bias")
    TensorPlace(name='transformer.decoder.layers.3.multihead_attn.in_proj_bias', third=1)
    >>> place_of("model.backbone.model.encoder.stages.3.layers.0.layer.1.convolution.weight").name
    'backbone.0.body.layer4.0.conv2.weight'
    """
    for pattern, with_ in RULES:
        name = re.sub(pattern, with_, name)
    name = re.sub(r"<(\d+)>", lambda found: str(int(found[1]) + 1), name)  # DETR's backbone counts from one
    part = re.search(r"\.([qkv])_proj\.(weight|bias)$", name)
    if not part:
        return TensorPlace(name)
    return TensorPlace(f"{name[: part.start()]}.in_proj_{part[2]}", "qkv".index(part[1]))


def build(tensors: Mapping[str, Any], config: Any, *, dilated: bool) -> Any:
    """A network in transformers' form with the tensors of a checkpoint."""
    from transformers import DetrForObjectDetection

    network = DetrForObjectDetection(config).eval()
    if dilated:
        _dilate(network)
    places = {name: place_of(name) for name in network.state_dict()}
    wanted = {place.name for place in places.values()}
    odd = sorted(wanted ^ set(tensors))
    if odd:
        side = "lacks" if odd[0] in wanted else "has, beyond what DETR has,"
        raise BadInput(f"the checkpoint {side} {odd[0]!r} (and {len(odd) - 1} more such); is it a DETR-R101-DC5?")
    try:
        network.load_state_dict({name: _taken(tensors[place.name], place.third) for name, place in places.items()})
    except RuntimeError as error:
        reason = str(error).splitlines()[-1].strip()
        raise BadInput(f"the checkpoint's tensors do not fit: {reason}; is it a DETR-R101-DC5?") from error
    return network


def _taken(tensor: Any, third: int | None) -> Any:
    return tensor if third is None else tensor.chunk(3)[third]


def _dilate(network: Any) -> None:
    """DC5: the last stage keeps its resolution, and its blocks after the first look twice as far."""
    backbone = network.model.backbone
    stage = getattr(backbone, "conv_encoder", backbone).model.encoder.stages[-1]
    for number, block in enumerate(stage.layers):
        middle = block.layer[1].convolution
        middle.stride = (1, 1)
        if number == 0:
            block.shortcut.convolution.stride = (1, 1)
        else:
            middle.dilation = middle.padding = (2, 2)


def read_checkpoint(path: Path) -> dict[str, Any]:
    """The tensors of a checkpoint by name; nothing in the file is run."""
    import pickle

    import torch

    try:
        with torch.serialization.safe_globals([Namespace]):  # the settings of its training lie beside the tensors
            found = torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError) as error:
        raise BadInput(f"{path.name} is no checkpoint of plain tensors; download it anew") from error
    tensors = found.get("model", found) if isinstance(found, dict) else None
    if not isinstance(tensors, dict) or not all(isinstance(value, torch.Tensor) for value in tensors.values()):
        raise BadInput(f"{path.name} holds no table of tensors under 'model'; is it DETR's checkpoint?")
    return {name.removeprefix("module."): value for name, value in tensors.items()}
