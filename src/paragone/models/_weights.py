"""What identifies a model's weights: the content of a local folder, or a hub id and its revision."""

from pathlib import Path

from paragone.core.keys import content_hash, key_of

SMALL = 1_000_000  # bytes: configurations are read whole, weights by name and size


def weights_identity(source: str, revision: str = "") -> str:
    """The same for the same weights, wherever the folder lies; a hub id stands for itself at that revision."""
    folder = Path(source)
    if not folder.is_dir():
        return f"{source}@{revision or 'main'}"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return key_of("weights", [[str(path.relative_to(folder)), _mark(path)] for path in files])


def _mark(path: Path) -> str:
    size = path.stat().st_size
    if size <= SMALL:
        return content_hash(path.read_bytes())
    with path.open("rb") as file:  # the header of a safetensors file names every tensor; the end differs by training
        start = file.read(65536)
        file.seek(-65536, 2)
        return f"{size}:{content_hash(start + file.read())}"
