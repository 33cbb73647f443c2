"""Tensors of TensorFlow.js: a manifest in JSON and the bytes of its weights, one after the other."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput


def weights_in(manifest: Sequence[Mapping[str, Any]], data: bytes) -> dict[str, npt.NDArray[Any]]:
    """The tensors by name; those kept as float16 come back as float32."""
    found, start = {}, 0
    for entry in (entry for group in manifest for entry in group["weights"]):
        kept = entry.get("quantization", {}).get("dtype", entry["dtype"])
        if kept not in ("float16", "float32", "int32"):
            raise BadInput(f"this TensorFlow.js file keeps weights as {kept}, which is not converted yet")
        count = int(np.prod(entry["shape"], dtype=int))
        end = start + count * np.dtype(kept).itemsize
        if end > len(data):
            raise BadInput("this TensorFlow.js file has fewer weights than its topology names; fetch it anew")
        found[entry["name"]] = np.frombuffer(data[start:end], kept).astype(entry["dtype"]).reshape(entry["shape"])
        start = end
    return found
