"""What components declare: a model, annotator, metric, scenario or perturbation derives from its protocol here.

Whatever has a default need not be stated. What a component says that it reads of a prompt is all that it gets to see,
and all that its results are keyed by: tags that nobody reads can change without anything being done again.
"""

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Protocol, TypeAlias

import numpy as np

from paragone.core.types import (
    Cohort,
    Column,
    Direction,
    Drawing,
    Facts,
    Missing,
    Picture,
    Prompt,
    Score,
    SetScore,
    View,
)

Role: TypeAlias = Literal["", "ceiling", "floor"]
Subject: TypeAlias = Literal["image", "prompt", "pair", "people"]
Domain: TypeAlias = Literal["any", "photographs", "scenes"]  # scenes: those of the 3D simulator


def file_name(component: object) -> str:
    """What the catalogue calls a component of ours: `fid` where its class is in metrics/fidelity/fid.py."""
    return type(component).__module__.rpartition(".")[2]


class Component(Protocol):
    """What everything in the catalogue may say of itself."""

    @property
    def name(self) -> str:
        """As its file is called, unless it says otherwise; options that change what it is belong into its name."""
        return file_name(self)

    @property
    def reads(self) -> tuple[str, ...]:
        """What it needs of a prompt: text, tags, origin, reference, expect, or one part of expect by its name."""
        return ()

    @property
    def may_read(self) -> tuple[str, ...]:
        """What it looks at where a prompt has it, but does without."""
        return ()

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Entries of the assets' manifest that must be here."""
        return ()

    def check(self) -> None:
        """Raise NotReady if something else that it needs is not here (an extra, a program, a key)."""
        return


class Model(Component, Protocol):
    """Something that draws. `draw` answers each prompt, in order, with a drawing or the reason there is none."""

    unkeyed: ClassVar[tuple[str, ...]] = ()  # options that change no image, such as patience and price
    is_timed: ClassVar[bool] = True  # whether the seconds that `draw` takes tell of the model; files are only read

    @property
    def role(self) -> Role:
        """The best that can be had (ceiling), or the least to be expected (floor): neither competes."""
        return ""

    @property
    def revision(self) -> str:
        """Changes whenever the same prompt and seed may give another image."""
        ...

    @property
    def reads(self) -> tuple[str, ...]:
        """The text; a model that reads more of a prompt says so."""
        return ("text",)

    @property
    def batch(self) -> int:
        """Prompts per call of draw."""
        return 1

    @property
    def threads(self) -> int:
        """Calls of draw that may run at once in one process."""
        return 1

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]: ...


class Annotator(Component, Protocol):
    """Something that looks at pictures (or prompts) and states facts, once per content and version.

    With `needs`, it gets the facts of other annotators about the same picture and does not look for them again.
    """

    columns: ClassVar[Mapping[str, Column]]

    @property
    def subject(self) -> Subject:
        """What a fact depends on; `people`: on who was asked, and the facts are the run's own ratings."""
        return "image"

    @property
    def version(self) -> str:
        """Changes whenever the same picture may give another fact; names the weights by hash."""
        ...

    @property
    def batch(self) -> int:
        """Pictures or prompts per call of look."""
        return 8

    @property
    def domain(self) -> Domain:
        """The images that it learnt from; of others it may say anything, and a run that has some says so."""
        return "any"

    @property
    def needs(self) -> tuple[str, ...]:
        """Other annotators of images whose facts it reads."""
        return ()

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """Facts in order. With subject `image` there are no prompts, with `prompt` no pictures.

        `facts` are, for each picture, the facts of the annotators in `needs`, by name.
        """
        ...


class Declaration(Component, Protocol):
    """What every metric says of itself, whatever its kind."""

    @property
    def version(self) -> str:
        """Changes whenever the same facts may give another score."""
        return "1"

    @property
    def direction(self) -> Direction | None:
        """Which is better; None: neither is."""
        return None

    @property
    def bounds(self) -> tuple[float, float]:
        """A score outside is an error."""
        return (-math.inf, math.inf)

    @property
    def binary(self) -> bool:
        """Whether every score is 0 or 1."""
        return False

    @property
    def aspects(self) -> tuple[str, ...]:
        """HEIM's aspects that it tells of."""
        return ()

    @property
    def title(self) -> str:
        """For people, such as "FID"; where it is empty the name is shown."""
        return ""

    @property
    def needs(self) -> tuple[str, ...]:
        """Annotators whose facts `judge` reads."""
        return ()

    def applies(self, prompt: Prompt) -> bool:
        """Whether a prompt offers what the metric reads; it is shown just that."""
        return set(self.reads) <= prompt.offers()


class ImageMetric(Declaration, Protocol):
    """Scores one image."""

    kind: ClassVar[Literal["image"]] = "image"

    def judge(self, view: View, /) -> Score: ...


class PromptMetric(Declaration, Protocol):
    """Scores all images of one prompt together."""

    kind: ClassVar[Literal["prompt"]] = "prompt"

    @property
    def needs_every(self) -> bool:
        """Whether a prompt has no score as soon as one of its images lacks a fact, as HEIM has it."""
        return False

    def judge(self, views: Sequence[View], /) -> Score: ...


class SetMetric(Declaration, Protocol):
    """Scores all images of a model on a scenario together, often against the real ones."""

    kind: ClassVar[Literal["set"]] = "set"
    needs_real: ClassVar[bool] = False
    takes_statistics: ClassVar[bool] = False  # whether mean and covariance of the real side are enough
    is_squared: ClassVar[bool] = False  # a squared distance: the larger it came out, the larger its error did

    def judge(self, drawn: Cohort, real: Cohort | None, rng: np.random.Generator, /) -> SetScore: ...


Metric: TypeAlias = ImageMetric | PromptMetric | SetMetric


class Scenario(Component, Protocol):
    """A named list of prompts: what is known of it without opening a file, and `load`."""

    sensitive: ClassVar[bool] = False  # whether its images are veiled until someone asks to see them

    @property
    def title(self) -> str:
        """For people; where it is empty the name is shown."""
        return ""

    @property
    def version(self) -> str:
        """Changes whenever the prompts do."""
        ...

    @property
    def source(self) -> str:
        """Whose prompts these are."""
        return ""

    @property
    def licence(self) -> str:
        """Of the prompts."""
        return ""

    @property
    def aspects(self) -> tuple[str, ...]:
        """What following these prompts tells of: reasoning, knowledge, robustness ..."""
        return ()

    @property
    def images(self) -> int | None:
        """Images per prompt that its source draws; None: as the plan says."""
        return None

    @property
    def cap(self) -> int | None:
        """Prompts that its source takes at most; None: all."""
        return None

    @property
    def size(self) -> int | None:
        """How many prompts it has, where that is known without opening a file."""
        return None

    @property
    def citation(self) -> str:
        """The paper to cite."""
        return ""

    @property
    def perturb(self) -> tuple[str, ...]:
        """Perturbations that belong to it, as a plan writes them; each prompt is there unchanged as well."""
        return ()

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """The prompts that a plan keeps, with what would be costly to have of all: reference images."""
        return prompts

    def load(self) -> Sequence[Prompt]:
        """The prompts, each with its own id, the same ones each time."""
        ...


class Perturbation(Component, Protocol):
    """Turns a prompt into a changed one: `perturb` gives it with `origin` set, or None where nothing can be changed."""

    @property
    def version(self) -> str:
        """Changes whenever the same prompt and chance may give another prompt."""
        return "1"

    def perturb(self, prompt: Prompt, rng: np.random.Generator) -> Prompt | None: ...
