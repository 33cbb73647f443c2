"""MS-COCO 2014, val: a prompt for each caption, with its photograph; plain, in a style, a dialect, a language ..."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.types import Prompt
from paragone.scenarios.heim._coco_captions import read_captions
from paragone.scenarios.heim._data import Archive, FromFile, with_images

FILES = "COCO_val2014_"
STYLES = ("oil painting", "watercolor", "pencil sketch", "animation", "vector graphics", "pixel art")


class Variant(NamedTuple):
    """How HEIM changes the captions, what that tells of, and how many captions it takes."""

    perturb: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ("quality", "alignment", "efficiency")
    cap: int | None = 100
    images: int = 4


VARIANTS: Mapping[str, Variant] = {
    "": Variant(),
    "fid": Variant(aspects=("quality",), cap=30_000, images=1),
    "efficiency": Variant(aspects=("efficiency",), images=1),
    "gender": Variant(("gender protocol=heim",), ("fairness",)),
    "dialect": Variant(("dialect protocol=heim",), ("fairness",)),
    "typos": Variant(("typos protocol=heim",), ("robustness",)),
    **{
        language: Variant((f"translation language={language}",), ("multilinguality",))
        for language in ("chinese", "hindi", "spanish")
    },
    **{style: Variant((f"style style='{style}'",), ("aesthetics", "alignment"), 17) for style in STYLES},
}


@dataclass(frozen=True)
class MsCoco(FromFile):
    """Captions of the val split; `variant` is one of HEIM's, `images_path` a folder or zip of the photographs.

    `translator` are options of the perturbation `translation`, as words: "model=Helsinki-NLP/opus-mt-en-zh".
    Without the photographs the captions are drawn all the same, and what compares with a photograph has nothing to do.
    """

    variant: str = ""
    images_path: str = ""
    translator: str = ""
    asset: ClassVar[str] = "mscoco-2014-captions"
    code: ClassVar[str] = "2"  # by photograph, as HEIM has them
    source: ClassVar[str] = "MS-COCO 2014, val"
    licence: ClassVar[str] = "captions CC BY 4.0; photographs under their own licences at Flickr"
    citation: ClassVar[str] = "Lin et al., Microsoft COCO: Common Objects in Context, ECCV 2014"
    size: ClassVar[int | None] = 202_654

    def __post_init__(self) -> None:
        """Refuse a variant that is none."""
        if self.variant not in VARIANTS:
            raise BadOption(f"mscoco has no variant {self.variant!r}; {nearest(self.variant, filter(None, VARIANTS))}")

    @property
    def name(self) -> str:
        """With the variant."""
        return "_".join(["mscoco", *self.variant.split()])

    @property
    def title(self) -> str:
        """With the variant in words."""
        return f"MS-COCO, {self.variant}" if self.variant else "MS-COCO"

    @property
    def aspects(self) -> tuple[str, ...]:
        """Those of HEIM's table 2."""
        return VARIANTS[self.variant].aspects

    @property
    def cap(self) -> int | None:
        """As HEIM's run entries have it."""
        return VARIANTS[self.variant].cap

    @property
    def images(self) -> int | None:
        """As HEIM's run entries have it."""
        return VARIANTS[self.variant].images

    @property
    def perturb(self) -> tuple[str, ...]:
        """What is done to the captions."""
        return tuple(f"{one} {self.translator}".strip() for one in VARIANTS[self.variant].perturb)

    def load(self) -> Sequence[Prompt]:
        """A prompt for each caption, about five a photograph, photograph by photograph."""
        return _prompts(self.file)

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With the photographs, where they are here."""
        photographs = Archive("mscoco-2014-val-images", self.images_path)
        return with_images(prompts, photographs, lambda image: f"{FILES}{int(image):012d}.jpg")


@functools.lru_cache(maxsize=1)
def _prompts(path: Path) -> tuple[Prompt, ...]:
    """Kept, as fifteen scenarios of HEIM begin with the same 202,654 captions."""
    return tuple(
        Prompt(f"{one.image_id}_{one.id}", one.text, {"image": str(one.image_id)})
        for one in read_captions(path)
        if one.text
    )


scenario = MsCoco
