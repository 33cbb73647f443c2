"""Networks whose file no registry carries and whose hash nobody published: the user's own copy, by its path."""

import functools
from pathlib import Path
from typing import ClassVar, Protocol

from paragone.assets.cache import sha256_of
from paragone.core.components import Annotator
from paragone.core.errors import NotReady


class Given(Annotator, Protocol):
    """The option `path` names the file; its hash is part of the version, so that another file is another judge."""

    code: ClassVar[str] = "1"  # changes whenever the same file may give another fact
    where_from: ClassVar[str]  # where a user finds the file
    shipped: ClassVar[Path | None] = None  # the file that comes with us, where there is one
    path: str

    @property
    def file(self) -> Path:
        """The file, or NotReady with what to do."""
        if not self.path and self.shipped is not None:
            return self.shipped
        path = Path(self.path).expanduser()
        if not self.path or not path.is_file():
            found = f"{path} is not there" if self.path else "no file was given"
            how = f'annotators = {{ {self.name} = {{ path = "FILE" }} }}'
            raise NotReady(f"{self.name} needs weights, and {found}; get them from {self.where_from} and write {how}")
        return path

    @property
    def version(self) -> str:
        """Code, and the hash of the file."""
        return f"{self.code}-{_digest(self.file)[:12]}"

    def load(self) -> object:
        """What is in the file; BadInput says what is wrong with it."""
        ...

    def check(self) -> None:
        """Refuse to start without the file, or with another one."""
        self.load()


@functools.cache
def _digest(path: Path) -> str:
    return sha256_of(path)
