"""Reads and writes PaintSkills' own files: scene lists (`{"data": [...]}`) and COCO-style boxes."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.scenes.spec import Scene, Thing
from paragone.scenes.vocabulary import ALL_CLASSES, PLAIN, RELATIONS, SHAPES
from paragone.scenes.wording import Order

COCO_NAMES = {"bike": "bicycle"}  # the one class that COCO calls otherwise


@dataclass(frozen=True, slots=True)
class OriginalScene:
    """A scene as the original describes it: what is to be seen, but not where."""

    id: str
    text: str
    skill: str
    split: str
    background: str
    objects: tuple[Mapping[str, Any], ...]

    @property
    def order(self) -> Order:
        """What a drawing of it must show."""
        names = [class_of(item["shape"]) for item in self.objects]
        if self.skill == "spatial":
            relation = str(self.objects[1]["relation"]).partition("_")[0]
            where = next((known for known in RELATIONS if known == relation), None)
            return Order("spatial", tuple(names), relation=where)
        if self.skill == "color":
            return Order("color", (names[0],), colour=self.objects[0]["color"])
        return Order("count" if self.skill == "count" else "object", (names[0],), count=len(names))


def class_of(shape: str) -> str:
    """Our class for an original shape; every character that starts with `human` is a person.

    >>> class_of("humanJosh"), class_of("fireHydrant")
    ('person', 'fire hydrant')
    """
    if shape.startswith("human"):
        return "person"
    for name, known in SHAPES.items():
        if shape == known:
            return name
    raise BadInput(f"the shape {shape!r} is unknown; PaintSkills has {', '.join(SHAPES.values())}")


def read_scenes(path: Path) -> list[OriginalScene]:
    """The scenes of an original scene file."""
    with reading(lambda said: f"{path} is not a PaintSkills scene file ({said}); it must hold {{'data': [...]}}"):
        rows = json.loads(path.read_text(encoding="utf-8"))["data"]
        return [
            OriginalScene(r["id"], r["text"], r["skill"], r["split"], r["scene"], tuple(r["objects"])) for r in rows
        ]


def scenes_json(scenes: Iterable[Scene]) -> dict[str, Any]:
    """Our scenes in the original's form."""
    return {"data": list(scene_rows(scenes))}


def boxes_json(scenes: Sequence[Scene], boxes: Sequence[npt.NDArray[np.int32]]) -> dict[str, Any]:
    """The boxes of rendered scenes in COCO's form; a thing that is not seen has none."""
    annotations = list(annotation_rows(zip(scenes, boxes, strict=True)))
    return {"images": list(image_rows(scenes)), "annotations": annotations, "categories": categories()}


def scene_rows(scenes: Iterable[Scene]) -> Iterator[dict[str, Any]]:
    """What the original's scene file says of each scene."""
    return (_scene_row(scene) for scene in scenes)


def image_rows(scenes: Iterable[Scene]) -> Iterator[dict[str, Any]]:
    """What COCO's form says of each image."""
    for number, scene in enumerate(scenes):
        width, height = scene.camera.size
        yield {"id": number, "file_name": f"image_{scene.id}.png", "width": width, "height": height}


def annotation_rows(seen: Iterable[tuple[Scene, npt.NDArray[np.int32]]]) -> Iterator[dict[str, Any]]:
    """What COCO's form says of each thing that is seen."""
    count = 0
    for number, (scene, rows) in enumerate(seen):
        for thing, (x0, y0, x1, y1) in zip(scene.things, rows.tolist(), strict=True):
            if x1 > x0:
                yield _annotation(count, number, thing, (x0, y0, x1, y1))
                count += 1


def categories() -> list[dict[str, Any]]:
    """The classes in COCO's form."""
    return [{"id": k + 1, "name": COCO_NAMES.get(name, name)} for k, name in enumerate(ALL_CLASSES)]


def read_boxes(path: Path) -> dict[str, list[tuple[str, tuple[float, float, float, float]]]]:
    """File name -> (class, corners) of every box in a COCO-style file."""
    with reading(lambda said: f"{path} is not a COCO-style box file ({said}); it must hold images and annotations"):
        values = json.loads(path.read_text(encoding="utf-8"))
        files = {image["id"]: image["file_name"] for image in values["images"]}
        classes = {category["id"]: _ours(category["name"]) for category in values["categories"]}
        found: dict[str, list[tuple[str, tuple[float, float, float, float]]]] = {name: [] for name in files.values()}
        for row in values["annotations"]:
            x, y, width, height = row["bbox"]
            found[files[row["image_id"]]].append((classes[row["category_id"]], (x, y, x + width, y + height)))
        return found


def _ours(coco_name: str) -> str:
    return next((ours for ours, theirs in COCO_NAMES.items() if theirs == coco_name), coco_name)


def _scene_row(scene: Scene) -> dict[str, Any]:
    objects = [_object_row(number, thing) for number, thing in enumerate(scene.things)]
    head = {"id": scene.id, "scene": scene.background, "text": scene.text, "skill": scene.skill, "split": scene.split}
    return {**head, "objects": objects}


def _object_row(number: int, thing: Thing) -> dict[str, Any]:
    return {
        "id": number,
        "shape": SHAPES[thing.name],
        "coconame": COCO_NAMES.get(thing.name, thing.name),
        "color": thing.colour,
        "relation": f"{thing.link.relation}_{thing.link.other}" if thing.link else None,
        "scale": thing.size,
        "texture": PLAIN,
        "rotation": [0.0, thing.yaw, 0.0],  # the original's y axis points up
        "state": thing.state,
    }


def _annotation(number: int, image: int, thing: Thing, box: tuple[int, int, int, int]) -> dict[str, Any]:
    x0, y0, x1, y1 = box
    return {
        "id": number,
        "image_id": image,
        "category_id": ALL_CLASSES.index(thing.name) + 1,
        "bbox": [x0, y0, x1 - x0, y1 - y0],
        "area": (x1 - x0) * (y1 - y0),
        "iscrowd": 0,
    }
