"""The static site of a big run: the first prompts have pages, what is not written is said, and no link is dead."""

import json
from pathlib import Path

import pytest
from tests.report_run import Wanted, build_run
from tests.unit.report.test_pages import Elements
from typer.testing import CliRunner

from paragone.cli.main import app
from paragone.report import urls
from paragone.report.page_table import RunPages, find_page
from paragone.report.read.reader import Reader
from paragone.report.site import extent
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

BIG = Wanted(models=("aurora", "photographs", "basalt"), prompts=30, seeds=(0,), side=16, scenarios=("things", "words"))
SHOWN = 30  # images, of 180


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extent, "IMAGES", SHOWN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("run"), BIG)


def written(site: Path, kind: str) -> int:
    return len(list((site / kind).rglob("*.html")))


def test_the_first_prompts_have_pages_and_no_link_is_dead(folder: RunFolder, tmp_path: Path) -> None:
    build = Build(folder, tmp_path)
    build.run()
    shown_first = (
        len(build.extent.prompts["things"]) + len(build.extent.prompts["words"]) if build.extent.prompts else 0
    )
    assert 10 <= shown_first < 20
    assert written(tmp_path, "prompt") == shown_first
    assert written(tmp_path, "image") == 3 * shown_first
    leads = 0
    for page in tmp_path.rglob("*.html"):
        for _, attributes in Elements(page.read_text(encoding="utf-8")).found:
            for link in filter(None, (attributes.get("href"), attributes.get("src"))):
                if not link.startswith("#"):
                    assert (page.parent / link.partition("?")[0].partition("#")[0]).is_file(), f"{page}: {link}"
                    leads += link.endswith(urls.UNWRITTEN)
    assert leads > 0


def test_prompts_that_the_first_page_shows_have_pages(folder: RunFolder, tmp_path: Path) -> None:
    Build(folder, tmp_path).run()
    first = (tmp_path / urls.BOARD).read_text(encoding="utf-8")
    assert "prompt/" in first
    assert urls.UNWRITTEN not in first
    assert "Pages of" in first
    assert "`" not in first
    assert f"of the {180:,} images" in (tmp_path / urls.UNWRITTEN).read_text(encoding="utf-8")


def test_the_gallery_of_a_big_run_holds_what_is_written(folder: RunFolder, tmp_path: Path) -> None:
    Build(folder, tmp_path).run()
    script = (tmp_path / "data" / "things" / "prompts.js").read_text(encoding="utf-8")
    data = json.loads("[" + script.removeprefix("paragoneReceive(...[").rpartition("]);")[0] + "]")[1]
    assert {f"{path.stem}" for path in (tmp_path / "prompt" / "things").glob("*.html")} == set(data["ids"])


def test_all_writes_all_and_later_builds_keep_to_it(folder: RunFolder, tmp_path: Path) -> None:
    def told(*words: str) -> str:
        done = CliRunner().invoke(app, ["report", str(folder.root), "--out", str(tmp_path), *words])
        assert done.exit_code == 0
        return done.stderr

    assert "of the 180 images are written" in told()
    assert "are written" not in told("--all")
    assert (written(tmp_path, "prompt"), written(tmp_path, "image")) == (60, 180)
    assert "Pages of" not in (tmp_path / urls.BOARD).read_text(encoding="utf-8")
    assert told().startswith("0 files written")


def test_a_second_build_of_a_big_run_writes_nothing(folder: RunFolder, tmp_path: Path) -> None:
    Build(folder, tmp_path).run()
    again = Build(folder, tmp_path)
    again.run()
    assert again.site.counts["written"] == 0


def test_what_is_not_written_is_made_when_asked_for(folder: RunFolder) -> None:
    reader = Reader(folder)
    last = reader.prompts("words")["prompt_id"][-1]
    found = find_page(RunPages(reader), urls.prompt("words", last))
    assert found is not None
    assert found[1].prompt_id == last


def test_a_run_that_is_not_big_is_written_whole(
    folder: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extent, "IMAGES", 180)
    build = Build(folder, tmp_path)
    build.run()
    assert (build.extent.words, written(tmp_path, "image")) == ("", 180)
    assert not (tmp_path / urls.UNWRITTEN).exists()
