"""Getting bytes from one source: a URL with resume, or a package through the registry's own client."""

import errno
import functools
import importlib.util
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TypeAlias

from paragone.core.errors import DiskFull

Progress: TypeAlias = Callable[[int], None]  # called with the number of bytes that have just arrived
PATIENCE_S = 8.0  # a hub that cannot be reached is given up quickly: the next source may answer
PACKAGE_PATIENCE_S = 1800.0
ATTEMPTS = 3


class SourceGone(Exception):
    """A source did not give the file; the message says why in a few words."""


class Hosts:
    """Remembers which hosts could not be reached, so that being offline costs one time-out and not one a file."""

    def __init__(self) -> None:
        self.unreachable: set[str] = set()


def download(url: str, part: Path, hosts: Hosts, progress: Progress) -> None:
    """Add to `part` what is still missing of the URL's content."""
    host = urllib.parse.urlsplit(url).netloc
    if host in hosts.unreachable:
        raise SourceGone(f"{host} cannot be reached")
    for _ in range(ATTEMPTS):
        if _go_on(url, part, hosts, progress):
            return
    raise SourceGone(f"the transfer from {host} broke off at {part.stat().st_size} bytes; run it again to go on")


def _go_on(url: str, part: Path, hosts: Hosts, progress: Progress) -> bool:
    """One request for the rest of the content; whether it all came."""
    host = urllib.parse.urlsplit(url).netloc
    have = part.stat().st_size if part.is_file() else 0
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return _append(answer, part, have, progress)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:  # nothing is left to send: the part is whole, or wrong, and the hash will tell
            return True
        raise SourceGone(f"{host} answered {error.code}") from error
    except urllib.error.URLError as error:
        hosts.unreachable.add(host)
        raise SourceGone(f"{host} cannot be reached") from error
    except (HTTPException, ConnectionError, TimeoutError):
        return False


def package(kind: str, where: str, into: Path) -> Path:
    """The archive of a registry package, downloaded by pip or npm; no code of the package is run."""
    into.mkdir(parents=True, exist_ok=True)
    command = _pip(where, into) if kind == "pip" else _npm(where, into)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PACKAGE_PATIENCE_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise SourceGone(f"{kind} gave no answer for {where}") from error
    files = [path for path in into.iterdir() if path.is_file()]
    if done.returncode or not files:
        if "No space left" in done.stderr:
            raise DiskFull(f"no space left in {into.parent} for the package {where}; free some and run it again")
        raise SourceGone(f"the {kind} package {where} cannot be had")
    return files[0]


def explain_full_disk(error: OSError, path: Path) -> None:
    """Turn `no space left` into one line; other errors are left alone."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        raise DiskFull(f"no space left for {path.name} in {path.parent}; free some and run it again") from error


def _append(answer: HTTPResponse, part: Path, have: int, progress: Progress) -> bool:
    resumes = answer.status == 206
    promised = answer.headers.get("Content-Length")
    came = 0
    with part.open("ab" if resumes else "wb") as out:
        while piece := answer.read(1 << 18):
            out.write(piece)
            came += len(piece)
            progress(len(piece))
    # A connection that closes early looks like the end of the content: only the promised length tells.
    return promised is None or came >= int(promised)


def _pip(where: str, into: Path) -> list[str]:
    # Wheels only: to look into a source distribution, pip would run its build code.
    if importlib.util.find_spec("pip") is None:
        raise SourceGone("pip is not installed here")
    options = ["--no-deps", "--only-binary", ":all:", "--ignore-requires-python", "--quiet", "--no-input"]
    return [sys.executable, "-m", "pip", "download", *options, "--dest", str(into), where]


def _npm(where: str, into: Path) -> list[str]:
    npm = _npm_program()
    if npm is None:
        raise SourceGone("npm is not installed here")
    return [npm, "pack", "--ignore-scripts", "--silent", "--pack-destination", str(into), where]


@functools.cache
def _npm_program() -> str | None:
    return shutil.which("npm")
