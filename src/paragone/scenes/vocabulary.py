"""The words of PaintSkills: classes, colours, relations, states and skills, and what the two versions call them."""

from typing import Literal, TypeAlias, get_args

Version: TypeAlias = Literal["v1", "v2"]
Skill: TypeAlias = Literal["object", "count", "color", "spatial"]
Split: TypeAlias = Literal["train", "val"]
Relation: TypeAlias = Literal["left", "right", "above", "below"]

RELATIONS: tuple[Relation, ...] = get_args(Relation)
COUNTS = (1, 2, 3, 4)

# Our class names are COCO's words where COCO has the class; the value is the original simulator's shape name.
SHAPES = {
    "person": "human",
    "airplane": "airplane",
    "bike": "bike",
    "bus": "bus",
    "dog": "dog",
    "boat": "boat",
    "van": "van",
    "train": "train",
    "fire hydrant": "fireHydrant",
    "stop sign": "stopSign",
    "backpack": "backpack",
    "chair": "chair",
    "dining table": "diningTable",
    "skateboard": "skateboard",
    "bench": "bench",
    "suitcase": "suitcase",
    "traffic light": "trafficLight",
    "bird": "bird",
    "bear": "bear",
    "bed": "bed",
    "potted plant": "pottedPlant",
    "car": "car",
    "truck": "truck",
    "umbrella": "umbrella",
}
ALL_CLASSES = tuple(SHAPES)

CLASSES: dict[Version, tuple[str, ...]] = {
    "v1": ALL_CLASSES[:21],
    # The papers do not print the 15 classes of v2 in full; this is our choice of them.
    "v2": (
        *("person", "dog", "airplane", "bike", "car", "bus", "train", "truck", "boat", "bench"),
        *("chair", "umbrella", "suitcase", "potted plant", "fire hydrant"),
    ),
}
SKILLS: dict[Version, tuple[Skill, ...]] = {
    "v1": ("object", "count", "color", "spatial"),
    "v2": ("object", "count", "spatial"),
}

# sRGB. The original's metadata has these six; its paper names maroon in place of white.
COLOURS = {
    "red": (0.85, 0.07, 0.07),
    "blue": (0.08, 0.20, 0.85),
    "yellow": (0.95, 0.82, 0.06),
    "white": (0.95, 0.95, 0.95),
    "purple": (0.50, 0.10, 0.62),
    "green": (0.07, 0.58, 0.14),
}
PLAIN = "plain"

EMPTY = "empty"  # v1's black background
BACKGROUNDS = (
    *("meadow", "desert", "snow", "beach", "road", "sunset", "mountain", "forest", "plaza", "room"),
    *("brickwall", "studio", "overcast"),
)

# The first state is the one the original's generator always takes.
STATES: dict[str, tuple[str | None, ...]] = {
    "person": ("sitting", None),
    "dog": ("standing", "sitting"),
    "bird": ("flying", "perched"),
    "bear": ("standing", "upright"),
}

# Scenes per cell (a cell is one object, object and count, object and colour, or pair and relation).
# v1's paper says 28,244 spatial scenes for training, 20 more than 16 a cell: we take it for a misprint.
REPEATS: dict[tuple[Version, Skill, Split], int] = {
    ("v1", "object", "train"): 1000,
    ("v1", "object", "val"): 50,
    ("v1", "count", "train"): 300,
    ("v1", "count", "val"): 30,
    ("v1", "color", "train"): 200,
    ("v1", "color", "val"): 20,
    ("v1", "spatial", "train"): 16,
    ("v1", "spatial", "val"): 2,
    ("v2", "object", "train"): 1550,
    ("v2", "object", "val"): 155,
    ("v2", "count", "train"): 360,
    ("v2", "count", "val"): 36,
    ("v2", "spatial", "train"): 15,
    ("v2", "spatial", "val"): 3,
}
