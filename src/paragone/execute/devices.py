"""One device per process: which GPUs this process may use, and a fair hand-out of them to its workers."""

import os
import re
from pathlib import Path

DEVICE_FILES = Path("/dev")


def visible_gpus(devices: Path = DEVICE_FILES) -> list[str]:
    """The GPUs that CUDA_VISIBLE_DEVICES allows, or all of this machine; found without loading a GPU library."""
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES")
    if allowed is not None:
        return [name.strip() for name in allowed.split(",") if name.strip() not in ("", "-1")]
    found = [path.name.removeprefix("nvidia") for path in devices.glob("nvidia*")]
    return sorted((name for name in found if re.fullmatch(r"\d+", name)), key=int)


def device_for(worker: int, gpus: list[str]) -> str | None:
    """The GPU of a worker, in turn; None where there are none.

    >>> [device_for(worker, ["0", "1"]) for worker in range(3)]
    ['0', '1', '0']
    """
    return gpus[worker % len(gpus)] if gpus else None


def use_device(gpu: str | None) -> None:
    """Let this process see one GPU only; call it before any GPU library is loaded."""
    if gpu is not None:
        os.environ["CUDA_VISIBLE_DEVICES"] = gpu
