"""Captions of a file that speak of something: of faces or motion by the thesis's words, or by words of your own."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from paragone.assets.cache import path_of
from paragone.core.components import Scenario
from paragone.core.errors import BadInput, BadOption, NotReady, ParagoneError
from paragone.core.keys import content_hash, key_of
from paragone.core.types import Prompt
from paragone.inputs.captions import read_captions
from paragone.scenarios.captions._instances import images_with
from paragone.scenarios.captions._photographs import with_photographs
from paragone.scenarios.captions._sets import chosen, realism
from paragone.scenarios.captions._thesis_words import LISTS, SPORTS, has_any
from paragone.scenarios.heim.mscoco import MsCoco

RULE = "1"


@dataclass(frozen=True)
class Captions(Scenario):
    """Captions with one of the `words` ("faces": 19, "motion": 44, or a list); none given: all.

    `instances_path` is COCO's file of objects: then photographs with a person and sports gear alone count. `n` takes so
    many, by chance of their ids; `each` keeps one caption a photograph, or all.
    """

    path: str | Path = ""
    words: str | Sequence[str] = ()
    images_path: str | Path = ""
    instances_path: str | Path = ""
    n: int | None = None
    seed: int = 0
    each: Literal["photograph", "caption"] = "photograph"

    aspects: ClassVar[tuple[str, ...]] = ("quality", "alignment")

    def __post_init__(self) -> None:
        """Refuse a list of words that there is not."""
        if isinstance(self.words, str) and self.words not in LISTS:
            raise BadOption(f"no words are called {self.words!r}; there are {', '.join(LISTS)}, or write a list")
        if self.n is not None and self.n < 1:
            raise BadOption(f"{self.n} captions; ask for one at least")

    @property
    def name(self) -> str:
        """With the words."""
        return f"captions_{self.words}" if isinstance(self.words, str) else "captions"

    @property
    def title(self) -> str:
        """What the captions speak of."""
        about = {"faces": "Captions that speak of people", "motion": "Captions that speak of motion"}
        return about.get(str(self.words), "Captions of photographs")

    @property
    def source(self) -> str:
        """The file, and whose rule."""
        rule = "; words of Masrourisaadat (2023)" if isinstance(self.words, str) else ""
        return f"{Path(self.path or MsCoco.asset).name}{rule}"

    def check(self) -> None:
        """Say that captions are wanted."""
        _ = self.place

    @functools.cached_property
    def place(self) -> Path:
        """Where the captions are: as given, or COCO's of 2014 among the data sets that were fetched."""
        if self.path and not Path(self.path).is_file():
            raise NotReady(f"{self.name}: {self.path} is not there; check `path`")
        try:
            return Path(self.path) if self.path else path_of(MsCoco.asset)
        except ParagoneError as error:
            raise NotReady(
                f"{self.name}: no file was given; run `paragone data fetch {MsCoco.asset}`,"
                " or set `path` to a file of captions, such as captions_train2017.json"
            ) from error

    @functools.cached_property
    def version(self) -> str:
        """A hash of the file and the choice."""
        content = content_hash(self.place.read_bytes())
        gear = content_hash(Path(self.instances_path).read_bytes()) if self.instances_path else ""
        return key_of(RULE, content, gear, list(self._words), self.n, self.seed, self.each)[:16]

    @property
    def _words(self) -> tuple[str, ...]:
        return LISTS[self.words] if isinstance(self.words, str) else tuple(self.words)

    def load(self) -> Sequence[Prompt]:
        """The captions that pass."""
        captions = read_captions(self.place)
        kept = [one for one in captions if not self._words or has_any(one.text, self._words)]
        if self.instances_path:
            numbers = images_with(Path(self.instances_path), {"person"}, SPORTS)
            kept = [one for one in kept if one.image in numbers]
        if not kept:
            raise BadInput(f"none of the {len(captions)} captions of {self.place.name} passes; use other words")
        every = [Prompt(one.id, one.text, {"image": one.image}) for one in kept]
        choose = realism if self.each == "photograph" else chosen
        found = choose(every, self.n or len(every), self.seed)
        return with_photographs(found, Path(self.images_path)) if self.images_path else found

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With COCO's photographs, where captions and photographs are those that `paragone data` fetched."""
        return prompts if self.path or self.images_path else MsCoco().attach(prompts)


scenario = Captions
