"""A damaged or deleted run takes nothing down but itself, and a stranger's run gets no file of this machine."""

import shutil
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run

from paragone.core.errors import StoreError
from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder

SMALL = Wanted(models=("aurora", "photographs"), prompts=3, seeds=(0,), side=16)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("isolation")
    build_run(root / "good", SMALL)
    return root


@pytest.fixture
def both(made: Path, tmp_path: Path) -> Path:
    for name in ("good", "bad"):
        shutil.copytree(made / "good", tmp_path / name)
    return tmp_path


def flip_all(run: Path) -> None:
    for path in run.rglob("*.parquet"):
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 8
        path.write_bytes(bytes(data))


@pytest.mark.parametrize("how", ["parts damaged", "deleted", "manifest {}", "manifest of odd types"])
def test_one_bad_run_takes_no_other_page_down(how: str, both: Path) -> None:
    client = TestClient(application(find_runs([both]), token=None, hosts=None), raise_server_exceptions=True)
    bad = both / "bad"
    if how == "parts damaged":
        flip_all(bad)
    elif how == "deleted":
        shutil.rmtree(bad)
    elif how == "manifest {}":
        (bad / "manifest.json").write_text("{}")
    else:
        odd = '"plan": {}, "scenarios": {"x": 3}, "models": {"y": 1}, "annotators": {}, "metrics": {}, "protocols": {}'
        (bad / "manifest.json").write_text('{"format": 3, ' + odd + "}")
    top = client.get("/")
    assert top.status_code == 200
    assert "bad cannot be read" in top.text
    assert client.get("/good/").status_code == 200
    assert client.get("/search?q=a").status_code == 200
    assert client.get("/compare?a=good/aurora&b=good/photographs").status_code == 200
    for address in ("/bad/", "/compare?a=good/aurora&b=bad/aurora", "/bad/exports/estimates.csv"):
        answer = client.get(address)
        assert answer.status_code in (404, 500), address
        assert str(both) not in answer.text
        assert "/tmp" not in answer.text
        assert "\n" not in answer.text


def test_an_image_that_was_changed_is_not_served(both: Path) -> None:
    client = TestClient(application(find_runs([both]), token=None, hosts=None))
    image = sorted((both / "good").glob("images/*/*.png"))[0]
    address = f"/good/{image.relative_to(both / 'good').as_posix()}"
    assert client.get(address).status_code == 200
    image.write_bytes(image.read_bytes()[:-1] + b"x")
    assert client.get(address).status_code == 404


def renamed(run: RunFolder, file: str) -> None:
    """Make the first sample of a run say that its image is some other file."""
    samples = run.table("samples")
    rows = samples.read().to_dicts()
    samples.remove(samples.parts())
    samples.append([rows[0] | {"file": file}, *rows[1:]])


@pytest.mark.parametrize("file", ["../secret.png", "images/../../secret.png", "/etc/hostname"])
def test_a_report_takes_no_file_from_outside_the_run(file: str, both: Path, tmp_path: Path) -> None:
    (both / "secret.png").write_bytes(b"a private file")
    run = RunFolder(both / "bad")
    renamed(run, file)
    Build(run, tmp_path / "deep" / "site").run()
    assert not (tmp_path / "deep" / "secret.png").exists()
    assert b"a private file" not in b"".join(
        path.read_bytes() for path in (tmp_path / "deep").rglob("*") if path.is_file()
    )


def test_a_report_follows_no_link_out_of_the_run(both: Path, tmp_path: Path) -> None:
    (both / "secret").write_bytes(b"a private file")
    image = sorted((both / "bad").glob("images/*/*.png"))[0]
    image.unlink()
    image.symlink_to(both / "secret")
    Build(RunFolder(both / "bad"), tmp_path / "site").run()
    assert not (tmp_path / "site" / image.relative_to(both / "bad")).exists()


def test_an_empty_page_is_built_again_and_nothing_unfinished_stays(both: Path) -> None:
    run = RunFolder(both / "good")
    Build(run).run()
    assert not (run.root / "report" / ".partial").exists()
    page = next(iter(sorted((run.root / "report" / "prompt").rglob("*.html"))))
    page.write_bytes(b"")
    Build(run).run()
    assert page.stat().st_size > 0


def test_a_damaged_table_ends_a_report_with_one_line(both: Path) -> None:
    flip_all(both / "bad")
    with pytest.raises(StoreError, match="is damaged"):
        Build(RunFolder(both / "bad")).run()
