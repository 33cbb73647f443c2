"""A trained DAMSM in a folder of the user's, for the two annotators that are its halves."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from paragone.annotators._networks.hub import require_extra
from paragone.assets.cache import sha256_of
from paragone.core.components import Annotator
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash

if TYPE_CHECKING:  # torch is an extra
    from paragone.baselines.damsm.folder import Damsm

FILES = ("damsm.json", "image_encoder.pth", "text_encoder.pth")


class DamsmHalf(Annotator, Protocol):
    """One half. `path` is a folder that `paragone.baselines.damsm` wrote; both halves need the same one."""

    code: ClassVar[str] = "1"
    path: str

    def load(self) -> "Damsm":
        """Both halves, loaded once a process."""
        require_extra(self.name, "torch")
        return _load(self.path)

    @property
    def version(self) -> str:
        """Code, and a hash of the folder's files."""
        self.check()
        digests = "".join(sha256_of(Path(self.path) / name) for name in FILES)
        return f"{self.code}-{content_hash(digests.encode())[:12]}"

    def check(self) -> None:
        """Raise NotReady if the folder is not given or not whole."""
        absent = [name for name in FILES if not (Path(self.path) / name).is_file()] if self.path else list(FILES)
        if absent:
            raise NotReady(
                f"{self.name} has no {' and '.join(absent)} in {self.path or 'any folder'}; train one with"
                " `python -m paragone.baselines.damsm.train`, and set annotators.damsm_image.path and"
                " annotators.damsm_text.path to its folder"
            )
        require_extra(self.name, "torch")


@functools.lru_cache(maxsize=2)
def _load(path: str) -> "Damsm":
    from paragone.baselines.damsm.folder import load

    return load(Path(path))
