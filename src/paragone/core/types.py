"""The nouns of Paragone: what flows from a prompt to an estimate. No I/O here."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

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


NOTHING: Mapping[str, Any] = {}  # one for all prompts that have no tags or nothing to expect: there can be a million


@dataclass(frozen=True, slots=True)
class Prompt:
    """One text to draw, with what can be checked about the drawing."""

    id: str
    text: str
    tags: Mapping[str, str] = field(default_factory=lambda: NOTHING)  # category, language, perturbation
    expect: Mapping[str, Any] = field(default_factory=lambda: NOTHING)  # objects, counts, colours, relations, words
    origin: str | None = None  # id of the prompt that this one perturbs
    reference: Reference | None = None
    _key: str = field(default="", init=False, repr=False, compare=False)

    @property
    def key(self) -> str:
        """What makes this prompt this prompt; the place of the reference file does not count, its content does."""
        if not self._key:
            reference = self.reference.content if self.reference else None
            made = key_of("prompt", self.id, self.text, self.tags, self.expect, self.origin, reference)
            object.__setattr__(self, "_key", made)  # worked out once, when first asked for
        return self._key


@dataclass(frozen=True, slots=True)
class Scenario:
    """A named list of prompts."""

    name: str
    version: str
    prompts: tuple[Prompt, ...]
    source: str = ""
    licence: str = ""
    aspects: tuple[str, ...] = ()  # what following these prompts tells of: reasoning, knowledge, robustness ...


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


class Model(Protocol):
    """Something that draws. `draw` answers each prompt, in order, with a drawing or the reason there is none."""

    @property
    def name(self) -> str: ...
    @property
    def revision(self) -> str:
        """Changes whenever the same prompt and seed may give another image."""
        ...

    @property
    def batch(self) -> int:
        """Prompts per call of draw."""
        ...

    @property
    def threads(self) -> int:
        """Calls of draw that may run at once in one process."""
        ...

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]: ...


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


class Annotator(Protocol):
    """Something that looks at pictures (or prompts) and states facts, once per content and version."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str:
        """Changes whenever the same picture may give another fact; names the weights by hash."""
        ...

    @property
    def batch(self) -> int:
        """Pictures or prompts per call of look."""
        ...

    subject: ClassVar[Literal["image", "prompt", "pair"]]  # what a fact depends on
    columns: ClassVar[Mapping[str, Column]]

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts | Missing]:
        """Facts in order. With subject `image` there are no prompts, with `prompt` no pictures."""
        ...


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
class View:
    """One sample as a metric sees it: the prompt, what happened, and the facts by annotator."""

    prompt: Prompt
    sample: Sample
    facts: Mapping[str, Facts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cohort:
    """All drawings of one model on one scenario, as a set metric sees them: facts as columns, one row per image."""

    prompts: tuple[Prompt, ...]  # the prompt of each row
    columns: Mapping[str, Mapping[str, npt.NDArray[Any]]]  # annotator -> column -> (images, ...)
    missing: int = 0  # samples without an image or without a fact


class Judge(Protocol):
    """What every metric says of itself, whatever its kind."""

    @property
    def name(self) -> str: ...
    @property
    def needs(self) -> tuple[str, ...]:
        """Annotators whose facts `judge` reads."""
        ...

    version: ClassVar[str]  # changes whenever the same facts may give another score
    direction: ClassVar[Direction | None]  # None: neither is better
    bounds: ClassVar[tuple[float, float]]
    binary: ClassVar[bool]  # every score is 0 or 1


class ImageMetric(Judge, Protocol):
    """Scores one image."""

    kind: ClassVar[Literal["image"]]

    def judge(self, view: View, /) -> Score: ...


class PromptMetric(Judge, Protocol):
    """Scores all images of one prompt together."""

    kind: ClassVar[Literal["prompt"]]

    def judge(self, views: Sequence[View], /) -> Score: ...


class SetMetric(Judge, Protocol):
    """Scores all images of a model on a scenario together, often against the real ones."""

    kind: ClassVar[Literal["set"]]
    needs_real: ClassVar[bool]

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> Estimate: ...


Metric: TypeAlias = ImageMetric | PromptMetric | SetMetric
