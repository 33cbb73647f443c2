import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import polars as pl
import pytest
from tests.report_run import HOSTILE, Wanted, build_run

from paragone.report.export.formats import to_latex
from paragone.report.numbers import interval_text
from paragone.report.site.build import Build
from paragone.report.urls import file_name
from paragone.store.folder import RunFolder

SMALL = Wanted(models=("aurora", "photographs", "basalt"), prompts=7, side=24, hostile=True)
ROOMY = Wanted(models=("aurora", "photographs", "shuffled", "basalt"), prompts=40, side=8)  # clear differences


class Elements(HTMLParser):
    """Every element with its attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = tag

    def handle_data(self, data: str) -> None:
        if self._open in ("script", "style") and data.strip():
            self.scripts.append(data)
        self.texts.append(data)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("run"), SMALL)
    Build(folder).run()
    return folder


def pages(run: RunFolder) -> Iterator[tuple[Path, Elements]]:
    for path in sorted((run.root / "report").rglob("*.html")):
        yield path, Elements(path.read_text(encoding="utf-8"))


def test_every_link_leads_to_a_file(run: RunFolder) -> None:
    for path, elements in pages(run):
        for _, attributes in elements.found:
            for link in (attributes.get("href"), attributes.get("src")):
                if link and not link.startswith("#"):
                    target = unquote(link.partition("?")[0].partition("#")[0])
                    assert (path.parent / target).is_file(), f"{path} links to {link}"


def test_every_page_has_a_json_twin(run: RunFolder) -> None:
    for path, _ in pages(run):
        assert "title" in json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_text_from_outside_never_becomes_markup(run: RunFolder) -> None:
    for path, elements in pages(run):
        assert not elements.scripts, path
        for tag, attributes in elements.found:
            assert tag not in ("style", "textarea", "b") or tag == "b", path
            assert not [name for name in attributes if name.startswith("on") or name == "style"], path
            assert not str(attributes.get("href", "")).startswith("javascript:"), path
            assert attributes.get("src") != "x", path


def test_a_hostile_prompt_is_shown_as_it_is(run: RunFolder) -> None:
    page = run.root / "report" / "prompt" / "things" / f"{file_name('p00001')}.html"
    assert HOSTILE[1] in "".join(Elements(page.read_text(encoding="utf-8")).texts)


def test_no_page_asks_for_anything_outside(run: RunFolder) -> None:
    for path, elements in pages(run):
        for tag, attributes in elements.found:
            link = attributes.get("src") or (attributes.get("href") if tag == "link" else "") or ""
            assert not link.startswith(("http:", "https:", "//")), path


def test_a_second_build_writes_nothing(run: RunFolder) -> None:
    build = Build(run)
    build.run()
    assert build.site.counts["written"] == 0


def test_a_lost_page_comes_back_and_nothing_else_is_touched(run: RunFolder) -> None:
    page = run.root / "report" / "prompt" / "things" / "p00002.html"
    before = page.read_bytes()
    page.unlink()
    build = Build(run)
    build.run()
    assert page.read_bytes() == before
    assert build.site.counts["written"] == 1


def test_new_facts_on_one_image_touch_only_its_prompts_pages(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "photographs"), prompts=4, seeds=(0,), side=16))
    Build(folder).run()
    sample = folder.table("samples").read(where=pl.col("model") == "aurora").sort("prompt_id").row(2, named=True)
    where = folder.facts("safety-1", {"nsfw": "flag", "logit": "number"})
    seen = pl.col("image") == sample["image"]
    changed = where.read().with_columns(logit=pl.when(seen).then(9.25).otherwise("logit"))
    where.remove(where.parts())
    where.append(changed.to_dicts())
    build = Build(folder)
    build.run()
    # The prompt's page lists scores and boxes, not this fact; its JSON twin and the image's page and twin show it.
    assert build.site.counts["written"] == 3 + 1  # and the build's memory
    image = folder.root / "report" / "image" / sample["key"][:2] / f"{sample['key']}.html"
    assert "9.25" in image.read_text(encoding="utf-8")


def test_the_site_can_be_carried_away_with_its_images(run: RunFolder, tmp_path: Path) -> None:
    Build(run, tmp_path / "site").run()
    for path in sorted((tmp_path / "site").rglob("*.html")):
        for tag, attributes in Elements(path.read_text(encoding="utf-8")).found:
            if tag == "img":
                target = (path.parent / str(attributes["src"])).resolve()
                assert target.is_file()
                assert target.is_relative_to((tmp_path / "site").resolve())


def test_flagged_images_are_veiled_and_others_are_not(run: RunFolder) -> None:
    folder = run.root / "report" / "prompt" / "things"
    assert 'class="card veil"' in (folder / "p00005.html").read_text(encoding="utf-8")
    assert 'class="card veil"' not in (folder / "p00006.html").read_text(encoding="utf-8")


def test_a_sensitive_scenario_is_veiled_whole(tmp_path: Path) -> None:
    wanted = Wanted(models=("aurora",), prompts=2, seeds=(0,), side=16, scenarios=("i2p",))
    folder = build_run(tmp_path, wanted)
    Build(folder).run()
    for page in (folder.root / "report" / "prompt").rglob("*.html"):
        assert 'class="card veil"' in page.read_text(encoding="utf-8")


def test_a_missing_score_is_shown_as_missing_not_as_zero(run: RunFolder) -> None:
    refused = run.table("samples").read(where=pl.col("outcome") == "refused").row(0, named=True)
    twin = run.root / "report" / "image" / refused["key"][:2] / f"{refused['key']}.json"
    told = {score["metric"]: score for score in json.loads(twin.read_text())["scores"]}
    assert told["counting"]["text"] == "missing"
    assert told["counting"]["value"] is None
    assert "refused" in told["counting"]["reason"]


def test_the_first_page_is_light(run: RunFolder) -> None:
    report = run.root / "report"
    page = Elements((report / "index.html").read_text(encoding="utf-8"))
    loaded = [a.get("src") if t == "script" else a.get("href") for t, a in page.found if t in ("script", "link")]
    fonts = ["static/inter.woff2", "static/source-serif.woff2"]
    files = {"index.html", *fonts, *(name for name in loaded if name and not name.endswith(".json"))}
    assert sum((report / name).stat().st_size for name in files) < 300_000


def test_exports_say_what_the_tables_say(run: RunFolder) -> None:
    exports = run.root / "report" / "exports"
    stored = run.table("estimates").read()
    assert pl.read_parquet(exports / "estimates.parquet").equals(stored)
    assert json.loads((exports / "estimates.json").read_text()) == stored.to_dicts()
    assert len(pl.read_csv(exports / "estimates.csv")) == len(stored)
    for name in ("leaderboard.md", "leaderboard.tex", "data-card.md"):
        assert "aurora" in (exports / name).read_text(encoding="utf-8")
    cell = next(row for row in stored.to_dicts() if (row["model"], row["metric"]) == ("aurora", "fractal"))
    assert interval_text(cell["value"], cell["low"], cell["high"]) in (exports / "leaderboard.md").read_text()


def test_the_latex_export_is_plain_latex(run: RunFolder) -> None:
    text = (run.root / "report" / "exports" / "leaderboard.tex").read_text(encoding="utf-8")
    assert text.isascii()  # an arrow or a minus as a character would stop pdflatex
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    columns = {line.count(" & ") for line in rows}
    assert columns == {4}
    assert r"\begin{tabular}{lllll}" in text
    assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")


def test_a_row_of_latex_that_begins_with_a_bracket_is_no_option_of_the_last() -> None:
    assert r"{[}x] \\" in to_latex([{"model": "[x]"}])


def test_the_best_of_a_column_is_set_apart(run: RunFolder, tmp_path: Path) -> None:
    clear = build_run(tmp_path, ROOMY)
    Build(clear).run()
    elements = Elements((clear.root / "report" / "index.html").read_text(encoding="utf-8"))
    best = [attributes for tag, attributes in elements.found if tag == "td" and attributes.get("class") == "best"]
    assert best
    assert len(best) == len(clear.table("estimates").read(where=pl.col("is_clear")))
    pinned = Elements((run.root / "report" / "against" / "aurora.html").read_text(encoding="utf-8"))
    assert ("tr", {"data-model": "aurora", "class": "pinned"}) in pinned.found


def test_no_attribute_is_escaped_into_nonsense(run: RunFolder) -> None:
    for path, elements in pages(run):
        for _, attributes in elements.found:
            assert not str(attributes.get("class") or attributes.get("aria-current") or "").startswith('"'), path


def test_a_run_that_has_only_begun_has_a_report_too(tmp_path: Path) -> None:
    wanted = Wanted(models=("aurora", "basalt"), prompts=3, seeds=(0,), side=16)
    whole = build_run(tmp_path / "whole", wanted)
    begun = RunFolder(tmp_path / "begun")
    begun.write_manifest(whole.read_manifest())
    begun.table("prompts").append(whole.table("prompts").read().to_dicts())
    begun.table("samples").append(whole.table("samples").read().to_dicts()[:2])
    page = Build(begun).run()
    assert "aurora" in page.read_text(encoding="utf-8")
