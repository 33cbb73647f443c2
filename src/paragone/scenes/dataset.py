"""Renders a whole data set to a folder laid out as the original's, in parallel, and goes on where it was stopped.

FOLDER/{skill}/images/image_{id}.png      FOLDER/{skill}/scenes/{skill}_{split}.json
FOLDER/{skill}/masks/mask_{id}.png        FOLDER/{skill}/{skill}_{split}_bounding_boxes.json
FOLDER/{skill}/{skill}_{split}.jsonl      our own scenes, with boxes and visible fractions: `spec.from_json` reads them
FOLDER/{skill}/{skill}_{split}_card.json  the data card
"""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.core.errors import BadInput
from paragone.core.keys import content_hash, key_of
from paragone.scenes import compose
from paragone.scenes.card import card_of
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.original import annotation_rows, categories, image_rows, scene_rows
from paragone.scenes.rendering import backgrounds, render
from paragone.scenes.spec import Scene, from_json, to_json

CHUNK = 50  # scenes that are done or not done together


def make(
    series: Series, count: int, *, out: Path, processes: int = 1, tell: Callable[[int], None] = lambda done: None
) -> Path:
    """Render the first `count` scenes of a series; gives the data card. What is there already is not rendered again."""
    if count < 1:
        raise BadInput(f"{count} scenes to make; ask for one at least")
    folder = out / series.skill
    for name in ("images", "masks", "scenes", "parts"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    starts = range(0, count, CHUNK)
    wanted = [start for start in starts if not _part(folder, series, start, count).is_file()]
    tell(count - sum(min(CHUNK, count - start) for start in wanted))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = {pool.submit(make_chunk, series, start, min(start + CHUNK, count), out): start for start in wanted}
        for job in as_completed(jobs):
            job.result()
            tell(min(CHUNK, count - jobs[job]))
    return _gather(folder, series, [_part(folder, series, start, count) for start in starts])


def make_chunk(series: Series, start: int, stop: int, out: Path) -> None:
    """Render scenes start to stop; the list of them is written last, so its existence means that all are there."""
    folder, pack = out / series.skill, load_pack(series.pack)
    rows = []
    for index in range(start, stop):
        scene = scene_at(series, index, pack)
        drawn = draw(scene, pack)
        image = folder / "images" / f"image_{scene.id}.png"
        Image.fromarray(drawn.rgb).save(image, compress_level=1)
        Image.fromarray(drawn.instances).save(folder / "masks" / f"mask_{scene.id}.png", compress_level=1)
        truth = {"boxes": drawn.boxes.tolist(), "visible": [round(float(value), 4) for value in drawn.visible]}
        rows.append({**to_json(scene), **truth, "image": content_hash(drawn.rgb.tobytes())})
    path = _part(folder, series, start, stop)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    unfinished.replace(path)


def _part(folder: Path, series: Series, start: int, stop: int) -> Path:
    # Everything that decides a scene is in the name, so that another seed or pack never passes for this one.
    versions = (compose.VERSION, render.VERSION, backgrounds.VERSION, load_pack(series.pack).version)
    pack = f"{Path(series.pack).name}_{key_of(*versions)[:8]}"
    what = f"{series.version}_{series.split}_{series.seed}_{series.size}_{pack}"
    return folder / "parts" / f"{what}_{start:06d}_{min(start + CHUNK, stop) - start:02d}.jsonl"


def _gather(folder: Path, series: Series, parts: list[Path]) -> Path:
    """Write the lists of all scenes, row by row: a hundred thousand of them take no more memory than a hundred."""
    name = f"{series.skill}_{series.split}"
    _write_rows(folder / "scenes" / f"{name}.json", data=scene_rows(_scenes(parts)))
    _write_rows(
        folder / f"{name}_bounding_boxes.json",
        images=image_rows(_scenes(parts)),
        annotations=annotation_rows((_scene(row), _boxes(row)) for row in _rows(parts)),
        categories=categories(),
    )
    with (folder / f"{name}.jsonl").open("wb") as file:
        for part in parts:
            file.write(part.read_bytes())
    card = folder / f"{name}_card.json"
    card.write_text(json.dumps(card_of(series, _rows(parts)), indent=1) + "\n", encoding="utf-8")
    return card


def _rows(parts: list[Path]) -> Iterator[dict[str, Any]]:
    for part in parts:
        for line in part.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def _scene(row: dict[str, Any]) -> Scene:
    return from_json({name: value for name, value in row.items() if name not in ("boxes", "visible", "image")})


def _scenes(parts: list[Path]) -> Iterator[Scene]:
    return (_scene(row) for row in _rows(parts))


def _boxes(row: dict[str, Any]) -> npt.NDArray[np.int32]:
    return np.array(row["boxes"], dtype=np.int32).reshape(-1, 4)


def _write_rows(path: Path, **lists: Iterable[Any]) -> None:
    """An object of lists as JSON, a row a line."""
    with path.open("w", encoding="utf-8") as file:
        for number, (name, rows) in enumerate(lists.items()):
            file.write(f"{',' if number else '{'}\n{json.dumps(name)}: [")
            for place, row in enumerate(rows):
                file.write(("," if place else "") + "\n" + json.dumps(row))
            file.write("]")
        file.write("}\n")
