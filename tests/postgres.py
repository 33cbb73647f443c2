"""A PostgreSQL of one's own for tests: a new cluster in a temporary folder, on loopback, gone afterwards."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
REASON = "needs PostgreSQL: apt-get install postgresql, and pip install 'paragone[postgresql]'"


def is_here() -> bool:
    """Whether it can be started."""
    return PROGRAMS is not None and (PROGRAMS / "initdb").is_file()


@contextmanager
def cluster() -> Iterator[str]:
    """The URL of a database in a new cluster, in a folder of its own: another user must reach it."""
    assert PROGRAMS is not None
    place = Path(tempfile.mkdtemp(prefix="paragone-postgresql-"))
    who = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    if who:
        shutil.chown(place, who)
    data = place / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": str(place)}
    make = [
        str(PROGRAMS / "initdb"),
        "-D",
        str(data),
        "-A",
        "trust",
        "-U",
        "postgres",
        "-N",
        "-E",
        "UTF8",
    ]
    subprocess.run(make, check=True, user=who, **quiet)  # type: ignore[call-overload]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    run = [str(PROGRAMS / "postgres"), "-D", str(data), "-p", str(port), "-c", "listen_addresses=127.0.0.1"]
    server = subprocess.Popen([*run, "-k", str(place)], user=who, **quiet)  # type: ignore[call-overload]
    try:
        _wait(port, server)
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
        shutil.rmtree(place, ignore_errors=True)


def _wait(port: int, server: "subprocess.Popen[bytes]") -> None:
    assert PROGRAMS is not None
    for _ in range(200):
        asked = [str(PROGRAMS / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
        if subprocess.run(asked, check=False, stdout=subprocess.DEVNULL).returncode == 0:
            return
        if server.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError("PostgreSQL did not start")
