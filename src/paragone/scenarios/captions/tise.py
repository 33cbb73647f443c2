"""TISE's caption sets: realism, R-precision, SOA, positional and counting alignment, from its files or by rule."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from paragone.assets.cache import path_of
from paragone.core.components import Scenario
from paragone.core.errors import BadOption, NotReady, ParagoneError
from paragone.core.keys import content_hash, key_of
from paragone.core.types import Prompt
from paragone.inputs.captions import read_captions
from paragone.scenarios.captions import _sets
from paragone.scenarios.captions._files import prompts_of
from paragone.scenarios.captions._photographs import with_photographs
from paragone.scenarios.heim.mscoco import MsCoco
from paragone.scenarios.paintskills import scenario as paintskills

Part: TypeAlias = Literal["realism", "rprecision", "soa", "pa", "ca"]
RULES: Mapping[Part, Callable[[Sequence[Prompt], int, int], list[Prompt]]] = {
    "realism": _sets.realism,
    "rprecision": _sets.rprecision,
    "soa": _sets.object_accuracy,
    "pa": _sets.positions,
    "ca": _sets.counting,
}
TITLES: Mapping[Part, str] = {
    "realism": "image realism and object fidelity",
    "rprecision": "text relevance, with 99 mismatched captions",
    "soa": "object accuracy",
    "pa": "positional alignment",
    "ca": "counting alignment",
}
SKILLS: Mapping[Part, Literal["object", "count", "spatial"]] = {
    **{"realism": "spatial", "rprecision": "spatial", "soa": "object", "pa": "spatial", "ca": "count"}
}
COCO = "mscoco-2014-captions"
RULE = "1"  # changes whenever the rules do


@dataclass(frozen=True)
class Tise(Scenario):
    """One of the sets. `path`: TISE's pickle (or SOA's folder of them), or any caption file, from which it is made.

    `source = "scenes"` makes it of our own simulator's prompts instead, so that all of it runs offline. `images_path`
    is the folder of the photographs, which then are each prompt's reference; without both paths they are COCO's, as
    far as they were fetched.
    """

    part: Part = "realism"
    path: str | Path = ""
    images_path: str | Path = ""
    n: int | None = None
    seed: int = 0
    made_of: Literal["captions", "scenes"] = "captions"

    licence: ClassVar[str] = "captions of MS-COCO: CC BY 4.0; TISE's files: BSD-3-Clause"
    aspects: ClassVar[tuple[str, ...]] = ("alignment", "quality")

    def __post_init__(self) -> None:
        """Refuse no prompts."""
        if self.n is not None and self.n < 1:
            raise BadOption(f"{self.n} captions of tise; ask for one at least")

    @property
    def name(self) -> str:
        """With the part."""
        return f"tise_{self.part}"

    @property
    def title(self) -> str:
        """With the part in words, and whose captions they are."""
        ours = "" if self.is_theirs else ", by our rule"
        return f"TISE: {TITLES[self.part]}{ours}"

    @property
    def source(self) -> str:
        """Whose captions and whose choice these are."""
        paper = "Dinh et al., TISE (2022)"
        if self.made_of == "scenes":
            return f"{paper}; prompts of our simulator in place of COCO's captions"
        return (
            f"{paper}; its own file"
            if self.is_theirs
            else f"{paper}; chosen by our rule from {Path(self.path or COCO).name}"
        )

    @property
    def images(self) -> int | None:
        """Three of each caption for SOA, one for the others."""
        return 3 if self.part == "soa" else 1

    @property
    def is_theirs(self) -> bool:
        """Whether the source's own file is read."""
        place = Path(self.path)
        return (
            self.made_of == "captions" and bool(self.path) and (place.suffix in (".pkl", ".pickle") or place.is_dir())
        )

    def check(self) -> None:
        """Say where captions come from, if none were given."""
        if self.made_of == "captions":
            _ = self.place

    @functools.cached_property
    def place(self) -> Path:
        """Where the captions are: as given, or COCO's among the data sets that were fetched."""
        if self.path and Path(self.path).exists():
            return Path(self.path)
        if self.path:
            raise NotReady(f"{self.name}: {self.path} is not there; check `path`")
        try:
            return path_of(COCO)
        except ParagoneError as error:
            raise NotReady(
                f"{self.name}: no captions were given; run `paragone data fetch {COCO}`,"
                " or set `path` to a file of captions or to TISE's own"
            ) from error

    @functools.cached_property
    def version(self) -> str:
        """Of the rule, and a hash of the file."""
        if self.made_of == "scenes":
            return f"{RULE}-scenes-{self.seed}-{self.size}"
        place = self.place
        files = sorted(place.glob("label_*.pkl")) if place.is_dir() else [place]
        return key_of(RULE, self.seed, self.size, [content_hash(file.read_bytes()) for file in files])[:16]

    @property
    def size(self) -> int:
        """How many captions are wanted."""
        return self.n or _sets.SIZES[self.part]

    def load(self) -> Sequence[Prompt]:
        """The prompts with what the part's metrics read."""
        if self.made_of == "scenes":
            return self._of_scenes()
        if self.is_theirs:
            found = prompts_of(self.place, self.part)
            found = found if self.n is None else _sets.chosen(found, self.n, self.seed)
        else:
            captions = read_captions(self.place)
            every = [Prompt(one.id, one.text, {"image": one.image}) for one in captions]
            found = RULES[self.part](every, self.size, self.seed)
        return with_photographs(found, Path(self.images_path)) if self.images_path else found

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With COCO's photographs, where captions and photographs are those that `paragone data` fetched."""
        is_coco = self.made_of == "captions" and not self.path and not self.images_path
        return MsCoco().attach(prompts) if is_coco else prompts

    def _of_scenes(self) -> Sequence[Prompt]:
        """The simulator's prompts: what each expects is known, so only false captions are added."""
        every = paintskills(skill=SKILLS[self.part], n=max(self.size, 4 * _sets.MISMATCHED), seed=self.seed).load()
        add = {"rprecision": _sets.rprecision, "pa": _sets.positions}.get(self.part, _sets.chosen)
        return add(every, self.size, self.seed)


scenario = Tise
