"""A collection of images: a folder or a table, each image with the prompt it belongs to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paragone.core.errors import BadInput
from paragone.core.types import Prompt
from paragone.inputs.confine import file_below
from paragone.inputs.listing import is_table, named_in
from paragone.inputs.rows import READERS, Table, read_table


@dataclass(frozen=True)
class Collection:
    """Images by the id of their prompt, in order, and the prompts that have some.

    It answers as a listing does: the seed of an image is its place among those of its prompt.
    """

    images: Mapping[str, tuple[Path, ...]]
    prompts: tuple[Prompt, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def files(self) -> Mapping[str, Path]:
        """Every file by what it is listed as: all that decides which image a prompt gets."""
        return {f"{seed} {id}": path for id, paths in self.images.items() for seed, path in enumerate(paths)}

    @property
    def most(self) -> int:
        """The largest number of images that a prompt has."""
        return max(len(paths) for paths in self.images.values())

    def find(self, prompt: Prompt, seed: int) -> Path | None:
        """The file, which may not be there, or None where none is listed."""
        paths = self.images.get(prompt.id, ())
        return paths[seed] if seed < len(paths) else None


def prompts_of(collections: Sequence[Collection]) -> tuple[Prompt, ...]:
    """The prompts that have an image somewhere, each once, in the order in which they are met."""
    return tuple({prompt.id: prompt for found in reversed(collections) for prompt in reversed(found.prompts)}.values())[
        ::-1
    ]


def are_named_alike(collections: Sequence[Collection]) -> bool:
    """Whether most images of one have a fellow of the same name in every other: then they can be compared in pairs."""
    names = [set(found.images) for found in collections]
    shared = set.intersection(*names)
    return 2 * len(shared) >= min(len(one) for one in names)


def numbered(found: Collection) -> Collection:
    """The images in order of name, each under its number: what their files are called does not count."""
    files = [path for paths in found.images.values() for path in paths]
    names = [f"{number:05}" for number in range(1, len(files) + 1)]
    images = {name: (path,) for name, path in zip(names, files, strict=True)}
    return Collection(images, tuple(Prompt(name, "") for name in names), found.notes)


def collect(path: Path, prompts: Sequence[Prompt] | None = None) -> Collection:
    """The images below a folder or of a table, matched with prompts if there are any."""
    if not path.exists():
        raise BadInput(f"there is nothing at {path}; give a folder, a table or a zip of images")
    if path.is_file() and path.suffix.lower() not in READERS:
        raise BadInput(f"{path} is no folder, table or zip; give one of those")
    tables = [path] if path.is_file() else sorted(file for file in path.iterdir() if is_table(file))
    if len(tables) == 1:
        return _of_table(read_table(tables[0]), prompts)
    return _of_folder(path, prompts)


def _of_folder(folder: Path, prompts: Sequence[Prompt] | None) -> Collection:
    files = named_in(folder).files
    if prompts is None:
        return Collection({name: (path,) for name, path in files.items()}, tuple(Prompt(name, "") for name in files))
    known = {prompt.id: prompt for prompt in prompts}
    matched: dict[str, list[tuple[int, str]]] = {}
    for name in files:
        for id, seed in _meanings(name):
            if id in known:
                matched.setdefault(id, []).append((seed, name))
                break
    if not matched:
        example, wanted = next(iter(files)), next(iter(known))
        raise BadInput(
            f"no image of {folder} is named by a prompt's id: there is {example!r}, and the first prompt is {wanted!r};"
            " name files ID.png or ID_SEED.png, give a table of prompt and image, or leave the prompts out"
        )
    images = {id: tuple(files[name] for _, name in sorted(found)) for id, found in matched.items()}
    unmatched = len(files) - sum(len(paths) for paths in images.values())
    notes = [f"images that match no prompt and are left out: {unmatched}"] if unmatched else []
    notes += [f"prompts without an image: {len(known) - len(images)}"] if len(known) > len(images) else []
    return Collection(images, tuple(prompt for prompt in prompts if prompt.id in images), tuple(notes))


def _meanings(name: str) -> Iterator[tuple[str, int]]:
    """What a file's name may mean: the id of a prompt, or an id and a seed."""
    yield name, 0
    for separator in ("/", "_"):
        id, found, seed = name.rpartition(separator)
        if found and seed.isdecimal():
            yield id, int(seed)


def _of_table(table: Table, prompts: Sequence[Prompt] | None) -> Collection:
    if "image" not in table.columns:
        raise BadInput(f"{table.path} has no column called 'image', only {', '.join(table.columns)}; rename or add it")
    known = {prompt.id: prompt for prompt in prompts or ()}
    images: dict[str, list[Path]] = {}
    found: dict[str, Prompt] = {}
    for row in table.rows:
        written = row.text("image")
        if written is None:
            raise BadInput(f"{row.where} has no image; write one or remove the row")
        text = row.text("prompt", "text", "caption")
        id = row.text("prompt_id", "id") or text or written
        found.setdefault(id, known.get(id) or Prompt(id, text or ""))
        images.setdefault(id, []).append(file_below(table.path.parent, written, where=row.where))
    absent = [path for paths in images.values() for path in paths if not path.is_file()]
    total = sum(len(paths) for paths in images.values())
    if len(absent) == total:
        raise BadInput(f"none of the {total} listed images is there, such as {absent[0]}; check their paths")
    notes = [f"listed files that are not there: {len(absent)}, such as {absent[0].name}"] if absent else []
    return Collection({id: tuple(paths) for id, paths in images.items()}, tuple(found.values()), tuple(notes))
