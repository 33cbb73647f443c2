"""Packs by name or by path: `procedural` ships with us, any folder with a pack.toml is one too."""

import functools
from pathlib import Path

from paragone.core.errors import UnknownName
from paragone.scenes.meshes.pack import Licence, Model, Pack, class_of

__all__ = ["Licence", "Model", "Pack", "class_of", "load_pack"]


def load_pack(name_or_path: str | Path) -> Pack:
    """The pack of that name (`procedural`), or of the folder at that path."""
    if str(name_or_path) == "procedural":
        return _procedural()
    folder = Path(name_or_path).expanduser()
    if not folder.is_dir():
        raise UnknownName(f"no pack {str(name_or_path)!r}; give 'procedural' or a folder that has a pack.toml")
    place = folder.resolve()
    files = [path for path in sorted(place.rglob("*")) if path.is_file()]
    return _of_folder(place, tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@functools.lru_cache(maxsize=8)
def _of_folder(folder: Path, _files: tuple[tuple[str, int, int], ...]) -> Pack:
    """The pack of a folder; read again only when some file of it has changed."""
    from paragone.scenes.meshes.folder_pack import read_pack

    return read_pack(folder)


@functools.cache
def _procedural() -> Pack:
    from paragone.scenes import procedural

    return procedural.pack()
