"""Templates and words: a page from what it shows."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

from paragone.rating.questions.question import CELLS

HERE = Path(__file__).parent
STATIC = HERE / "static"


@functools.cache
def environment() -> jinja2.Environment:
    """Everything that is put into a page is escaped."""
    loader = jinja2.FileSystemLoader(HERE / "templates")
    made = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True,
        auto_reload=False,
    )  # fmt: skip
    made.globals["cells"] = range(CELLS)
    made.filters["paragraphs"] = lambda text: [part.strip() for part in text.split("\n\n") if part.strip()]
    return made


@functools.cache
def words(language: str) -> Mapping[str, str]:
    """What the pages say in a language; English where it is not known."""
    known = tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))
    return {**known["en"], **known.get(language[:2], {})}


def spoken(language: str) -> str:
    """The language that the pages are in: the study's, or English where it is not known."""
    return language if language[:2] in ("en", "de") else "en"


def render(template: str, **shown: Any) -> str:
    """A page."""
    return environment().get_template(template).render(**shown)
