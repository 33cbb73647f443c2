"""What scenarios of published data sets share: a file of the manifest, or one that you name; where images come from."""

import functools
import hashlib
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import ClassVar

from paragone.assets.cache import expected, folder, is_present, path_of, sha256_of
from paragone.assets.manifest import find
from paragone.core.components import Scenario
from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.core.types import Prompt, Reference

HEIM = "Lee et al., Holistic Evaluation of Text-to-Image Models (HEIM), NeurIPS 2023"


@dataclass(frozen=True)
class FromHeim(Scenario):
    """A scenario as HEIM runs it: four images a prompt and at most 100 prompts, unless it says otherwise."""

    citation: ClassVar[str] = HEIM

    @property
    def version(self) -> str:
        """Of the code."""
        return "1"

    @property
    def images(self) -> int | None:
        """Images a prompt."""
        return 4

    @property
    def cap(self) -> int | None:
        """Prompts at most."""
        return 100


@dataclass(frozen=True)
class FromFile(FromHeim):
    """Prompts of a data set's file: that of the manifest, verified, or the one at `path`."""

    path: str = ""
    asset: ClassVar[str]
    code: ClassVar[str] = "1"  # changes when the same file gives other prompts, or the same in another order

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """The data set, unless a file is named."""
        return () if self.path else (self.asset,)

    @property
    def file(self) -> Path:
        """Where the prompts are read."""
        if self.path and not Path(self.path).is_file():
            raise BadInput(f"there is no file {self.path}; check the path")
        return Path(self.path) if self.path else path_of(self.asset)

    @property
    def version(self) -> str:
        """Of the code, and of the file."""
        known = "" if self.path else expected(find(self.asset))
        return f"{self.code}+{(known or sha256_of(self.file))[:8]}"


def text_of(path: Path) -> str:
    """A text file in UTF-8, with or without a mark at its beginning."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is no text in UTF-8 ({error}); get the file anew") from error


def numbered(items: Iterable[str], name: str) -> list[tuple[str, str]]:
    """Each text with an id that sorts as the list does.

    >>> numbered(["a", "b"], "x")
    [('x_00000', 'a'), ('x_00001', 'b')]
    """
    return [(f"{name}_{place:05d}", text) for place, text in enumerate(items)]


@dataclass(frozen=True)
class Archive:
    """Images in a zip or tar of the manifest, taken out one by one as they are needed, into the folder of data."""

    asset: str
    path: str = ""  # another archive, or a folder of images

    @property
    def is_here(self) -> bool:
        """Whether the images can be had; a list is not hashed for this."""
        return bool(self.path) or is_present(find(self.asset))

    def references(self, names: Sequence[str]) -> dict[str, Reference]:
        """The images by the end of their name inside the archive; those that are not in it are left out."""
        source = Path(self.path) if self.path else path_of(self.asset)
        place = source if source.is_dir() else folder("data") / "unpacked" / self.asset
        if not source.is_dir():
            wanted = {name for name in names if not (place / name).is_file()}
            if wanted:
                _take_out(source, wanted, place)
        there = {name: place / name for name in dict.fromkeys(names) if (place / name).is_file()}
        return {name: Reference(path, _content(path)) for name, path in there.items()}


def with_images(prompts: Sequence[Prompt], images: Archive, file_of: Callable[[str], str]) -> Sequence[Prompt]:
    """The prompts with the images that their tag `image` names, where the archive is here."""
    if not images.is_here:
        return prompts
    files = [file_of(prompt.tags["image"]) for prompt in prompts]
    found = images.references(files)
    return [replace(prompt, reference=found.get(file)) for prompt, file in zip(prompts, files, strict=True)]


@functools.lru_cache(maxsize=100_000)
def _content(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _take_out(archive: Path, wanted: set[str], place: Path) -> None:
    """Write the wanted members; each is known by the last parts of its path, so that none can lead elsewhere."""
    depth = {len(PurePosixPath(name).parts) for name in wanted}

    def meant(member: str) -> str | None:
        parts = PurePosixPath(member).parts
        ends = ("/".join(parts[-count:]) for count in depth if len(parts) >= count)
        return next((end for end in ends if end in wanted), None)

    with reading(lambda said: f"{archive} cannot be read as an archive of images: {said}; get it anew"):
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as bundle:
                for entry in bundle.namelist():
                    if name := meant(entry):
                        _write(place / name, bundle.read(entry))
            return
        with tarfile.open(archive) as pack:
            for member in pack:
                if member.isfile() and (name := meant(member.name)) and (stream := pack.extractfile(member)):
                    _write(place / name, stream.read())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.part")
    aside.write_bytes(data)
    aside.replace(path)
