"""The manifest: every file the software can use, weights and data sets, with source, hash and licence."""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, UnknownName

MANIFEST = Path(__file__).with_name("manifest.toml")
Kind: TypeAlias = Literal["weights", "data"]
Group: TypeAlias = Literal["default", "optional", "hub", "later", "import"]
GROUPS: Mapping[str, str] = {
    "default": "runs offline once fetched; `paragone weights fetch default` brings all of it",
    "optional": "fetched only by name, because of its licence or because a default does the same job",
    "hub": "loaded by a library from a hub or a local folder; needs the `hub` extra",
    "later": "listed for work to come; nothing uses it yet",
    "import": "no registry carries it: `import NAME FILE` takes in a copy that you have",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One place a file can come from: a URL, or a file inside a package of a registry."""

    kind: Literal["url", "pip", "npm"]
    where: str  # the URL, or `name==version` (pip), or `name@version` (npm)
    member: str = ""  # path inside the archive; `a.zip!b` is the file b inside the archive a; none: the archive itself

    def __str__(self) -> str:
        return self.where if self.kind == "url" else f"{self.kind} package {self.where}"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file and everything a careful user asks about it."""

    name: str
    group: Group
    role: str
    licence: str  # of the file
    citation: str
    ran: bool  # whether the authors of this software ran it, or read it
    kind: Kind = "weights"
    file: str = ""  # its name in the folder of its kind; empty where a library loads it from a hub
    bytes: int = 0
    sha256: str = ""
    architecture: str = ""  # of weights
    input: str = ""  # of weights: size, resize policy and normalisation
    code_licence: str = ""  # of weights: of the code they came with
    used_by: tuple[str, ...] = ()  # components, by name
    sources: tuple[Source, ...] = ()
    hub: str = ""
    origin: str = ""  # where somebody can find it who must import it: repository, commit and path
    note: str = ""
    terms: str = ""  # what somebody must agree to, or do, before they may have it

    @property
    def is_kept(self) -> bool:
        """Whether the file is kept here and checked by its hash; a library keeps those of a hub.

        A file without a known hash is held to the one that it had when it first came.
        """
        return bool(self.file)

    @property
    def is_fetchable(self) -> bool:
        """Whether `fetch` can bring it."""
        return self.is_kept and bool(self.sources)

    @property
    def place(self) -> str:
        """Where it comes from, in words: a hub, the first source, or where to look for it."""
        return self.hub or (str(self.sources[0]) if self.sources else self.origin)

    @property
    def how_to_get(self) -> str:
        """The command that brings it here."""
        if self.sources:
            return f"run `paragone {self.kind} fetch {self.name}`"
        first = f"{self.terms}; then " if self.terms else ""
        return f"{first}get it ({self.origin}) and run `paragone {self.kind} import {self.name} FILE`"


def read(kind: Kind | None = None, path: Path = MANIFEST) -> tuple[Asset, ...]:
    """All entries of a manifest, or those of a kind, in its order."""
    return tuple(asset for asset in _read(path) if kind in (None, asset.kind))


def find(name: str, assets: Sequence[Asset] | None = None) -> Asset:
    """The entry of that name."""
    entries = read() if assets is None else assets
    for asset in entries:
        if asset.name == name:
            return asset
    raise UnknownName(f"no weights or data are called {name!r}; {nearest(name, [asset.name for asset in entries])}")


def choose(names: Iterable[str], assets: Sequence[Asset] | None = None) -> list[Asset]:
    """The entries meant by names, groups (`default`) or components (`faces`), each once, in the manifest's order."""
    entries = read() if assets is None else assets
    wanted: set[str] = set()
    for name in names:
        matching = [one.name for one in entries if name in (one.name, one.group, *one.used_by) or name == "all"]
        if not matching:
            known = {one.name for one in entries} | set(GROUPS) | {user for one in entries for user in one.used_by}
            raise UnknownName(f"no file, group or component is called {name!r}; {nearest(name, known)}")
        wanted.update(matching)
    return [asset for asset in entries if asset.name in wanted]


@functools.cache
def _read(path: Path) -> tuple[Asset, ...]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"the manifest {path} cannot be read: {error}; restore it or reinstall") from error
    entries = tuple(_asset(row, path) for row in table.get("asset", []))
    names = [asset.name for asset in entries]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"the manifest {path} has two entries called {twice[0]!r}; rename one")
    return entries


def _asset(row: Mapping[str, Any], path: Path) -> Asset:
    name = row.get("name", "?")
    try:
        sources = tuple(_source(source) for source in row.get("sources", ()))
        asset = Asset(**{**row, "used_by": tuple(row.get("used_by", ())), "sources": sources})
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"the entry {name!r} of the manifest {path} is wrong: {error}; mend it") from error
    if asset.sha256 and not re.fullmatch(r"[0-9a-f]{64}", asset.sha256):
        raise BadInput(f"the entry {name!r} of {path} has the SHA-256 {asset.sha256!r}; give 64 hexadecimal digits")
    for what, given, known in (("group", asset.group, [*GROUPS]), ("kind", asset.kind, [*get_args(Kind)])):
        if given not in known:
            raise BadInput(f"the entry {name!r} of {path} has the {what} {given!r}; there are {', '.join(known)}")
    return asset


def _source(row: Mapping[str, str]) -> Source:
    for kind in ("url", "pip", "npm"):
        if kind in row:
            return Source(kind, row[kind], row.get("member", ""))
    raise ValueError("a source needs url, pip or npm")
