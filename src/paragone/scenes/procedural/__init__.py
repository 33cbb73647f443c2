"""The pack that ships: every class built in our own code, on demand, from a few solids."""

from importlib import import_module
from pathlib import Path

from paragone.core.keys import key_of
from paragone.scenes.meshes.pack import Licence, Model, Pack

FOLDER = Path(__file__).parent


def pack() -> Pack:
    """The pack `procedural`."""
    models: dict[str, Model] = {}
    for path in sorted(FOLDER.glob("*.py")):
        if not path.stem.startswith("_"):
            models |= import_module(f"{__name__}.{path.stem}").MODELS
    terms = Licence("Apache-2.0", "The Paragone authors")
    return Pack("procedural", _version(), models, dict.fromkeys(models, terms))


def _version() -> str:
    """The code is the content: a hash of all of it, so that a changed shape can never pass for the old one."""
    return key_of("procedural", *(path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.py"))))[:12]
