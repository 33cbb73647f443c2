"""Names from outside (models, scenarios, files) with markup, quotes and direction marks stay text on every page."""

import html
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.report_run import HOSTILE_NAMES, Wanted, build_run
from tests.unit.report.test_pages import Elements

from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

WANTED = Wanted(models=HOSTILE_NAMES, prompts=3, seeds=(0,), side=8, scenarios=HOSTILE_NAMES[:2], hostile=True)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    folder = build_run(tmp_path_factory.mktemp("runs") / "first", WANTED)
    manifest = folder.read_manifest()
    manifest["plan"]["title"] = HOSTILE_NAMES[0]
    folder.write_manifest(manifest)
    Build(folder).run()
    return folder


def check(text: str, where: str) -> None:
    elements = Elements(text)
    assert elements.scripts == [], where
    for tag, attributes in elements.found:
        assert tag not in ("style", "i"), where
        assert not [name for name in attributes if name.startswith("on") or name == "style"], where
        assert attributes.get("src") != "x", where


def test_names_never_become_markup(run: RunFolder) -> None:
    pages = sorted((run.root / "report").rglob("*.html"))
    assert len(pages) > 60
    for path in pages:
        check(path.read_text(encoding="utf-8"), str(path))


def test_names_are_shown_as_they_are_and_isolated(run: RunFolder) -> None:
    text = (run.root / "report" / "index.html").read_text(encoding="utf-8")
    for name in HOSTILE_NAMES:
        assert f"<bdi>{html.escape(name)}</bdi>".replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in text
    assert "49" not in Elements(text).texts


def test_names_lead_to_no_file_outside_the_site(run: RunFolder) -> None:
    inside = {path.name for path in run.root.parent.iterdir()}
    assert inside == {"first"}
    for path in (run.root / "report").rglob("*"):
        assert path.name.isascii()
        assert not set(path.name) & set("<>\"'&{} ")


def test_the_live_site_escapes_them_too(run: RunFolder) -> None:
    client = TestClient(application(find_runs([run.root]), token=None, hosts=["testserver"]))
    report = run.root / "report"
    for path in [*sorted(report.rglob("*.html"))[::5]]:
        answer = client.get(f"/first/{path.relative_to(report).as_posix()}")
        assert answer.status_code == 200, path
        check(answer.text, str(path))
    for address in ("/", "/search?q=<script>alert(1)</script>", f"/first/gallery.html?text={HOSTILE_NAMES[0]}"):
        check(client.get(address).text, address)


def test_a_file_name_that_a_model_tells_of_stays_text(run: RunFolder) -> None:
    page = next(iter(sorted((run.root / "report" / "image").rglob("*.html"))))
    assert HOSTILE_NAMES[1] in "".join(Elements(page.read_text(encoding="utf-8")).texts)


def test_exports_hold_the_names_harmlessly(run: RunFolder) -> None:
    exports: Path = run.root / "report" / "exports"
    assert "<script>" not in (exports / "leaderboard.md").read_text(encoding="utf-8")
    assert "{{ 7" not in (exports / "leaderboard.tex").read_text(encoding="utf-8")  # braces are escaped there
