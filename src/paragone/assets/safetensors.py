"""Tensors out of a safetensors file: a length, a JSON table of contents, and raw numbers."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.foreign import reading

DTYPES = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32, "U8": np.uint8}


def read_tensors(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Every tensor by name, each in memory of its own: views into the file are not aligned, which makes sums slow."""
    with reading(lambda said: f"{path.name} is not a safetensors file: {said}; fetch the weights anew"):
        data = np.fromfile(path, np.uint8)
        length = int(data[:8].view("<u8")[0])
        contents = json.loads(data[8 : 8 + length].tobytes())
        numbers = data[8 + length :]
        return {
            name: np.frombuffer(numbers[slice(*entry["data_offsets"])].tobytes(), DTYPES[entry["dtype"]]).reshape(
                entry["shape"]
            )
            for name, entry in contents.items()
            if name != "__metadata__"
        }
