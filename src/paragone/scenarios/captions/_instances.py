"""Which photographs hold which objects, from COCO's file of instances."""

import json
from collections.abc import Collection
from pathlib import Path

from paragone.core.errors import BadInput


def images_with(path: Path, every: Collection[str], some: Collection[str]) -> set[str]:
    """The numbers of the images that hold all of the first classes and at least one of the second."""
    try:
        held = json.loads(path.read_bytes())
        names = {row["id"]: row["name"] for row in held["categories"]}
        seen: dict[str, set[str]] = {}
        for row in held["annotations"]:
            seen.setdefault(str(row["image_id"]), set()).add(names[row["category_id"]])
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}; check the path") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        found = f"{type(error).__name__}: {error}"
        raise BadInput(f"{path} is no file of COCO's instances ({found}); give instances_train2017.json") from error
    return {image for image, classes in seen.items() if set(every) <= classes and classes & set(some)}
