"""A stranger's Parquet is tried in a process of its own: a damaged one can end the whole process that reads it."""

import os
import subprocess
import sys
from pathlib import Path

from paragone.core.errors import BadInput

PATIENCE_S = 600.0
PROBE = """
import io, sys, polars
try:
    for _ in polars.read_parquet(io.BytesIO(sys.stdin.buffer.read())).iter_rows():
        pass
except BaseException as error:
    sys.stdout.write(str(error).partition("\\n")[0])
    sys.stdout.flush()
    sys.exit(3)
"""


def try_parquet(path: Path, content: bytes) -> None:
    """BadInput unless these bytes can be read as Parquet, row by row."""
    quiet = {"RUST_BACKTRACE": "0", "POLARS_MAX_THREADS": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROBE],
            input=content,
            capture_output=True,
            timeout=PATIENCE_S,
            check=False,
            env={**os.environ, **quiet},
        )
    except subprocess.TimeoutExpired as error:
        raise BadInput(f"{path} is not Parquet that can be read within {PATIENCE_S:g} s; write it again") from error
    if done.returncode != 0:
        said = done.stdout.decode("utf-8", "replace")[:200] or f"it ends its reader (status {done.returncode})"
        raise BadInput(f"{path} is not Parquet: {said}; write it again")
