"""What detectors saw, as shapes to draw over the image: boxes, outlines and points, in the image's own pixels."""

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

LAYERS = 8  # the style sheet knows so many; a picture with more is no longer readable
SHAPES = 200  # per layer
POINTS = 120  # per shape
SURE = 0.3  # a box that scores less is drawn faintly and without its label
_MASK = re.compile(r"iVBORw0KGgo[A-Za-z0-9+/=]{1,200000}")


@dataclass(frozen=True)
class Shape:
    """One thing seen: a box and, where the detector gives them, an outline and points."""

    label: str
    box: tuple[float, float, float, float]  # left, top, width, height
    outline: str = ""  # SVG points
    points: tuple[tuple[float, float], ...] = ()
    is_faint: bool = False  # the detector itself is not sure of it


@dataclass(frozen=True)
class Layer:
    """What one annotator saw in one image."""

    name: str
    shapes: tuple[Shape, ...] = ()
    mask: str = ""  # a base64 PNG, stretched over the image


def layers_of(facts: Mapping[str, Mapping[str, Any]]) -> list[Layer]:
    """One layer per column that lists boxes, whatever annotator it comes from."""
    layers = []
    for annotator, columns in facts.items():
        for column, value in columns.items():
            name = annotator if column == "boxes" else f"{annotator} {column}"
            if column == "mask" and isinstance(value, str) and _MASK.fullmatch(value):
                layers.append(Layer(name, mask=value))
            elif shapes := tuple(_shapes(read_json(value)))[:SHAPES]:
                layers.append(Layer(name, shapes))
    return layers[:LAYERS]


def read_json(value: Any) -> Any:
    """A JSON column's value; text that is no JSON stays text."""
    if not isinstance(value, str) or value[:1] not in "[{":
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _shapes(value: Any) -> Iterable[Shape]:
    if _are_numbers(value, 4):  # a column that holds one box
        value = [{"box": value}]
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict) and _are_numbers(item.get("box"), 4):
            left, top, right, bottom = item["box"]
            name, score = item.get("label", item.get("name", "")), item.get("score")
            label = f"{name} {score:.2f}".strip() if isinstance(score, float) else str(name)
            box = (left, top, max(right - left, 0.0), max(bottom - top, 0.0))
            points = _points(item.get("points", item.get("landmarks")))
            yield Shape(label, box, _outline(item.get("polygon")), points, isinstance(score, float) and score < SURE)


def _outline(value: Any) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in _points(value))


def _points(value: Any) -> tuple[tuple[float, float], ...]:
    """Points by name or in a list; depth is left out, and of a dense mesh only some are drawn."""
    points = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(points, list) or not all(_are_numbers(point, 2) or _are_numbers(point, 3) for point in points):
        return ()
    return tuple((point[0], point[1]) for point in points[:: 1 + len(points) // POINTS])


def _are_numbers(value: Any, count: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(number, (int, float)) and math.isfinite(number) for number in value)
    )
