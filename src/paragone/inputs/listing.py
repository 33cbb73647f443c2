"""Which file is the image for a prompt and seed: as a table says, or as the files of a folder are named."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from paragone.core.errors import BadInput
from paragone.core.types import Prompt
from paragone.inputs.confine import file_below
from paragone.inputs.rows import READERS, Row, Table, read_table

IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".ppm", ".avif")


class Listing(Protocol):
    """Finds the file for a prompt and seed, and names all its files."""

    @property
    def files(self) -> Mapping[str, Path]:
        """Every file by what it is listed as: all that decides which image a prompt gets."""
        ...

    def find(self, prompt: Prompt, seed: int) -> Path | None:
        """The file, which may not be there, or None where none is listed."""
        ...


@dataclass(frozen=True, slots=True)
class Listed:
    """Files by the prompt's id or text, and seed, as a table's rows say."""

    by_id: bool
    files: Mapping[str, Path]

    def find(self, prompt: Prompt, seed: int) -> Path | None:
        """The file of that row."""
        return self.files.get(_entry(prompt.id if self.by_id else prompt.text, seed, by_id=self.by_id))


@dataclass(frozen=True, slots=True)
class Named:
    """Files by their path below the folder without its suffix: `id`, `id_seed` or `id/seed`."""

    files: Mapping[str, Path]

    def find(self, prompt: Prompt, seed: int) -> Path | None:
        """The file of that name. A name without a seed is seed 0."""
        names = (f"{prompt.id}_{seed}", f"{prompt.id}/{seed}", *([prompt.id] if seed == 0 else []))
        found = [self.files[name] for name in names if name in self.files]
        if len(found) > 1:
            raise BadInput(f"{found[0]} and {found[1]} are both prompt {prompt.id!r} with seed {seed}; remove one")
        return found[0] if found else None


def listing_of(path: Path, where: Mapping[str, str]) -> Listing:
    """What a folder or a table lists; `where` keeps the table's rows with those values."""
    if not path.is_dir():
        return listed_in(read_table(path), where)
    tables = sorted(file for file in path.iterdir() if is_table(file))
    if len(tables) > 1:
        raise BadInput(f"{path} holds the tables {tables[0].name} and {tables[1].name}; give the path of one of them")
    if tables:
        return listed_in(read_table(tables[0]), where)
    if where:
        raise BadInput(f"{path} holds no table, so `where` has no rows to choose from; leave it out")
    return named_in(path)


def is_table(path: Path) -> bool:
    """Whether a file is a table that may list images; a .txt is a list of prompts."""
    return path.suffix.lower() in READERS and path.suffix.lower() != ".txt"


def listed_in(table: Table, where: Mapping[str, str]) -> Listed:
    """The files that a table's rows name. Rows without a seed are numbered 0, 1, 2 ... for each prompt."""
    for needed in ("image", *where):
        if needed.lower() not in table.columns:
            found = ", ".join(table.columns)
            raise BadInput(f"{table.path} has no column called {needed!r}, only {found}; rename or add it")
    by_id = "prompt_id" in table.columns
    files: dict[str, Path] = {}
    places: dict[str, str] = {}
    counts: dict[str, int] = {}
    for row in _chosen(table, where):
        prompt = _required(row, "prompt_id") if by_id else _required(row, "prompt", "text")
        entry = _entry(prompt, _seed_of(row, counts.get(prompt, 0)), by_id=by_id)
        counts[prompt] = counts.get(prompt, 0) + 1
        if entry in places:
            raise BadInput(f"{places[entry]} and {row.where} list the same prompt and seed; change or remove one")
        places[entry] = row.where
        files[entry] = file_below(table.path.parent, _required(row, "image"), where=row.where)
    return Listed(by_id, files)


def named_in(folder: Path) -> Named:
    """The image files below a folder. Links that lead out of it are refused."""
    files: dict[str, Path] = {}
    for relative in sorted(_images_below(folder)):
        name, _, _ = relative.rpartition(".")
        if name in files:
            raise BadInput(f"{files[name]} and {folder / relative} differ in their suffix only; remove one")
        # Folders that are links are not entered, so that only a file that is a link can lead out.
        is_link = (folder / relative).is_symlink()
        files[name] = file_below(folder, relative, where=str(folder)) if is_link else folder / relative
    if not files:
        raise BadInput(f"{folder} holds no images; put files named by prompt id into it, or a table")
    return Named(files)


def _images_below(folder: Path) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inner = Path(place).relative_to(folder).as_posix()
        for name in names:
            if name.lower().endswith(IMAGES) and not name.startswith("."):
                yield name if inner == "." else f"{inner}/{name}"


def _chosen(table: Table, where: Mapping[str, str]) -> list[Row]:
    rows = [row for row in table.rows if all(row.text(name.lower()) == str(v) for name, v in where.items())]
    if not rows:
        wanted = ", ".join(f"{name} = {value!r}" for name, value in where.items())
        raise BadInput(f"{table.path} has no row with {wanted}; check `where`")
    models = sorted({model for row in rows if (model := row.text("model"))})
    if len(models) > 1:
        advice = f"choose one by where = {{ model = {models[0]!r} }}"
        raise BadInput(f"{table.path} lists images of the models {', '.join(models[:5])}; {advice}")
    return rows


def _required(row: Row, *columns: str) -> str:
    value = row.text(*columns)
    if value is None:
        raise BadInput(f"{row.where} has no {columns[0]}; write one or remove the row")
    return value


def _seed_of(row: Row, default: int) -> int:
    written = row.text("seed")
    if written is None:
        return default
    digits = written.strip().removesuffix(".0")  # a column of whole numbers with gaps is often stored as floats
    if not digits.isdecimal():
        raise BadInput(f"{row.where} has the seed {written!r}; write a whole number from 0 up")
    return int(digits)


def _entry(prompt: str, seed: int, *, by_id: bool) -> str:
    return f"{seed} {'id' if by_id else 'text'} {prompt}"
