"""What scenarios of the user's own files share: they are named after the place they are read from."""

from dataclasses import dataclass
from pathlib import Path

from paragone.core.components import Scenario


@dataclass(frozen=True)
class OwnFiles(Scenario):
    """Prompts that come from a file or folder at `path`."""

    path: str | Path

    @property
    def name(self) -> str:
        """The file's or folder's, without its ending."""
        return Path(self.path).stem

    @property
    def source(self) -> str:
        """The file's or folder's name."""
        return Path(self.path).name
