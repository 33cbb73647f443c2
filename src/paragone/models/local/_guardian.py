"""Runs a program and ends it, with all it started, as soon as the process that asked for it is gone or closes the pipe.

Started by command.py as a script of its own, which imports nothing of ours: it must be quick, and it must outlive us.
Its input is a pipe from us. When that ends, the program's group is killed and the folder removed.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading

UNSTARTABLE = 127
MARK = "cannot start: "


def _end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # nobody is left


def _watch(program: "subprocess.Popen[bytes]", folder: str, ending: threading.Lock) -> None:
    while os.read(0, 1):
        pass
    ending.acquire()  # for good: the main thread, which sees the program end now, waits until the folder is gone
    _end_group(program.pid)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(128 + signal.SIGKILL)


def main(folder: str, *words: str) -> None:
    """Run the words as a program and end as it ends."""
    try:
        program = subprocess.Popen(words, stdin=subprocess.DEVNULL, process_group=0)
    except OSError as error:
        sys.stderr.write(f"{MARK}{error.strerror or error}")
        sys.exit(UNSTARTABLE)
    ending = threading.Lock()
    threading.Thread(target=_watch, args=(program, folder, ending), daemon=True).start()
    status = program.wait()
    ending.acquire()
    _end_group(program.pid)
    if status < 0:  # end by the same signal, without a second memory image on disk
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
