"""Images whose class is known: a folder with a subfolder for each class, or a table of the columns image and label."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from paragone.core.errors import BadInput
from paragone.inputs.confine import file_below
from paragone.inputs.listing import IMAGES
from paragone.inputs.rows import read_table


class Labelled(NamedTuple):
    """An image and the number of its class."""

    path: Path
    label: int


def read_labelled(place: Path, classes: Sequence[str] = ()) -> list[Labelled]:
    """Every image with its class: the number that a label is, or its place in `classes`."""
    if place.is_dir():
        found = [
            (path, path.relative_to(place).parts[0])
            for path in sorted(place.rglob("*"))
            if path.suffix.lower() in IMAGES and len(path.relative_to(place).parts) > 1
        ]
        if not found:
            raise BadInput(f"{place} has no images in subfolders; make one subfolder for each class")
    else:
        table = read_table(place)
        for column in ("image", "label"):
            if column not in table.columns:
                raise BadInput(f"{place} has no column called {column}, only {', '.join(table.columns)}; name both")
        found = [
            (file_below(table.path.parent, row.text("image") or "", where=row.where), row.text("label") or "")
            for row in table.rows
        ]
    numbers = {name: place for place, name in enumerate(classes)}
    return [Labelled(path, _number(name, numbers, path)) for path, name in found]


def _number(name: str, numbers: dict[str, int], path: Path) -> int:
    if name in numbers:
        return numbers[name]
    if not numbers and name.isascii() and name.isdigit():
        return int(name)
    known = f"the {len(numbers)} classes have no {name!r}" if numbers else f"{name!r} is no number of a class"
    raise BadInput(f"{path.name}: {known}; give --classes, a file with a class in each line, in the classifier's order")
