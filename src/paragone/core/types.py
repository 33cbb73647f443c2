"""The nouns of Paragone: what flows from a prompt to an estimate. No I/O here."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.expect import EMPTY, NOTHING, Expect
from paragone.core.keys import Json, key_of

Pixels: TypeAlias = npt.NDArray[np.uint8]  # (height, width, 3), sRGB
Facts: TypeAlias = Mapping[str, Any]  # column name -> what an annotator saw
Direction: TypeAlias = Literal["higher", "lower"]
Column: TypeAlias = Literal["number", "integer", "flag", "text", "vector", "json"]
Outcome: TypeAlias = Literal["drawn", "refused", "timed out", "undecodable", "absent", "failed"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A real image that belongs to a prompt: where it is, and the SHA-256 of its bytes."""

    path: Path
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """One text to draw, with what can be checked about the drawing."""

    id: str
    text: str
    tags: Mapping[str, str] = field(default_factory=lambda: NOTHING)  # category, language, perturbation
    expect: Expect = EMPTY
    origin: str | None = None  # id of the prompt that this one perturbs
    reference: Reference | None = None
    meaning: str = ""  # the text to compare the drawing with, where it is not the one that was drawn

    def as_judged(self) -> "Prompt":
        """The prompt as those see it who look and judge: a misspelt one is still to be drawn as it was meant."""
        return replace(self, text=self.meaning, meaning="") if self.meaning else self

    def offers(self) -> set[str]:
        """What there is to read, by name: text, tags, origin, reference, and what `expect` offers."""
        own = {name for name in ("text", "tags", "origin", "reference") if getattr(self, name)}
        return own | self.expect.offers()

    def only(self, reads: Collection[str]) -> "Prompt":
        """The prompt as someone sees it who said that they read just this (the id is always there)."""
        return Prompt(
            self.id,
            self.text if "text" in reads else "",
            self.tags if "tags" in reads else NOTHING,
            self.expect if "expect" in reads else self.expect.only(list(reads)),
            self.origin if "origin" in reads else None,
            self.reference if "reference" in reads else None,
        )

    def key(self, reads: Collection[str]) -> str:
        """A hash of what is read; of a reference its content counts, not its place, and the id does not."""
        seen = self.only(reads)
        reference = seen.reference.content if seen.reference else None
        return key_of("prompt", seen.text, seen.tags, seen.expect.as_json(), seen.origin, reference)


@dataclass(frozen=True, slots=True)
class Missing:
    """The reason there is no drawing or no fact: an expected failure, stored and counted, never a zero."""

    reason: str
    outcome: Outcome = "failed"
    # As of a drawing; `may_pass` says that another try, later, may draw it.
    details: Mapping[str, Json] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a model gives for one prompt and seed: encoded bytes (kept as they are) or pixels (stored as PNG)."""

    image: bytes | Pixels
    seconds: float | None = None
    details: Mapping[str, Json] = field(default_factory=dict)  # settings, retries, the exact prompt sent


@dataclass(frozen=True, slots=True)
class Sample:
    """One stored drawing by content hash, or the reason there is none."""

    key: str
    model: str
    scenario: str
    prompt_id: str
    seed: int
    image: str | None  # SHA-256 of the stored file
    outcome: Outcome
    reason: str
    seconds: float | None
    details: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded image and what its file said of itself."""

    pixels: Pixels
    content: str  # SHA-256 of the file's bytes
    format: str  # PNG, JPEG, WEBP ...
    mode: str  # the file's own mode, before the conversion to sRGB
    byte_count: int


@dataclass(frozen=True, slots=True)
class Score:
    """A number, or None and the reason in words. Missing is never zero, and NaN is missing."""

    value: float | None
    reason: str = ""

    def __post_init__(self) -> None:
        """Turn a number that is none into a missing one."""
        if self.value is not None and not math.isfinite(self.value):
            object.__setattr__(self, "reason", f"the metric gave {self.value}. {self.reason}".strip())
            object.__setattr__(self, "value", None)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval, from n scores; `missing` scores could not be given."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    missing: int = 0
    method: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetScore:
    """What a set metric gives: a value, and what each unit of chance contributed to its error.

    An influence is a first-order contribution of one unit (a prompt, by its id; a real image that belongs to no prompt
    of the drawn side; or a group of prompts that was left out): the variance of the value is the sum of the squared
    influences, and that of a difference between two models the sum of the squared differences unit by unit. So units
    must carry the same names whichever model is judged. The stage makes intervals from them, at the plan's level.
    """

    value: float | None
    n: int
    missing: int = 0
    method: str = ""
    reason: str = ""
    influences: Mapping[str, float] = field(default_factory=dict)  # by unit; empty: no interval, and `reason` says why
    degrees: float = math.inf  # degrees of freedom of the standard error
    spread: float | None = None  # a source's own plus-minus (one standard deviation), shown as that and as no interval
    scores: tuple[Score, ...] | None = None  # one per row of the drawn cohort, where the metric judges single images
    is_crossed: bool = False  # prompts and people are both units: the interval is Student's, cut at the bounds


@dataclass(frozen=True, slots=True)
class View:
    """One sample as a metric sees it: of the prompt what it reads, what happened, and the facts by annotator."""

    prompt: Prompt
    sample: Sample
    facts: Mapping[str, Facts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Statistics:
    """Mean and covariance of a set's features, where the images themselves are not at hand."""

    mean: npt.NDArray[np.float64]
    covariance: npt.NDArray[np.float64]
    n: int = 0  # images they are from; 0: unknown


@dataclass(frozen=True, slots=True)
class Cohort:
    """Drawings of one model on one scenario, as a set metric sees them: facts as columns, one row per image."""

    prompts: tuple[Prompt, ...]  # the prompt of each row; those of one unit of chance have one id (core/units.py)
    columns: Mapping[str, Mapping[str, npt.NDArray[Any]]]  # annotator -> column -> (images, ...)
    missing: int = 0  # samples without an image or without a fact
    seeds: tuple[int, ...] = ()  # the seed of each row
    statistics: Statistics | None = None  # of a real side that is known by these alone: then there are no rows
    ids: tuple[str, ...] = ()  # what the plan calls each row's prompt, where some share a unit
