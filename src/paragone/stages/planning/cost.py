"""What a plan will cost before anything is drawn: images, time at each model's pace where it is known, disk."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import polars as pl

from paragone.core.errors import StoreError
from paragone.stages.planning.prepared import Prepared
from paragone.store.atomic import write_whole
from paragone.store.fact_cache import cache_folder
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet

BYTES_PER_IMAGE = 400_000  # a 512 x 512 PNG: a guess where none of a model's images has been seen
FEWEST = 5  # drawings that tell a pace


class Pace(NamedTuple):
    """What one image of a model takes, as earlier runs have seen it."""

    seconds: float | None
    bytes: float


class Cost(NamedTuple):
    """What is still to be drawn, and what that takes."""

    images: int
    seconds: float  # at the pace of those models of which it is known
    bytes: float
    unpaced: tuple[str, ...] = ()  # models with something to draw of which the pace is not known

    def in_words(self) -> str:
        """One line for people.

        >>> Cost(1200, 5400.0, 48e7, ("new",)).in_words()
        '1,200 images to draw, about 1 h 30 min and 480 MB (the pace of new is not known yet)'
        """
        if not self.images:
            return "nothing to draw: every image is stored"
        unknown = f" (the pace of {', '.join(self.unpaced)} is not known yet)" if self.unpaced else ""
        time = f"about {duration(self.seconds)} and " if self.seconds else "about "
        return f"{self.images:,} images to draw, {time}{size(self.bytes)}{unknown}"


def cost_of(prepared: Prepared, stored: KeySet, paces: Mapping[str, Pace]) -> Cost:
    """What the models have yet to draw."""
    images, seconds, taken, unpaced = 0, 0.0, 0.0, []
    for label, made in prepared.drawers().items():
        left = sum(
            wanted.key not in stored
            for scenario in prepared.scenarios_of(label)
            for seed in prepared.seeds_of(label, scenario)
            for wanted in prepared.wanted(label, scenario, seed)
        )
        pace = paces.get(made.identity)
        images += left
        taken += left * (pace.bytes if pace else BYTES_PER_IMAGE)
        if pace and pace.seconds is not None:
            seconds += left * pace.seconds
        elif left and made.instance.is_timed:
            unpaced.append(label)
    return Cost(images, seconds, taken, tuple(unpaced))


def known_paces(place: Path | None = None) -> dict[str, Pace]:
    """The paces that runs on this machine have left, by the model's identity; none where there is no such file."""
    with suppress(OSError, ValueError, TypeError):
        written = json.loads((place or _place()).read_text(encoding="utf-8"))
        return {identity: Pace(*row) for identity, row in written.items()}
    return {}


def remember_paces(prepared: Prepared, folder: RunFolder, place: Path | None = None) -> None:
    """Note what an image of each model took; a cache that cannot be written is done without."""
    seen = folder.table("samples").read(["model", "seconds", "file"], where=pl.col("outcome") == "drawn")
    known = known_paces(place)
    for label, made in prepared.models.items():
        mine = seen.filter(pl.col("model") == label).tail(200)
        if len(mine) < FEWEST:
            continue
        sizes = [path.stat().st_size for name in mine["file"] if (path := folder.root / name).is_file()]
        median = mine["seconds"].median()
        pace = Pace(
            float(median) if isinstance(median, (int, float)) else None,
            sum(sizes) / len(sizes) if sizes else BYTES_PER_IMAGE,
        )
        known[made.identity] = pace
    target = place or _place()
    with suppress(StoreError):
        data = json.dumps({name: list(pace) for name, pace in known.items()}).encode()
        write_whole(target, data, aside=target.parent / ".pace")


def duration(seconds: float) -> str:
    """Time as people say it.

    >>> duration(42), duration(600), duration(5400), duration(2e5)
    ('42 s', '10 min', '1 h 30 min', '2.3 days')
    """
    if seconds < 120:
        return f"{max(seconds, 1):.0f} s"
    if seconds < 7200:
        minutes = round(seconds / 60)
        return f"{minutes} min" if seconds < 3600 else f"{minutes // 60} h {minutes % 60} min"
    return f"{seconds / 3600:.0f} h" if seconds < 172_800 else f"{seconds / 86_400:.1f} days"


def size(count: float) -> str:
    """So many bytes in a unit that shows them.

    >>> size(400_000), size(25_000_000_000)
    ('0.4 MB', '25.0 GB')
    """
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.{0 if count >= 1e7 else 1}f} MB"


def _place() -> Path:
    return cache_folder() / "pace.json"
