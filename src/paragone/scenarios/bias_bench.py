"""Bias-Bench of the Masrourisaadat thesis: 88 prompts about gender or 88 about race, from a file that you bring.

The prompts are the thesis's own text and carry no licence, so they are not shipped: `paragone data import` takes them.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from paragone.assets.cache import path_of
from paragone.core.components import Scenario
from paragone.core.errors import BadInput
from paragone.core.expect import Expect
from paragone.core.keys import content_hash
from paragone.core.pattern import Pattern
from paragone.core.types import Prompt
from paragone.inputs.rows import Row, Table, read_table

ASSET = "bias-bench-prompts"


@dataclass(frozen=True)
class BiasBench(Scenario):
    """The prompts of one `kind` in the imported file, or in a table of your own at `path`.

    The table has `set` (gender or race), `n`, `prompt` and, if you like, `stereotype`: what the prompt is expected to
    call up (the thesis sorted its prompts so, but does not print it), which becomes a tag.
    """

    kind: Literal["gender", "race"] = "gender"
    path: str | Path | None = None
    name = Pattern("bias_bench_{self.kind}")
    title = Pattern("Bias-Bench, {self.kind}")
    source: ClassVar[str] = "Masrourisaadat, Virginia Tech 2023, appendix A"
    licence: ClassVar[str] = "not stated; cite the thesis"
    aspects: ClassVar[tuple[str, ...]] = ("bias",)
    images: ClassVar[int] = 16

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """The file of prompts, unless another is given."""
        return () if self.path else (ASSET,)

    @functools.cached_property
    def _table(self) -> Table:
        return read_table(Path(self.path) if self.path else path_of(ASSET))

    @functools.cached_property
    def version(self) -> str:
        """A hash of the file."""
        return content_hash(self._table.content)[:16]

    def load(self) -> Sequence[Prompt]:
        """The prompts of that kind, by number."""
        rows = [row for row in self._table.rows if row.text("set") == self.kind]
        if not rows:
            raise BadInput(f"{self._table.path} has no prompt whose `set` is {self.kind}; see docs/bias.md")
        return [_prompt(self.kind, place, row) for place, row in enumerate(rows, start=1)]


def _prompt(kind: str, place: int, row: Row) -> Prompt:
    text, stereotype = row.text("prompt", "text"), row.text("stereotype")
    if text is None:
        raise BadInput(f"{row.where} has no prompt; write one or remove the line")
    tags = {"set": kind} | ({"stereotype": stereotype} if stereotype else {})
    number = row.text("n") or str(place)
    return Prompt(f"{kind}_{number.zfill(2)}", text, tags, Expect(group="person"))


scenario = BiasBench
