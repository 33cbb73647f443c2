"""Fetching: each file from the first of its sources that gives the right bytes; parallel, resumable, atomic."""

import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from paragone.assets import archives, cache, sources
from paragone.assets.manifest import Asset, Kind, Source
from paragone.core.errors import BadInput, DiskFull, NotReady

Report: TypeAlias = Callable[[str, int], None]  # name of the file, bytes that have just arrived
JOBS = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file: where it is, or the line that says what to do."""

    asset: Asset
    path: Path | None
    source: str = ""  # where it came from; empty if it was here already
    problem: str = ""


@dataclass(frozen=True)
class Fetcher:
    """Fetches into one folder; files that share a package share its download."""

    root: Path
    offline: bool = False
    report: Report = lambda name, count: None
    hosts: sources.Hosts = field(default_factory=sources.Hosts)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _locks: dict[str, threading.Lock] = field(default_factory=dict)
    _archives: dict[str, Path] = field(default_factory=dict)

    def fetch(self, assets: Sequence[Asset]) -> list[Outcome]:
        """Bring every file here; one outcome each, in order. A full disk stops it all."""
        _require_space(assets, self.root)
        self.root.mkdir(parents=True, exist_ok=True)
        with (
            tempfile.TemporaryDirectory(prefix=".packages-", dir=self.root) as scratch,
            ThreadPoolExecutor(JOBS) as pool,
        ):
            return list(pool.map(lambda asset: self._one(asset, Path(scratch)), assets))

    def _one(self, asset: Asset, scratch: Path) -> Outcome:
        target = self.root / asset.file
        if not asset.is_kept:
            return Outcome(asset, None, problem=f"{asset.name}: loaded from a hub ({asset.hub}); nothing to fetch")
        if cache.state(asset, self.root) == "here":
            return Outcome(asset, target)
        reasons = []
        for source in () if self.offline else asset.sources:
            try:
                self._bring(asset, source, scratch)
                return Outcome(asset, target, source=str(source))
            except (sources.SourceGone, BadInput) as gone:
                reasons.append(str(gone))
        if not asset.sources:
            why = "it is given only to those who agree to its terms" if asset.terms else "no registry carries it"
            return Outcome(asset, None, problem=f"{asset.name}: {why}; {asset.how_to_get}")
        why = "offline" if self.offline else "; ".join(reasons)
        known = f" (SHA-256 {asset.sha256})" if asset.sha256 else ""
        by_hand = f"place {asset.file}{known} in {self.root} by hand"
        return Outcome(asset, None, problem=f"{asset.name}: {why}; {by_hand}")

    def _bring(self, asset: Asset, source: Source, scratch: Path) -> None:
        # The part is named by hash: what an interrupted run left is taken up again, by any later run.
        wanted = cache.expected(asset, self.root)
        part = self.root / f".{wanted[:16] or asset.name}.part"
        try:
            if source.kind == "url" and not source.member:
                sources.download(source.where, part, self.hosts, lambda count: self.report(asset.name, count))
            else:
                self._unpack(source, scratch, part)
                self.report(asset.name, part.stat().st_size)
            found = cache.sha256_of(part)
        except OSError as error:
            sources.explain_full_disk(error, self.root / asset.file)
            raise sources.SourceGone(f"{source}: {error.strerror or error}") from error
        if wanted and found != wanted:
            part.unlink()
            raise sources.SourceGone(f"{source} gave SHA-256 {found[:12]}..., not {wanted[:12]}..., refused")
        with self._lock:
            cache.hold(asset, found, self.root)
        part.replace(self.root / asset.file)

    def _unpack(self, source: Source, scratch: Path, part: Path) -> None:
        """One file of an archive; without a member the package itself, as where a network is in many small files."""
        archive = self._archive(source, scratch)
        if source.member:
            archives.extract(archive, source.member, part)
        else:
            shutil.copyfile(archive, part)

    def _archive(self, source: Source, scratch: Path) -> Path:
        into = scratch / source.where.replace("/", "_").replace(":", "_")
        with self._lock:
            lock = self._locks.setdefault(source.where, threading.Lock())
        with lock:
            if source.where not in self._archives:
                into.mkdir(parents=True, exist_ok=True)
                self._archives[source.where] = self._get_archive(source, into)
            return self._archives[source.where]

    def _get_archive(self, source: Source, into: Path) -> Path:
        if source.kind == "url":
            sources.download(source.where, into / "archive", self.hosts, lambda count: None)
            return into / "archive"
        return sources.package(source.kind, source.where, into)


def fetch(
    assets: Sequence[Asset], *, kind: Kind = "weights", offline: bool = False, report: Report | None = None
) -> list[Outcome]:
    """Bring files of a kind into its folder; NotReady where the folder cannot be written."""
    root, variable = cache.folder(kind), cache.variable_of(kind)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotReady(f"the folder {root} cannot be made: {error.strerror}; set {variable} to another") from error
    if not os.access(root, os.W_OK):
        raise NotReady(f"the folder {root} cannot be written; set {variable} to one that can")
    return Fetcher(root, offline, report or (lambda name, count: None)).fetch(assets)


def _require_space(assets: Sequence[Asset], root: Path) -> None:
    present = next(folder for folder in (root, *root.parents) if folder.exists())
    wanted = sum(asset.bytes for asset in assets if cache.state(asset, root) != "here")
    free = shutil.disk_usage(present).free
    if wanted > free:
        raise DiskFull(f"{root} has {free / 1e6:.0f} MB free, {wanted / 1e6:.0f} MB are needed; free some first")
