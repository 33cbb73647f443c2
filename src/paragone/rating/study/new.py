"""Make a study: its folder with a copy of every image under an opaque name, and its database."""

import json
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy.engine import Engine

from paragone.core.errors import BadImage, StoreError
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.rating.store.database import open_database, writing
from paragone.rating.store.doors import invite
from paragone.rating.store.study import DATABASE, IMAGES, Shown, Study, open_study
from paragone.rating.store.tables import items, settings
from paragone.rating.study.choose import choose_items
from paragone.rating.study.places import Chosen, Row
from paragone.rating.study.study_file import StudyFile
from paragone.store.folder import RunFolder


def new_study(
    file: StudyFile, runs: Sequence[RunFolder], place: Path, *, database: str | None = None
) -> tuple[Study, str]:
    """Make the study and give it with the owner's token, which is told this once."""
    if place.exists() and any(place.iterdir()):
        raise StoreError(f"{place} is not empty; choose another folder with --out")
    chosen = choose_items(file, runs)
    place.mkdir(parents=True, exist_ok=True)
    try:
        engine = open_database(place, database)
        if database:
            link = place / DATABASE
            link.touch(mode=0o600)
            link.write_text(database, encoding="utf-8")
        _fill(engine, file, runs, _shown(chosen, place / IMAGES))
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    token = invite(engine, "owner")[0]
    engine.dispose()
    return open_study(place), token


def _shown(chosen: list[Chosen], images: Path) -> list[tuple[Chosen, list[Shown]]]:
    """Every image once as PNG without what its file said of itself; black and broken ones leave their items out."""
    images.mkdir()
    names: dict[str, str | None] = {}
    found = []
    for item in chosen:
        shown = [_copy(row, images, names) for row in item.samples]
        if all(one is not None for one in shown):
            found.append((item, [one for one in shown if one is not None]))
    if not found:
        raise StoreError("every image of these runs is black or cannot be read")
    return found


def _copy(row: Row, images: Path, names: dict[str, str | None]) -> Shown | None:
    content = row["image"]
    if content not in names:
        names[content] = None
        try:
            pixels = decode(row["run"].images.get(row["file"])).pixels
        except (BadImage, StoreError):
            return None
        if pixels.any():  # a model's filter paints black what it refuses: nothing to rate
            names[content] = f"{secrets.token_hex(16)}.png"
            (images / str(names[content])).write_bytes(encode(pixels))
    name = names[content]
    fields = {key: row[key] for key in ("model", "scenario", "prompt_id", "seed", "image", "is_real")}
    return None if name is None else Shown(name=name, sample=row["key"], **fields)


def _fill(engine: Engine, file: StudyFile, runs: Sequence[RunFolder], chosen: list[tuple[Chosen, list[Shown]]]) -> None:
    stored = {
        "study": file.model_dump_json(by_alias=True),
        "salt": secrets.token_hex(16),
        "id": secrets.token_hex(6),
        "runs": json.dumps([str(run.root.resolve()) if run.remote is None else str(run) for run in runs]),
        "state": "open",
    }
    rows = [
        {
            "role": item.role,
            "arm": item.arm,
            "prompt_key": item.prompt_key.replace("\0", "\x1f"),  # PostgreSQL stores no NUL
            "prompt": item.prompt.replace("\0", "\ufffd"),
            "sensitive": item.sensitive,
            "images": json.dumps([one._asdict() for one in shown]),
            "expected": json.dumps(item.expected),
        }
        for item, shown in chosen
    ]
    with writing(engine) as connection:
        connection.execute(settings.insert(), [{"name": name, "value": value} for name, value in stored.items()])
        connection.execute(items.insert(), rows)
