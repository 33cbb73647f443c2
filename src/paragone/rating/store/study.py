"""A study as stored: its settings, its items, and the folder with the images under opaque names."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from paragone.core.errors import StoreError
from paragone.rating.questions.question import Question
from paragone.rating.store.database import FILE, open_database, writing
from paragone.rating.store.tables import items, settings
from paragone.rating.store.taken import Taken
from paragone.rating.study.study_file import StudyFile

IMAGES = "images"  # the folder of the images
DATABASE = "database.txt"  # the URL, where it is not the folder's own SQLite


class Shown(NamedTuple):
    """One image of an item: the sample behind it, and the opaque name under which people see it."""

    name: str
    sample: str | None
    model: str
    scenario: str
    prompt_id: str
    seed: int
    image: str
    is_real: bool = False


@dataclass(frozen=True)
class Item:
    """What is shown on one page."""

    id: int
    role: str
    arm: str
    prompt_key: str
    prompt: str
    sensitive: bool
    images: tuple[Shown, ...]
    expected: Mapping[str, Any] = field(default_factory=dict)


class Study:
    """An opened study."""

    def __init__(self, folder: Path, engine: Engine) -> None:
        self.folder, self.engine = folder, engine
        with engine.connect() as connection:
            stored = dict(connection.execute(sa.select(settings.c.name, settings.c.value)).all())
        if "study" not in stored:
            raise StoreError(f"{folder} holds no study; `paragone study new FILE --run RUN` makes one")
        self.file = StudyFile.model_validate(json.loads(stored["study"]))
        self.questions: Sequence[Question] = self.file.asked
        self.salt, self.id, self.runs = stored["salt"], stored["id"], json.loads(stored["runs"])
        self._state = "open", 0.0
        self.taken = Taken()

    @cached_property
    def items(self) -> dict[int, Item]:
        """Every item; they never change after the study was made."""
        with self.engine.connect() as connection:
            rows = connection.execute(sa.select(items).order_by(items.c.id)).mappings().all()
        return {row["id"]: _item(dict(row)) for row in rows}

    @property
    def state(self) -> str:
        """Open or stopped, not older than a second."""
        known, at = self._state
        if time.monotonic() - at < 1 and at:
            return known
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(settings.c.value).where(settings.c.name == "state")).scalar()
        self._state = str(found), time.monotonic()
        return str(found)

    def put(self, name: str, value: str) -> None:
        """Change a setting."""
        with writing(self.engine) as connection:
            connection.execute(settings.update().where(settings.c.name == name).values(value=value))
        self._state = self._state[0], 0.0


def open_study(place: str | Path) -> Study:
    """The study in a folder."""
    folder = Path(place)
    link = folder / DATABASE
    if not link.is_file() and not (folder / FILE).is_file():
        raise StoreError(f"{folder} is no study; `paragone study new FILE --run RUN` makes one")
    return Study(folder, open_database(folder, link.read_text(encoding="utf-8").strip() if link.is_file() else None))


def _item(row: Mapping[str, Any]) -> Item:
    images = tuple(Shown(**one) for one in json.loads(row["images"]))
    fields = {name: row[name] for name in ("id", "role", "arm", "prompt_key", "prompt", "sensitive")}
    return Item(**fields, images=images, expected=json.loads(row["expected"]))
