"""What the user gave: image files, each with its prompt where there is one."""

import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from paragone.core.components import Scenario
from paragone.core.errors import BadInput
from paragone.core.types import Prompt, Reference
from paragone.images.decode import Limits
from paragone.inputs.confine import file_below
from paragone.inputs.contents import contents_of
from paragone.inputs.listing import IMAGES, named_in
from paragone.inputs.rows import READERS, Table, read_table
from paragone.scenarios.file import scenario as prompts_of

MOST_UNPACKED = 64 << 30  # bytes: more than any benchmark's images, less than a zip bomb


@dataclass(frozen=True, slots=True)
class Item:
    """One image file of a collection."""

    name: str
    path: Path
    content: str  # SHA-256
    prompt: Prompt
    seed: int


@dataclass(frozen=True)
class Collection:
    """The images, whether they have prompts, and what was noticed while gathering them."""

    items: tuple[Item, ...]
    has_prompts: bool
    notes: tuple[str, ...] = field(default=())


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """A folder or file as it is; a zip as a temporary folder of its images and tables."""
    if not path.exists():
        raise BadInput(f"there is nothing at {path}; give a folder, a table or a zip of images")
    if path.suffix.lower() != ".zip":
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="paragone-") as place:
        try:
            with zipfile.ZipFile(path) as archive:
                _unpack(archive, Path(place), name=str(path))
        except zipfile.BadZipFile as error:
            raise BadInput(f"{path} is not a zip file that can be read: {error}") from error
        yield Path(place)


def gather(path: Path, prompts: Path | None = None) -> Collection:
    """The images below a folder or of a table, matched with the prompts of a file if one is given."""
    scenario = prompts_of(prompts) if prompts else None
    tables = [path] if path.is_file() else sorted(p for p in path.iterdir() if _is_table(p))
    if path.is_file() and path.suffix.lower() not in READERS:
        raise BadInput(f"{path} is no folder, table or zip; give one of those")
    if len(tables) == 1:
        return _of_table(read_table(tables[0]), scenario)
    return _of_folder(path, scenario)


def paired(drawn: Collection, real: Collection) -> Collection:
    """The drawn images, each with the real one of the same name (or of its prompt's id) as its reference image."""
    references = {item.name: Reference(item.path, item.content) for item in real.items}

    def joined(item: Item) -> Item:
        found = item.prompt.reference or references.get(item.name) or references.get(item.prompt.id)
        return replace(item, prompt=replace(item.prompt, reference=found))

    return replace(drawn, items=tuple(joined(item) for item in drawn.items))


def _unpack(archive: zipfile.ZipFile, place: Path, *, name: str) -> None:
    total = 0
    for member in archive.infolist():
        inner = PurePosixPath(member.filename)
        if member.is_dir() or not (_is_table(Path(inner.name)) or inner.suffix.lower() in IMAGES):
            continue
        if inner.is_absolute() or ".." in inner.parts:
            raise BadInput(f"{name} holds the path {member.filename!r}, which leads outside; make the zip anew")
        total += member.file_size
        if member.file_size > Limits().max_bytes or total > MOST_UNPACKED:
            raise BadInput(f"{name} would unpack {member.filename!r} to {member.file_size:,} bytes; that is too large")
        archive.extract(member, place)


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in READERS and path.suffix.lower() != ".txt"


def _of_folder(folder: Path, scenario: Scenario | None) -> Collection:
    files = named_in(folder).files
    prompts = {prompt.id: prompt for prompt in scenario.prompts} if scenario else {}
    matched = {name: _match(name, prompts) for name in files}
    if scenario and not any(matched.values()):
        example, wanted = next(iter(files)), scenario.prompts[0].id
        raise BadInput(
            f"no image of {folder} is named by a prompt's id: there is {example!r}, and the first prompt is {wanted!r};"
            " name files ID.png or ID_SEED.png, or give a table of prompt and image"
        )
    kept = {name: found or (Prompt(name, ""), 0) for name, found in matched.items() if found or not scenario}
    notes = []
    if len(kept) < len(files):
        notes.append(f"images that match no prompt and are left out: {len(files) - len(kept)}")
    unseen = len(prompts) - len({prompt.id for prompt, _ in kept.values()}) if scenario else 0
    if unseen:
        notes.append(f"prompts without an image: {unseen}")
    return _collection({name: (files[name], *found) for name, found in kept.items()}, scenario is not None, notes)


def _match(name: str, prompts: Mapping[str, Prompt]) -> tuple[Prompt, int] | None:
    """The prompt and seed that a file's name means: `id`, `id_seed` or `id/seed`."""
    if name in prompts:
        return prompts[name], 0
    for separator in ("/", "_"):
        id, found, seed = name.rpartition(separator)
        if found and seed.isdecimal() and id in prompts:
            return prompts[id], int(seed)
    return None


def _of_table(table: Table, scenario: Scenario | None) -> Collection:
    if "image" not in table.columns:
        raise BadInput(f"{table.path} has no column called 'image', only {', '.join(table.columns)}; rename or add it")
    prompts = {prompt.id: prompt for prompt in scenario.prompts} if scenario else {}
    seeds: dict[str, int] = {}
    files: dict[str, tuple[Path, Prompt, int]] = {}
    for row in table.rows:
        written = row.text("image")
        if written is None:
            raise BadInput(f"{row.where} has no image; write one or remove the row")
        text = row.text("prompt", "text", "caption")
        id = row.text("prompt_id", "id") or text or written
        seed = seeds[id] = seeds.get(id, -1) + 1
        prompt = prompts.get(id) or Prompt(id, text or "")
        files[f"{written} ({row.where})"] = (file_below(table.path.parent, written, where=row.where), prompt, seed)
    has_prompts = any(prompt.text for _, prompt, _ in files.values())
    return _collection(files, has_prompts, [])


def _collection(files: Mapping[str, tuple[Path, Prompt, int]], has_prompts: bool, notes: list[str]) -> Collection:  # noqa: FBT001
    try:
        contents = contents_of(path for path, _, _ in files.values())
    except OSError as error:
        raise BadInput(f"{error.filename} cannot be read: {error.strerror}; check its permissions") from error
    absent = [name for name, content in zip(files, contents, strict=True) if content is None]
    if absent:
        notes = [*notes, f"listed files that are not there: {len(absent)}, such as {absent[0]}"]
    items = tuple(
        Item(name, path, content, prompt, seed)
        for (name, (path, prompt, seed)), content in zip(files.items(), contents, strict=True)
        if content is not None
    )
    if not items:
        raise BadInput(f"none of the {len(files)} listed images is there, such as {absent[0]}; check their paths")
    return Collection(items, has_prompts, tuple(notes))
