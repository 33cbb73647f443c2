"""A worker process ends with the process that started it, however that one ends."""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1  # linux/prctl.h
LOOK_S = 1.0


def end_with_parent(parent: int) -> None:
    """Have this process killed when the process `parent` is gone; on Linux the kernel does it at once."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.name == "posix":
        threading.Thread(target=_watch, args=(parent,), name="paragone parent watch", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_S)
    os.kill(os.getpid(), signal.SIGKILL)
