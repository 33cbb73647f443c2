"""Page data to HTML and its JSON twin: one set of templates for the static site and the live one."""

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from paragone.report import urls
from paragone.report.mathml import formula_of
from paragone.report.pages.bias import has_bias
from paragone.report.pages.history import has_history
from paragone.report.pages.map import has_map
from paragone.report.pages.prompts import Tile
from paragone.report.pages.study.page import has_people
from paragone.report.pages.tise import has_tise
from paragone.report.read.reader import Reader
from paragone.report.site import slopes, svg
from paragone.report.site.history_chart import history_chart
from paragone.report.titles import titles_of
from paragone.version import VERSION


@dataclass(frozen=True)
class Frame:
    """What every page of a site shares."""

    title: str
    images: str  # from the site's root to the folder that holds `images`
    is_live: bool
    first_prompts: str
    titles: Mapping[str, str] = field(default_factory=dict)  # of metrics, by their names
    is_top: bool = False  # above the runs of a live site
    is_perturbed: bool = False  # whether prompts were changed, so that there is a page of what that did
    has_history: bool = False
    refresh_s: int = 0  # a page of a run that still grows is loaded anew after so many seconds
    root: str = ""  # the way to the site's root from a page that may stand at any address
    has_map: bool = False
    has_bias: bool = False  # whether something was measured of the people that were drawn
    has_tise: bool = False
    has_people: bool = False
    extent: str = ""  # which pages there are, where a static site does without some
    version: str = VERSION


def frame_of(reader: Reader, *, images: str, is_live: bool = False, refresh_s: int = 0) -> Frame:
    """The frame of a run's pages."""
    return Frame(
        reader.title,
        images,
        is_live,
        urls.prompts(reader.scenarios[0]),
        titles_of(reader.metrics),
        has_history=has_history(reader),
        has_map=has_map(reader),
        has_bias=has_bias(reader),
        has_tise=has_tise(reader),
        has_people=has_people(reader),
        refresh_s=refresh_s,
        is_perturbed=bool(reader.changes),
    )


def page_html(template: str, page: Any, frame: Frame, *, path: str, twin: str = "") -> bytes:
    """A page as HTML that links relative to its path in the site; its twin lies beside it unless said otherwise."""
    root = frame.root or urls.root_of(path)
    text = (
        _templates()
        .get_template(template)
        .render(
            page=page,
            frame=frame,
            root=root,
            images=root + frame.images,
            twin=twin or urls.twin(path).rpartition("/")[2],
        )
    )
    # Lone surrogates can be in a prompt but not in UTF-8.
    return text.encode("utf-8", "replace")


def page_json(page: Any) -> bytes:
    """The same as JSON."""
    return json.dumps(vars(page), ensure_ascii=True, separators=(",", ":"), default=vars).encode()


def data_script(name: str, data: Mapping[str, Any]) -> bytes:
    """Data as a script, since a page opened from disk may load scripts but not fetch files."""
    arguments = json.dumps([name, data], ensure_ascii=True, separators=(",", ":"))
    return f"paragoneReceive(...{arguments});\n".encode()


@functools.cache
def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("paragone.report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {
        "interval_bar": svg.interval_bar,
        "tiny_bar": svg.tiny_bar,
        "lanes": svg.lanes,
        "history_chart": history_chart,
        "histogram": svg.histogram,
        "overlay": svg.overlay,
        "slope_chart": slopes.slope_chart,
        "dot": slopes.dot,
        "urls": urls,
        "query": _query,
        "coded": coded,
        "formula_of": formula_of,
        "beside": beside,
    }
    templates.filters["minus"] = minus
    return templates


@functools.lru_cache(maxsize=4096)
def beside(tile: Tile, root: str) -> Markup:
    """A tile among those beside an image. Each stands on as many pages as there are models, so it is made once."""
    return Markup(_templates().get_template("_beside.html").render(tile=tile, root=root).rstrip("\n"))


def minus(text: str) -> str:
    """Numbers with a minus sign as long as a plus; hyphens within words stay.

    >>> minus("-0.3, 0.1"), minus("one-sided")
    ('\u22120.3, 0.1', 'one-sided')
    """
    return re.sub(r"(?<![\w.])-(?=\d)", "\u2212", text)


def _query(**values: object) -> str:
    return urlencode({name: str(value) for name, value in values.items() if value not in (None, "")})


def coded(text: str) -> Markup:
    """Text in which what stands between backticks is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts)
    )
