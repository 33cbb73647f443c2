"""Payloads in prompts and names: a page that shows them must hold no script, handler or address that runs."""

from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from paragone.report.site.build import Build
from tests import report_run

PIECES = (
    *("<script>", "</script>", "alert(1)", "<img src=x onerror=", '"', "'", "`", "><", "javascript:", "<!--", "-->"),
    *("{{ 7 * 7 }}", "{% raw %}", "</title>", "</textarea>", "<svg/onload=", "&lt;", "\u202e", "\x00", "%3Cscript%3E"),
    *("<a href=data:text/html,", "<iframe src=//x>", "expression(", "]]>", "\u2028", "<base href=//x>"),
)


class Page(HTMLParser):
    """Collects what could run."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.dangers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("iframe", "object", "embed", "base") or (tag == "script" and "src" not in given):
            self.dangers.append(tag)
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or (name in ("href", "src") and address.startswith(("javascript:", "data:text"))):
                self.dangers.append(f"{tag} {name}={value}")


def payload(rng: np.random.Generator) -> str:
    """A few pieces in a row."""
    return "".join(rng.choice(np.array(PIECES, dtype=object), int(rng.integers(1, 6))))


def attack_pages(folder: Path, rng: np.random.Generator) -> int:
    """Build a report whose prompts and names are payloads, and give the number of pages, none of them dangerous."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report_run, "HOSTILE", tuple(payload(rng) for _ in range(6)))
        wanted = report_run.Wanted(models=("aurora", "photographs"), prompts=6, seeds=(0,), side=16, hostile=True)
        run = report_run.build_run(folder, wanted)
    Build(run).run()
    pages = sorted((folder / "report").rglob("*.html"))
    for path in pages:
        dangers = Page(path.read_text(encoding="utf-8")).dangers
        assert not dangers, f"{path}: {dangers[:3]}"
    return len(pages)
