"""Winoground: of each pair of captions with the same words, the first, with its image, as HEIM does."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.errors import BadInput
from paragone.core.expect import Expect
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import Archive, FromFile, text_of, with_images


@dataclass(frozen=True)
class Winoground(FromFile):
    """examples.jsonl of the gated data set; `images_path` is its images.zip or a folder of the images.

    The other caption of a pair is offered as a false one (`distractors`).
    """

    images_path: str = ""
    title: ClassVar[str] = "Winoground"
    asset: ClassVar[str] = "winoground"
    source: ClassVar[str] = "Winoground, first captions"
    licence: ClassVar[str] = "of its own: for evaluation, not to be given on"
    citation: ClassVar[str] = "Thrush et al., Winoground, CVPR 2022"
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)
    size: ClassVar[int | None] = 400

    def load(self) -> Sequence[Prompt]:
        """A prompt for each pair."""
        path, prompts = self.file, []
        try:
            for line in filter(str.strip, text_of(path).splitlines()):
                row = json.loads(line)
                tags = {"image": str(row["image_0"]), **({"tag": str(row["tag"])} if row.get("tag") else {})}
                false = Expect(distractors=(str(row["caption_1"]),))
                prompts.append(Prompt(f"winoground_{int(row['id']):03d}", str(row["caption_0"]), tags, false))
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(f"{path} is not Winoground's examples.jsonl ({error}); get it anew") from error
        if not prompts:
            raise BadInput(f"{path} is empty; get Winoground's examples.jsonl anew")
        return prompts

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With the images, where they are here."""
        return with_images(prompts, Archive("winoground-images", self.images_path), "{}.png".format)


scenario = Winoground
