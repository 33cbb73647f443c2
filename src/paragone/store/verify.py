"""Whether a run folder holds what was stored, and taking out what it does not hold so that a run makes it again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from paragone.core.errors import StoreError
from paragone.store.folder import RunFolder
from paragone.store.table import Table

SAMPLE = ("model", "scenario", "prompt_id", "seed")
REST_ON_SAMPLES = ("scores", "influences", "sides")


@dataclass
class Health:
    """What was looked at, and what is not as it was stored."""

    parts: int = 0
    images: int = 0
    damaged_parts: list[Path] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)  # tables that are intact and yet cannot be read
    bad_images: dict[str, str] = field(default_factory=dict)  # by place in the run folder, why
    doubled: list[tuple[str, str, str, int]] = field(default_factory=list)  # samples that are there twice

    def problems(self) -> Iterator[str]:
        """Each problem in words."""
        for part in self.damaged_parts:
            yield f"{part.parent.name}/{part.name}: its bytes are not those that were stored"
        yield from self.unreadable
        yield from self.bad_images.values()
        for model, scenario, prompt_id, seed in self.doubled:
            yield f"samples: {model} drew prompt {prompt_id!r} of {scenario} with seed {seed} more than once"


def verify(folder: RunFolder) -> Health:
    """Read everything that a run folder holds and check it against its hashes; nothing is changed."""
    folder.read_manifest()
    health = Health()
    for table in folder.every_table():
        health.parts += len(table.parts())
        health.damaged_parts += table.damaged()
        _try_reading(table, health)
    if not any(part.parent.name == "samples" for part in health.damaged_parts):
        _check_samples(folder, health)
    return health


def repair(folder: RunFolder) -> Health:
    """Take out what `verify` finds; what rested on it goes too, and running the plan again makes all of it anew."""
    with folder.writing():
        found = verify(folder)
        for table in folder.every_table():
            table.remove(part for part in found.damaged_parts if part.parent == table.folder)
        lost_samples = any(part.parent.name == "samples" for part in found.damaged_parts)
        _check_samples(folder, found)
        samples = folder.table("samples")
        if found.doubled:
            doubled = pl.DataFrame(found.doubled, schema=list(SAMPLE), orient="row").to_struct()
            samples.drop(pl.struct(*SAMPLE).is_in(doubled.implode()))
        if found.bad_images:
            for place in found.bad_images:
                folder.images.discard(place)
            samples.drop(pl.col("file").is_in(list(found.bad_images)))
        if lost_samples or found.doubled or found.bad_images:
            # A drawing made again may be another one, and a score is named by its drawing's place, not its pixels.
            for name in REST_ON_SAMPLES:
                folder.table(name).remove(folder.table(name).parts())
    return found


def check_unique(folder: RunFolder) -> None:
    """Refuse to work on a run in which a model drew the same prompt with the same seed twice."""
    doubled = _doubled(folder.table("samples"))
    if doubled:
        model, scenario, prompt_id, seed = doubled[0]
        raise StoreError(
            f"{folder} holds more than one drawing by {model} of prompt {prompt_id!r} of {scenario} with seed {seed}; "
            f"`paragone repair {folder}` takes them out, and running the plan again draws it once"
        )


def _doubled(samples: Table) -> list[tuple[str, str, str, int]]:
    found = samples.read(list(SAMPLE))
    return found.filter(found.is_duplicated()).unique(maintain_order=True).rows()


def _try_reading(table: Table, health: Health) -> None:
    if any(part.parent == table.folder for part in health.damaged_parts):
        return
    try:
        table.read()
    except StoreError as error:
        health.unreadable.append(str(error))


def _check_samples(folder: RunFolder, health: Health) -> None:
    samples = folder.table("samples")
    health.doubled = _doubled(samples)
    files = samples.read(["file"])["file"].drop_nulls().unique(maintain_order=True)
    health.images = len(files)
    for place in files:
        try:
            folder.images.get(place)
        except StoreError as error:
            health.bad_images[place] = str(error).partition(";")[0]
