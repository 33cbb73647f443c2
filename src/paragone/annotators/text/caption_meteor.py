"""How far a caption's words match reference captions (exact, stem, synonym, paraphrase), by METEOR 1.5; needs Java."""

import importlib.util
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from paragone.core.catalogue import make
from paragone.core.components import Annotator, Subject
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.stats.words import words_of

JAR = Path("meteor", "meteor-1.5.jar")
COUNTS = 23  # numbers that METEOR states of a caption; paragone.stats.meteor says which


@dataclass(frozen=True, slots=True)
class CaptionMeteor(Annotator):
    """METEOR's own program, which pycocoevalcap carries (LGPL, extra `captions`), run as COCO's evaluation runs it.

    `captions` names the captioner, an annotator and its column: one that looks at images is run once for all who read
    it. References are `expect.references`, or else the prompt.
    Memory: 2 GB. It reads its table of paraphrases for some seconds before the first caption.
    """

    captions: str = "caption_given.caption"
    batch: ClassVar[int] = 2048
    may_read: ClassVar[tuple[str, ...]] = ("references",)
    columns: ClassVar[Mapping[str, Column]] = {"counts": "vector"}

    def __post_init__(self) -> None:
        """Refuse a captioner that states no such text."""
        annotator, _, column = self.captions.partition(".")
        if self._captioner.columns.get(column) != "text":
            raise BadOption(f"{annotator!r} states no text called {column!r}; give captions as annotator.column")

    @property
    def _captioner(self) -> Annotator:
        made: Annotator = make("annotators", self.captions.partition(".")[0])
        return made

    @property
    def subject(self) -> Subject:
        """A caption that comes with the prompt needs no look at the image."""
        return "prompt" if self._captioner.subject == "prompt" else "pair"

    @property
    def reads(self) -> tuple[str, ...]:
        """The text, and what a captioner reads that looks at prompts alone."""
        return ("text", *(self._captioner.reads if self.subject == "prompt" else ()))

    @property
    def needs(self) -> tuple[str, ...]:
        """The captioner, where it looks at images."""
        return () if self.subject == "prompt" else (self._captioner.name,)

    @property
    def version(self) -> str:
        """Of this code and METEOR, and of a captioner that is asked here."""
        return f"2-1.5-{self._captioner.version if self.subject == 'prompt' else self.captions}"

    def check(self) -> None:
        """Refuse to start without Java or the program."""
        _program()

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """METEOR's counts of each caption, or why there is no caption."""
        captioner, column = self._captioner, self.captions.partition(".")[2]
        asks = self.subject == "prompt"  # a captioner of prompts opens no image, so that asking it again costs nothing
        stated = captioner.look((), prompts) if asks else [known[captioner.name] for known in facts]
        lines = [
            _line(str(one[column]), prompt)
            for one, prompt in zip(stated, prompts, strict=True)
            if not isinstance(one, Missing)
        ]
        counts = iter(_run(lines))
        return [one if isinstance(one, Missing) else {"counts": next(counts)} for one in stated]


def _line(caption: str, prompt: Prompt) -> str:
    references = prompt.expect.references or (prompt.text,)
    # METEOR parts its fields by |||, and a line is one caption.
    plain = [" ".join(words_of(text)) for text in (*references, caption)]
    return " ||| ".join(["SCORE", *plain])


def _run(lines: Sequence[str]) -> list[np.ndarray[tuple[int], np.dtype[np.float32]]]:
    if not lines:
        return []
    java, jar = _program()
    command = [java, "-Xmx2G", "-jar", str(jar), "-", "-", "-stdio", "-l", "en", "-norm"]
    given = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=False)
    found = [np.array(line.split(), dtype=np.float32) for line in done.stdout.splitlines()]
    if done.returncode or len(found) != len(lines) or any(len(counts) != COUNTS for counts in found):
        said = (done.stderr or done.stdout).strip().partition("\n")[0]
        raise NotReady(f"METEOR answered {len(found)} of {len(lines)} captions: {said or 'it gave no reason'}")
    return found


def _program() -> tuple[str, Path]:
    java, package = shutil.which("java"), importlib.util.find_spec("pycocoevalcap")
    if java is None:
        raise NotReady("METEOR is a Java program and `java` is not here; install a Java runtime of version 8 or later")
    if package is None or not package.submodule_search_locations:
        raise NotReady("METEOR's program comes with pycocoevalcap, which is not here; `pip install paragone[captions]`")
    jar = Path(package.submodule_search_locations[0]) / JAR
    if not jar.is_file():
        raise NotReady(f"pycocoevalcap has no {JAR}; `pip install --force-reinstall pycocoevalcap`")
    return java, jar


annotator = CaptionMeteor
