"""Which runs a live site shows, and under what names."""

from collections.abc import Container, Sequence
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.report.urls import file_name
from paragone.store.folder import RunFolder
from paragone.store.opening import open_run

RESERVED = ("static", "search", "compare", "history")


def find_runs(places: Sequence[str | Path]) -> dict[str, RunFolder]:
    """Each run by the name in its address; a folder that is no run is looked into, one level down, a URL is not."""
    names: dict[str, RunFolder] = {}
    for folder in dict.fromkeys(run for place in places for run in _runs_at(place)):
        names[unused(file_name(folder.name), names)] = folder
    return names


def unused(name: str, names: Container[str]) -> str:
    """The name, or one like it that no run has and no page of the site needs."""
    while name in names or name in RESERVED:
        name = f"{name}-x"
    return name


def _runs_at(place: str | Path) -> list[RunFolder]:
    run = open_run(place)
    if run.exists():
        return [run if run.remote else RunFolder(run.root.resolve())]
    if run.remote:
        raise StoreError(f"there is no run at {run}; give the URL of a run itself, as in --out")
    inside = sorted(path for path in run.root.iterdir() if path.is_dir()) if run.root.is_dir() else []
    found = [RunFolder(path.resolve()) for path in inside if RunFolder(path).exists()]
    if not found:
        raise StoreError(f"{place} is no run folder and holds none; `paragone run PLAN --out` makes one")
    return found
