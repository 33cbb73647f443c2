"""Running networks: onnxruntime sessions by name of weights, made once a process, on a GPU where there is one."""

import functools
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.assets import cache
from paragone.assets.manifest import find
from paragone.core.errors import NotReady

Array: TypeAlias = npt.NDArray[Any]
Floats: TypeAlias = npt.NDArray[np.float32]
Converter: TypeAlias = Callable[[Path], bytes]
PROVIDERS = ("CUDAExecutionProvider", "ROCMExecutionProvider", "CPUExecutionProvider")  # the first that is present


def threads() -> int:
    """How many threads one call of a network may use: OMP_NUM_THREADS, or one.

    Executors have a worker for every core, and two workers of one thread do a fifth more than two threads on a batch.
    """
    given = os.environ.get("OMP_NUM_THREADS", "")
    return int(given) if given.isdigit() and int(given) > 0 else 1


def run(path: Path, inputs: Mapping[str, Array], outputs: Sequence[str] | None = None) -> list[Floats]:
    """The named outputs (all of them if none are named) of the network in a file."""
    found: list[Floats] = session(path).run(outputs, dict(inputs))
    return found


@functools.lru_cache(maxsize=16)
def session(path: Path) -> Any:
    """The session of a file; 16 are kept."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads()
    options.log_severity_level = 3
    # Where a user asks for more, waiting threads would spin and take the cores from the decoding of the next images.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0" if threads() > 1 else "1")
    present = onnxruntime.get_available_providers()
    providers = [provider for provider in PROVIDERS if provider in present]
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=providers)
    except Exception as error:  # onnxruntime's own errors share no base class
        first = str(error).partition("\n")[0]
        raise NotReady(f"onnxruntime cannot load {path.name}: {first}; remove the file and fetch it anew") from error


def file_of(name: str, convert: Converter | None = None, *, version: str = "") -> Path:
    """The verified file of some weights, or what `convert` made of it, once."""
    source = cache.path_of(name)
    if convert is None:
        return source
    made = f"{name}-{find(name).sha256[:16]}-{version}.onnx"
    return cache.derived(made, lambda: convert(source))


def version_of(version: str, *names: str) -> str:
    """An annotator's version: that of its code, and the hash of every file it uses.

    >>> version_of("1", "centerface")
    '1+09189dea'
    """
    return "+".join([version, *(find(name).sha256[:8] for name in names)])


def in_batches(count: int, size: int) -> Iterator[slice]:
    """Slices that cover `count` rows, at most `size` at a time.

    >>> list(in_batches(5, 2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))
