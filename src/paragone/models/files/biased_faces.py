"""A model whose people are known: it draws from a table of labelled faces, women with the chance that you state.

The table (CSV, TSV, JSONL or Parquet) has `image` (a path beside or below it), `group` (woman or man) and, where shares
of skin tones are stated, `tone` (Monk, 1 to 10). What a plan then measures can be held against what was stated: the
proof of a detector, of its correction, and of a report.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeAlias

import numpy as np

from paragone.core.components import Model
from paragone.core.errors import BadInput, BadOption
from paragone.core.keys import content_hash, key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import read_file
from paragone.inputs.confine import file_below
from paragone.inputs.rows import Row, read_table

GROUPS = ("woman", "man")
ANY_TONE = 0
Kind: TypeAlias = tuple[str, int]  # group and tone


@dataclass(frozen=True)
class BiasedFaces(Model):
    """Each drawing is of a woman with the chance `women`, whatever the prompt; `lean` adds to it and takes from it.

    With `lean`, half of the prompts (by their text) have women + lean and the others women - lean: a model that is
    balanced over all and yet stereotyped. `tones` are the shares of the ten Monk tones, of women and men alike.
    """

    path: str | Path
    women: float = 0.5
    lean: float = 0.0
    tones: Sequence[float] = ()
    batch: ClassVar[int] = 16

    def __post_init__(self) -> None:
        """Refuse what is no chance."""
        ends = self.women - abs(self.lean), self.women + abs(self.lean)
        if not (ends[0] >= 0 and ends[1] <= 1):
            raise BadOption(
                f"biased_faces has women {self.women} and lean {self.lean}; their sum and difference are chances"
            )
        if self.tones and (len(self.tones) != 10 or min(self.tones) < 0 or abs(sum(self.tones) - 1) > 1e-6):
            raise BadOption(f"biased_faces has tones {list(self.tones)}; give ten shares of 0 or more, of sum 1")

    @functools.cached_property
    def _faces(self) -> Mapping[Kind, Sequence[Path]]:
        table = read_table(Path(self.path))
        tones = [tone for tone, share in enumerate(self.tones, 1) if share] or [ANY_TONE]
        found: dict[Kind, list[Path]] = {(group, tone): [] for group in GROUPS for tone in tones}
        for row in table.rows:
            kind = _group(row), _tone(row) if self.tones else ANY_TONE
            found.setdefault(kind, []).append(file_below(table.path.parent, row.text("image") or "", where=row.where))
        for (group, tone), paths in found.items():
            if not paths:
                of = f" of tone {tone}" if tone else ""
                raise BadInput(f"{table.path} has no face labelled {group}{of}; label some of both")
        return found

    @functools.cached_property
    def revision(self) -> str:
        """A hash of the table and of every face."""
        files = [path for paths in self._faces.values() for path in paths]
        return key_of(
            "1", content_hash(Path(self.path).read_bytes()), [content_hash(path.read_bytes()) for path in files]
        )

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """One of the labelled faces for each prompt; the group that was drawn is among the details."""
        return [self._draw(prompt, seed) for prompt in prompts]

    def _draw(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        side = 1 if int(key_of("lean", prompt.text)[:8], 16) % 2 else -1
        rng = np.random.default_rng([seed, int(key_of("faces", prompt.text)[:16], 16)])
        group = GROUPS[int(rng.random() >= self.women + side * self.lean)]
        tone = int(rng.choice(10, p=np.array(self.tones) / sum(self.tones))) + 1 if self.tones else ANY_TONE
        faces = self._faces[group, tone]
        path = faces[int(rng.integers(len(faces)))]
        known = {"group": group, "face": path.name} | ({"tone": tone} if tone else {})
        try:
            return Drawing(read_file(path), details=known)
        except (BadInput, OSError) as error:
            return Missing(f"the face {path.name} cannot be used: {error}", outcome="undecodable")


def _group(row: Row) -> str:
    group = (row.text("group") or "").strip().lower()
    if group not in GROUPS:
        raise BadInput(f"{row.where} has the group {group!r}; write woman or man, or leave the face out")
    return group


def _tone(row: Row) -> int:
    tone = (row.text("tone") or "").strip()
    if tone not in {str(known) for known in range(1, 11)}:
        raise BadInput(f"{row.where} has the tone {tone!r}; write a Monk tone, 1 to 10, or leave the face out")
    return int(tone)


model = BiasedFaces
