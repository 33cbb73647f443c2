"""The data card of a rendered split: what is in it, by which rule it was made, under which licences, and its hash."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from paragone.core.keys import Json, key_of
from paragone.scenes import compose
from paragone.scenes.arrange import FRONTAL, SIZES, TRAIN_RULE, VAL_RULE
from paragone.scenes.compose import Series
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.rendering import render
from paragone.scenes.rendering.backgrounds import VERSION as BACKGROUNDS_VERSION


class Tally:
    """What a card needs to know of all scenes, without the scenes themselves."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.texts: Counter[str] = Counter()
        self.classes: Counter[str] = Counter()
        self.backgrounds: Counter[str] = Counter()
        self.images: list[str] = []
        self.visible, self.sides = array("d"), array("d")
        for row in rows:
            self.texts[row["text"]] += 1
            self.classes.update(thing["name"] for thing in row["things"])
            self.backgrounds[row["background"]] += 1
            self.images.append(row["image"])
            self.visible.extend(row["visible"])
            self.sides.extend(min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in row["boxes"])


def card_of(series: Series, rows: Iterable[Mapping[str, Any]]) -> dict[str, Json]:
    """The card of rendered scenes (rows of the split's .jsonl)."""
    pack, tally = load_pack(series.pack), Tally(rows)
    return {
        "what": f"PaintSkills {series.version} {series.skill} {series.split}, rendered anew by Paragone's simulator",
        "series": asdict(series),
        "scenes": len(tally.images),
        "hash": key_of(*tally.images),
        "scenes_per_prompt": dict(sorted(tally.texts.items())),
        "things_per_class": dict(sorted(tally.classes.items())),
        "backgrounds": dict(sorted(tally.backgrounds.items())),
        "visible": _spread(tally.visible),
        "smallest_side": _spread(tally.sides),
        "rule": asdict(VAL_RULE if series.split == "val" else TRAIN_RULE),
        "rule_in_words": "pixels of a 256 pixel image: least distance from the frame, least side of a box, "
        "greatest common part of two boxes (of the smaller), least distance of two centres; in a relation, how many "
        "times the offset along its axis is of the other one. Chosen before any detector was trained.",
        "sizes_m": {skill: list(sizes) for skill, sizes in SIZES.items()},
        "yaw": f"any direction, but within {', '.join(f'{d:g} degrees for a {n}' for n, d in FRONTAL.items())}",
        "versions": {
            "composer": compose.VERSION,
            "renderer": render.VERSION,
            "backgrounds": BACKGROUNDS_VERSION,
            "pack": pack.version,
        },
        "licences": {
            asset: f"{terms.licence}; {terms.credit}"
            for asset, terms in pack.licences.items()
            if asset in tally.classes or len(pack.licences) == 1
        },
        "limits": "drawn objects before painted places: a score here says nothing of photographs",
    }


def _spread(values: "array[float]") -> dict[str, float]:
    points = np.quantile(values, [0, 0.05, 0.5, 1]) if values else np.full(4, np.nan)
    names = ("least", "5%", "median", "most")
    return {name: round(float(value), 4) for name, value in zip(names, points, strict=True) if np.isfinite(value)}
