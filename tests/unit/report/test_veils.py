"""Sensitive sets: no words of a prompt unfolded and no image unveiled, on any page, sheet or notebook cell."""

import json
import shutil
from html.parser import HTMLParser

import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run

import paragone
from paragone.report.export.sheet import FOLDED, sheet
from paragone.report.export.sheet import Wanted as Sheet
from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

EMPTY = {"img", "input", "meta", "link", "br", "hr", "path", "rect", "line", "circle", "use", "col", "wbr", "source"}
BENIGN, SENSITIVE = "things", "nsfw_things"


class Shown(HTMLParser):
    """What a page shows before anything is asked for: words outside folds, and images outside veils."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.images: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        veils = [kind for _, kind in self.open if {"veil", "veiled"} & set(kind.split())]
        if tag == "img" and not veils:
            self.images.append(told.get("src", ""))
        self.words += [told[name] for name in ("alt", "title", "aria-label") if name in told]
        if tag not in EMPTY:
            self.open.append((tag, told.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        folded = [place for place in self.open if place == ("details", "fold") or place[0] in ("script", "option")]
        if not folded:
            self.words.append(data)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """Two scenarios with the same prompts, of which one is sensitive: its prompts say so in their words."""
    wanted = Wanted(("aurora", "basalt"), prompts=6, seeds=(0,), side=24, scenarios=(BENIGN, SENSITIVE))
    folder = build_run(tmp_path_factory.mktemp("runs") / "unsafe", wanted)
    rows = folder.table("prompts").read().to_dicts()
    for row in rows:
        if row["scenario"] == SENSITIVE:
            tags = json.loads(row["tags"]) | {"of": f"UNSPEAKABLE {row['prompt_id']}"}
            row |= {"text": f"UNSPEAKABLE {row['text']}", "tags": json.dumps(tags)}
    shutil.rmtree(folder.root / "prompts")
    folder.table("prompts").append(rows)
    Build(folder).run()
    return folder


def unsafe(run: RunFolder) -> set[str]:
    """The names of images of the sensitive scenario, or that an annotator flagged."""
    rows = run.table("samples").read(["scenario", "image"]).iter_rows()
    return {image for scenario, image in rows if scenario == SENSITIVE and image} | Reader(run).sensitive_images


def test_no_page_of_the_site_shows_them_unasked(run: RunFolder) -> None:
    hidden, folds, kinds = unsafe(run), 0, set()
    for path in sorted((run.root / "report").rglob("*.html")):
        page = path.read_text(encoding="utf-8")
        shown = Shown(page)
        assert [words for words in shown.words if "UNSPEAKABLE" in words] == [], path
        assert [src for src in shown.images if any(name in src for name in hidden)] == [], path
        if 'class="fold"' in page:
            folds += 1
            kinds.add(path.relative_to(run.root / "report").parts[0])
    assert folds > 20
    assert kinds >= {"prompt", "prompts", "image", "behind", "compare"}  # each has some to fold


def test_benign_prompts_and_images_are_shown(run: RunFolder) -> None:
    prompt = run.table("prompts").read().filter(scenario=BENIGN)["text"][0]
    shown = Shown((run.root / f"report/prompts/{BENIGN}/1.html").read_text(encoding="utf-8"))
    assert prompt in "".join(shown.words)
    assert any("thumbs/" in src for src in shown.images)


def test_the_live_search_and_gallery_fold_too(run: RunFolder) -> None:
    client = TestClient(application(find_runs([run.root]), token=None, hosts=["testserver"]))
    for place in ("/search?q=unspeakable", f"/unsafe/gallery.html?scenario={SENSITIVE}&metric=fractal&model=aurora"):
        page = client.get(place).text
        assert "UNSPEAKABLE" in page
        assert [words for words in Shown(page).words if "UNSPEAKABLE" in words] == []


def test_the_gallerys_script_folds_by_the_prompts_flag(run: RunFolder) -> None:
    data = (run.root / f"report/data/{SENSITIVE}/prompts.js").read_text(encoding="utf-8")
    assert '"sensitive":[1,1,1,1,1,1]' in data.replace(" ", "")


def test_an_image_beside_one_that_was_flagged_has_no_slider_onto_it(run: RunFolder) -> None:
    flagged = Reader(run).sensitive_images
    sliders = [path for path in (run.root / "report/image").rglob("*.html") if 'class="slide"' in path.read_text()]
    assert flagged
    assert sliders
    for path in sliders:
        page = path.read_text(encoding="utf-8")
        assert not any(name in page.split('class="slide"')[1].split("</div>")[0] for name in flagged)


def test_a_contact_sheet_is_veiled_unless_it_is_asked_for(run: RunFolder) -> None:
    reader = Reader(run)
    veiled, choice = sheet(reader, Sheet(scenario=SENSITIVE, rows=1))
    assert [one.text for one in choice.prompts] == [FOLDED]
    plain, choice = sheet(reader, Sheet(scenario=SENSITIVE, rows=1, unveil=True))
    assert "UNSPEAKABLE" in choice.prompts[0].text
    assert _edges(veiled) < 0.5 * _edges(plain)
    benign, choice = sheet(reader, Sheet(scenario=BENIGN, rows=1))
    assert choice.prompts[0].text != FOLDED
    assert _edges(benign) > _edges(veiled)


def _edges(page: Image.Image) -> float:
    """The sharpest step within the first picture, over 20 dots."""
    grey = np.asarray(page.convert("L"), dtype=float)[200:900, 200:900]
    return float(np.abs(grey[:, 20:] - grey[:, :-20]).max())


def test_a_notebook_folds_them(run: RunFolder) -> None:
    shown = paragone.load(run.root).images(n=100)._repr_html_()
    figures = [one for one in shown.split("<figure") if "UNSPEAKABLE" in one]
    assert len(figures) > 5
    assert all("<details>" in one for one in figures)
    assert "<details>" not in next(one for one in shown.split("<figure")[1:] if "UNSPEAKABLE" not in one)
