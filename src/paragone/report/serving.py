"""Which runs a live site shows, and under what names."""

from collections.abc import Sequence
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.report.names import file_name
from paragone.store.folder import RunFolder

RESERVED = ("static", "search", "compare")


def find_runs(places: Sequence[Path]) -> dict[str, RunFolder]:
    """Each run folder by the name in its address; a folder that is no run is looked into, one level down."""
    folders: list[Path] = []
    for place in places:
        inside = sorted(path for path in place.iterdir() if path.is_dir()) if place.is_dir() else []
        found = [place] if RunFolder(place).exists() else [path for path in inside if RunFolder(path).exists()]
        if not found:
            raise StoreError(f"{place} is no run folder and holds none; `paragone run PLAN --out` makes one")
        folders += found
    names: dict[str, RunFolder] = {}
    for folder in dict.fromkeys(path.resolve() for path in folders):
        name = file_name(folder.name)
        while name in names or name in RESERVED:
            name = f"{name}-x"
        names[name] = RunFolder(folder)
    return names
