"""The study file: which questions about which images, of how many people, in TOML, checked like a plan."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails

from paragone.core.catalogue import nearest
from paragone.core.errors import ParagoneError, PlanError
from paragone.rating.questions.question import Kind, Question, Shows
from paragone.rating.questions.sets import shipped

PARTS = re.compile(r"{[^}]*}")
NAME = r"^[A-Za-z][A-Za-z0-9_]{0,40}$"


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class OwnQuestion(_Settings):
    """A question of the study's own."""

    name: str = Field(pattern=NAME)
    ask: str = Field(min_length=1, max_length=1000)
    kind: Kind = "scale"
    shows: Shows = "image"
    options: tuple[str, ...] = ()
    help: str = ""
    needs_prompt: bool = False
    checks_words: bool = False
    low: float = 0
    high: float = 100

    @model_validator(mode="after")
    def _has_options(self) -> "OwnQuestion":
        if self.kind in ("scale", "choice") and len(self.options) < 2:
            raise ValueError(f"the question {self.name!r} needs two options or more")
        if len(set(self.options)) < len(self.options) or not all(one.strip() for one in self.options):
            raise ValueError(f"the question {self.name!r} has an option twice, or an empty one")
        if self.kind == "pair" and self.options and not (self.options[0], self.options[-1]) == ("A", "B"):
            raise ValueError(f"the question {self.name!r} is about a pair: its options are A, a tie if you like, and B")
        if self.kind == "pair" and len(self.options) > 3:
            raise ValueError(f"the question {self.name!r} is about a pair: one option stands between A and B at most")
        if self.checks_words and not (self.needs_prompt and self.kind in ("scale", "pair")):
            raise ValueError(
                f"the question {self.name!r} checks words: it needs the prompt, and to be a scale or a pair"
            )
        return self


class ImageChoice(_Settings):
    """Which images of the runs are shown."""

    models: tuple[str, ...] = Field(default=(), description="none given: all that compete, and the real ones if asked")
    scenarios: tuple[str, ...] = Field(default=(), description="none given: all")
    prompts: int = Field(default=25, ge=1, description="prompts of each scenario, the same ones for every model")
    images: int = Field(default=1, ge=1, le=16, description="images of each prompt and model")
    pairs: int | None = Field(default=None, ge=1, description="pairs of each prompt, in turn; none given: all")
    real: str | None = Field(default=None, description="the model of the run whose images are real photographs")
    seed: int = Field(default=0, ge=0)


class KnownAnswer(_Settings):
    """An image whose answer the owner knows: who looks gives it."""

    model: str
    scenario: str
    prompt_id: str
    seed: int = 0
    question: str
    answer: str | tuple[float, float] = Field(description="the words, or the least and the most that is right")


class Raters(_Settings):
    """Who rates how much."""

    per_item: int = Field(default=5, ge=1, le=1000, description="people who rate each item")
    items_each: int = Field(default=40, ge=1, le=2000, description="items that a person is asked about")
    gold_each: int = Field(default=2, ge=0, le=200, description="items with a known answer for each person")
    repeats_each: int = Field(default=2, ge=0, le=50, description="items that come again for each person")
    return_after_hours: float = Field(default=24, gt=0, description="after so long a silence items go to others")


class Pay(_Settings):
    """What people are paid."""

    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    per_answer: float = Field(default=0, ge=0)
    per_person: float = Field(default=0, ge=0)
    fee: float = Field(default=0, ge=0, le=2, description="the platform's, as a share: MTurk 0.2, Prolific 0.33")


class Texts(_Settings):
    """What people read; plain text, an empty line begins a paragraph."""

    welcome: str = ""
    consent: str = (
        "You are asked to look at images and to say what you think of them. Taking part is voluntary, and you may stop "
        "at any time without giving a reason.\n\nWe store your answers, how long each took and a random code. We store "
        "no name, no address and nothing of your device. You can have your answers erased at any time."
    )
    warning: str = ""
    thanks: str = "Thank you. Your answers are stored."
    contact: str = ""


class StudyFile(_Settings):
    """Everything that a study is made of."""

    title: str = Field(min_length=1, max_length=200)
    questions: tuple[str | OwnQuestion, ...] = Field(min_length=1)
    images: ImageChoice = ImageChoice()
    gold: tuple[KnownAnswer, ...] = ()
    raters: Raters = Raters()
    pay: Pay = Pay()
    texts: Texts = Texts()
    language: str = Field(default="en", pattern=r"^[a-z]{2}(-[A-Z]{2})?$")
    is_open: bool = Field(default=False, alias="open", description="whether one link lets in whoever has it")
    words: dict[str, str] = Field(default={}, description="what buttons and pages say, for other languages")
    adults_only: bool = False
    completion_code: str = Field(default="", pattern=r"^[A-Za-z0-9]{0,40}$", description="Prolific's")
    keep_until: str = Field(
        default="", pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="when the votes are to be erased"
    )

    @field_validator("questions")
    @classmethod
    def _are_known(cls, questions: tuple[str | OwnQuestion, ...]) -> tuple[str | OwnQuestion, ...]:
        try:
            asked = questions_of(questions)
        except ParagoneError as error:
            raise ValueError(str(error)) from error
        names = [one.name for one in asked]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two questions are called {twice[0]!r}")
        shows = {one.shows for one in asked}
        if len(shows) > 1:
            raise ValueError(f"one page shows one thing, and these questions are about {' and '.join(sorted(shows))}")
        return questions

    @field_validator("words")
    @classmethod
    def _are_said(cls, given: dict[str, str]) -> dict[str, str]:
        from paragone.rating.web.pages import words

        for name, said in given.items():
            if name not in words("en"):
                raise ValueError(f"the pages have no words called {name!r}; {nearest(name, words('en'))}")
            if not said.strip() or set(PARTS.findall(words("en")[name])) != set(PARTS.findall(said)):
                raise ValueError(f"{name} reads {words('en')[name]!r} in English; keep what stands in braces")
        return given

    @model_validator(mode="after")
    def _gold_is_answered(self) -> "StudyFile":
        asked = {one.name: one for one in self.asked}
        for one in self.gold:
            question = asked.get(one.question)
            if question is None or question.shows != "image":
                raise ValueError(f"gold: no question about single images is called {one.question!r}")
            if isinstance(one.answer, str) and question.read([one.answer], images=1) is None:
                raise ValueError(f"gold: {one.answer!r} is no answer to {one.question!r}")
        return self

    @property
    def asked(self) -> list[Question]:
        """The questions in the order of the page."""
        return questions_of(self.questions)


def questions_of(named: tuple[str | OwnQuestion, ...]) -> list[Question]:
    """Shipped questions by their names, and the study's own."""
    found: list[Question] = []
    for one in named:
        found += shipped(one) if isinstance(one, str) else [_own(one)]
    return found


def _own(one: OwnQuestion) -> Question:
    options = one.options or (("A", "Tie", "B") if one.kind == "pair" else ())
    return Question.from_json(one.model_dump() | {"options": options})


def read_study(source: str | Path | Mapping[str, Any]) -> StudyFile:
    """The study in a TOML file, or from a mapping; one line says what is wrong with it."""
    if isinstance(source, Mapping):
        name, raw = "the study", dict(source)
    else:
        name, raw = str(source), _parsed(_found(Path(source)))
    try:
        return StudyFile.model_validate(raw)
    except ValidationError as error:
        # A question is a name or a table: of a table it helps nobody to hear that it is no name.
        found = [one for one in error.errors() if one["type"] != "string_type"] or error.errors()
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise PlanError(f"{name}: {_said(found[0])}{more}") from error


def _said(problem: ErrorDetails) -> str:
    """One problem: where, what was found, what would do."""
    parts = [str(part) for part in problem["loc"] if not _is_jargon(part)]
    place, message = ".".join(parts), problem["msg"].removeprefix("Value error, ")
    if problem["type"] == "extra_forbidden":
        groups: dict[str, type[BaseModel]] = {"images": ImageChoice, "raters": Raters, "pay": Pay, "texts": Texts}
        groups |= {"gold": KnownAnswer, "questions": OwnQuestion}
        group = groups.get(parts[0], StudyFile) if len(parts) > 1 else StudyFile
        known = [field.alias or key for key, field in group.model_fields.items()]
        return f"there is no setting {place!r}; {nearest(parts[-1], known)}"
    if problem["type"] == "missing":
        return f"{place!r} is missing"
    if problem["type"].startswith("value_error") or not place:
        return f"{place + ': ' if place else ''}{message}"
    return f"{place} is {problem['input']!r:.80}; {message[:1].lower()}{message[1:]}"


def _is_jargon(part: str | int) -> bool:
    """Whether a part of a place is how the checker calls a kind of value, and not a name in the file."""
    return str(part) == "str" or "OwnQuestion" in str(part)


def _found(path: Path) -> Path:
    """The file, or the study of that name that comes with Paragone (`quick`)."""
    shipped_one = Path(__file__).parent / f"{path.name}.toml"
    return shipped_one if not path.exists() and str(path) == path.name and shipped_one.is_file() else path


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise PlanError(f"there is no study file {path}; docs/study.md shows one, and `quick` needs none") from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PlanError(f"cannot read {path}: {error}") from error
