"""Detection: HEIM's prompts for objects, counts and spatial relations of 21 classes, with what must be seen."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from paragone.assets.cache import is_present
from paragone.assets.manifest import find
from paragone.core.errors import BadInput
from paragone.core.expect import Expect, Relation, Thing
from paragone.core.pattern import Pattern
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromFile, text_of
from paragone.scenes.wording import plural, with_article

# PaintSkills' first list of classes by their names in MS-COCO; its van, which MS-COCO has not, is our car.
CLASSES = (
    *("person", "airplane", "bicycle", "bus", "dog", "boat", "car", "train", "fire hydrant", "stop sign", "backpack"),
    *("chair", "dining table", "skateboard", "bench", "suitcase", "traffic light", "bird", "bear", "bed"),
    "potted plant",
)
RELATIONS = ("above", "below", "left", "right")
COUNTS = (1, 2, 3, 4)
SIZES: Mapping[str, int] = {
    "object": len(CLASSES),
    "count": len(CLASSES) * len(COUNTS),
    "spatial": len(CLASSES) ** 2 * len(RELATIONS),
}


class Row(NamedTuple):
    """A line of HEIM's file, in the order of its columns."""

    skill: str
    prompt: str
    first: str
    second: str = ""
    how_many: str = ""
    relation: str = ""


@dataclass(frozen=True)
class Detection(FromFile):
    """HEIM's file where it is here (or at `path`), else the same products of its classes in our own words."""

    skill: Literal["object", "count", "spatial"] = "object"
    name = Pattern("detection_{self.skill}")
    asset: ClassVar[str] = "heim-detection"
    licence: ClassVar[str] = "not stated (HEIM's file); Apache-2.0 (ours)"
    citation: ClassVar[str] = "Cho et al., DALL-Eval, ICCV 2023; Lee et al., HEIM, NeurIPS 2023"
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)
    needs_weights: ClassVar[tuple[str, ...]] = ()

    @property
    def is_ours(self) -> bool:
        """Whether HEIM's file is not here."""
        return not self.path and not is_present(find(self.asset))

    @property
    def title(self) -> str:
        """With the skill, and with whose prompts they are."""
        return f"Detection, {self.skill}" + (" (our prompts)" if self.is_ours else "")

    @property
    def source(self) -> str:
        """Whose prompts these are."""
        return "ours, from PaintSkills' classes and relations" if self.is_ours else "HEIM's detection prompts"

    @property
    def size(self) -> int | None:
        """As HEIM's paper counts them."""
        return SIZES[self.skill]

    @property
    def version(self) -> str:
        """Of our products, or of the file."""
        return "ours-2" if self.is_ours else super().version

    def load(self) -> Sequence[Prompt]:
        """The prompts of the skill, each with the objects, counts and relations that must be seen."""
        return _ours(self.skill) if self.is_ours else self._read()

    def _read(self) -> list[Prompt]:
        path = self.file
        try:
            # By place, as HELM reads it: what its header says is not known to us.
            lines = [row for row in csv.reader(io.StringIO(text_of(path), newline="")) if row][1:]
            rows = [Row(*line) for line in lines if line[0] == self.skill]
            made = [_prompt(self.skill, place, row.prompt, _asked(row)) for place, row in enumerate(rows)]
        except (csv.Error, ValueError, TypeError) as error:
            raise BadInput(f"{path} cannot be read as HEIM's detection file ({error}); get it anew") from error
        if not made:
            raise BadInput(
                f"{path} has no row that begins with {self.skill}, as HEIM's detection file has; get it anew"
            )
        return made


def _asked(row: Row) -> Expect:
    if row.skill == "spatial":
        # The relation is that of the second object to the first, and carries an index: below_0.
        return _spatial(row.first, row.second, row.relation.partition("_")[0])
    return _things(row.skill, row.first, int(float(row.how_many)) if row.skill == "count" else 1)


def _things(skill: str, label: str, count: int = 1) -> Expect:
    return Expect(objects=(Thing(label, count),), scene={"skill": skill})


def _spatial(first: str, second: str, relation: str) -> Expect:
    scene = {"skill": "spatial"}
    return Expect(objects=(Thing(first), Thing(second)), relations=(Relation(1, relation, 0),), scene=scene)


def _ours(skill: str) -> list[Prompt]:
    if skill == "object":
        made = [(f"a photo of {with_article(one)}", _things(skill, one)) for one in CLASSES]
    elif skill == "count":
        made = [
            (f"a photo of {count} {one if count == 1 else plural(one)}", _things(skill, one, count))
            for one in CLASSES
            for count in COUNTS
        ]
    else:
        words = {"above": "above", "below": "below", "left": "left of", "right": "right of"}
        made = [
            (f"{with_article(second)} is {words[relation]} {with_article(first)}", _spatial(first, second, relation))
            for first in CLASSES
            for second in CLASSES
            for relation in RELATIONS
        ]
    return [_prompt(skill, place, text, expect) for place, (text, expect) in enumerate(made)]


def _prompt(skill: str, place: int, text: str, expect: Expect) -> Prompt:
    tags = {"skill": skill, "object": expect.objects[0].label}
    if expect.relations:
        tags |= {"relation": expect.relations[0].relation}
    return Prompt(f"detection_{skill}_{place:05d}", text, tags, expect)


scenario = Detection
