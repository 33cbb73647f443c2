"""The most memory that a stretch of work took: of the GPU, or where there is none of this process."""

import sys
from pathlib import Path

from paragone.core.keys import Json

PROCESS = Path("/proc/self")


def begin_peak() -> None:
    """Forget earlier peaks, where that can be done."""
    import torch

    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()
        return
    try:
        (PROCESS / "clear_refs").write_text("5")  # Linux: the peak becomes what is taken now
    except OSError:
        return  # then it is the peak since the process began


def peak_memory() -> dict[str, Json]:
    """The peak since `begin_peak`, and what it is of; nothing where the system does not tell."""
    import torch

    if torch.cuda.is_available():
        return {"peak_memory_mib": round(torch.cuda.max_memory_allocated() / 2**20), "memory_of": "GPU"}
    try:
        status = (PROCESS / "status").read_text(encoding="ascii", errors="replace")
        kib = int(status.partition("VmHWM:")[2].split()[0])
    except (OSError, ValueError, IndexError):
        return _since_the_start()
    return {"peak_memory_mib": round(kib / 2**10), "memory_of": "process"}


def _since_the_start() -> dict[str, Json]:
    try:
        import resource
    except ImportError:  # Windows has no such count
        return {}
    unit = 2**20 if sys.platform == "darwin" else 2**10  # bytes there, kibibytes elsewhere
    return {"peak_memory_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit), "memory_of": "process"}
