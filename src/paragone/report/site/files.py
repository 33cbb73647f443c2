"""The site's files: written aside and renamed, only where they changed, with a memory of the last build."""

import functools
import hashlib
import json
import os
import shutil
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

from paragone.store.atomic import ASIDE, storing_at
from paragone.version import VERSION

REPORT = Path(__file__).parent.parent
STATIC = REPORT / "static"
MEMORY = "build.json"  # fingerprints of what the last build saw


class Site:
    """A folder of pages. `put` leaves a file alone that already says the same."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.counts: Counter[str] = Counter()  # written, kept
        self.written: list[str] = []

    def has(self, path: str) -> bool:
        """Whether this file is there; an empty one is what a power cut left of it."""
        try:
            return (self.root / path).stat().st_size > 0
        except OSError:
            return False

    def put(self, name: str, data: bytes) -> None:
        """Make the file say this; no sync to disk, as a page lost in a power cut is simply built again."""
        path = self.root / name
        try:
            if path.stat().st_size == len(data) and path.read_bytes() == data:
                self.counts["kept"] += 1
                return
        except OSError:
            pass  # not there yet
        unfinished = self.root / ASIDE / f"{uuid.uuid4().hex}"
        with storing_at(path):
            try:
                unfinished.write_bytes(data)
            except FileNotFoundError:
                unfinished.parent.mkdir(parents=True, exist_ok=True)
                unfinished.write_bytes(data)
            try:
                os.replace(unfinished, path)  # noqa: PTH105 - a hundred thousand times, where Path costs as much as the rest
            except FileNotFoundError:
                path.parent.mkdir(parents=True, exist_ok=True)
                unfinished.replace(path)
        self.counts["written"] += 1
        self.written.append(name)

    def recall(self) -> dict[str, Any]:
        """What the last build remembered; nothing if another version of the pages made it."""
        try:
            memory = json.loads((self.root / MEMORY).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return dict(memory) if isinstance(memory, dict) and memory.get("pages") == pages_version() else {}

    def remember(self, memory: dict[str, Any]) -> None:
        """Keep this for the next build."""
        self.put(MEMORY, json.dumps(memory | {"pages": pages_version()}).encode())
        shutil.rmtree(self.root / ASIDE, ignore_errors=True)  # and what a killed build left there


@functools.cache
def pages_version() -> str:
    """Changes whenever the same run may give other pages: a hash of the code and templates that make them."""
    digest = hashlib.sha256(VERSION.encode())
    for path in sorted(REPORT.rglob("*")):
        if path.suffix in (".py", ".html", ".css", ".js"):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]
