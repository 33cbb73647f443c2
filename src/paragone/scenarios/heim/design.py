"""Art and design: dailydall.e, landing pages, logos and magazine covers, HEIM's scenarios of originality."""

import ast
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from paragone.assets.cache import is_present, path_of
from paragone.assets.manifest import find
from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, BadOption
from paragone.core.keys import content_hash
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import HEIM, FromHeim, numbered, text_of
from paragone.scenarios.heim._design_words import APPLICATIONS, HEADLINES, PLATFORMS, TRADES

WRITTEN_OUT = "heim-inline-prompts"


class Kind(NamedTuple):
    """A list of words, the sentence they go into, and the file of HELM's that has the source's own."""

    title: str
    sentence: str
    size: int
    ours: tuple[str, ...] = ()  # what is taken where the source's words are not here
    asset: str = ""


KINDS: Mapping[str, Kind] = {
    "daily_dalle": Kind("dailydall.e", "{}", 93, asset="helm-daily-dalle"),
    "landing_page": Kind("Landing pages", "a landing page of a {} application", 36),
    "logos": Kind("Logos", "a logo of {}", 100, TRADES, "helm-logos"),
    "magazine_cover": Kind(
        "Magazine covers",
        'a photo for a cover of a magazine with the headline: "{}"',
        50,
        HEADLINES,
        "helm-magazine-covers",
    ),
}


@dataclass(frozen=True)
class Design(FromHeim):
    """`of` is daily_dalle, landing_page, logos or magazine_cover.

    The words of the source are read from HELM's own file, which is never run; `path` names another copy. Without them
    logos and magazine covers have as many of our own, and are marked so.
    """

    of: str = "logos"
    path: str = ""
    citation: ClassVar[str] = HEIM
    licence: ClassVar[str] = "Apache-2.0 (HELM and ours); headlines and prompts of the sources are by third parties"
    aspects: ClassVar[tuple[str, ...]] = ("originality", "aesthetics")

    def __post_init__(self) -> None:
        """Refuse what is no list."""
        if self.of not in KINDS:
            raise BadOption(f"design has no list of {self.of!r}; {nearest(self.of, KINDS)}")

    @property
    def kind(self) -> Kind:
        """What is made."""
        return KINDS[self.of]

    @property
    def name(self) -> str:
        """The list's."""
        return self.of

    @property
    def is_ours(self) -> bool:
        """Whether the words are our own."""
        return bool(self.kind.ours) and self._given is None

    @property
    def title(self) -> str:
        """With whose words they are."""
        return self.kind.title + (" (our words)" if self.is_ours else "")

    @property
    def source(self) -> str:
        """Whose words these are."""
        return "ours, in HEIM's sentence" if self.is_ours else HEIM

    @property
    def size(self) -> int | None:
        """Of the list."""
        return self.kind.size

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """HELM's file, where there are no words of our own."""
        is_needed = self.kind.asset and not self.kind.ours and self._given is None
        return (self.kind.asset,) if is_needed else ()

    @property
    def version(self) -> str:
        """Of our words, or a hash of the source's."""
        return "ours-1" if self._given is None else f"1+{content_hash('/'.join(self._words()).encode())[:8]}"

    @property
    def _given(self) -> Path | str | None:
        """Where the source's words are: a file named, or an entry of the manifest that is here."""
        if self.path:
            return Path(self.path)
        here = (name for name in (self.kind.asset, WRITTEN_OUT) if self.kind.asset and is_present(find(name)))
        return next(here, None)

    def _words(self) -> Sequence[str]:
        given = self._given
        if given is None:
            return self.kind.ours
        path = given if isinstance(given, Path) else path_of(given)
        words = _written_out(path, self.of) if path.suffix == ".jsonl" else _in_python(path)
        if not words:
            raise BadInput(f"{path} has no list of texts for {self.of}; get HELM's file anew")
        return words

    def load(self) -> Sequence[Prompt]:
        """A prompt for each word."""
        if self.of == "landing_page":
            words: Sequence[str] = [f"{kind} {platform}" for kind in APPLICATIONS for platform in PLATFORMS]
        else:
            words = self._words()
        return [Prompt(id, self.kind.sentence.format(word)) for id, word in numbered(words, self.of)]


def _written_out(path: Path, of: str) -> list[str]:
    rows = [json.loads(line) for line in text_of(path).splitlines() if line.strip()]
    return [row.get("term") or row["prompt"] for row in rows if row["scenario"] == of]


def _in_python(path: Path) -> list[str]:
    """The longest list of texts in a Python file, which is parsed and never run."""
    try:
        tree = ast.parse(text_of(path))
    except (SyntaxError, ValueError) as error:
        raise BadInput(f"{path} is no Python file ({error}); get HELM's file anew") from error
    lists = [node.elts for node in ast.walk(tree) if isinstance(node, ast.List)]
    texts = [
        [one.value for one in few if isinstance(one, ast.Constant) and isinstance(one.value, str)] for few in lists
    ]
    whole = [few for few, all_ in zip(texts, lists, strict=True) if len(few) == len(all_)]
    return max(whole, key=len, default=[])


scenario = Design
