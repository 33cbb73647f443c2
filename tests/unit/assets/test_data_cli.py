"""Data sets: on the same mechanism as weights, in a folder of their own, taken in by hand where nobody carries them."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from paragone.assets import cache, manifest
from paragone.assets.ready import ensure_ready
from paragone.cli.data import app
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, NotReady, UnknownName
from paragone.core.types import Prompt

SHARED = Path(__file__).parents[4] / "shared" / "data"
NAME = "heim-misspellings"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARAGONE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    return tmp_path / "data"


def run(*words: str) -> str:
    answer = CliRunner(env={"COLUMNS": "250"}).invoke(app, list(words), catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.output


def shared(path: str) -> Path:
    if not (SHARED / path).is_file():
        pytest.skip(f"put the file at {SHARED / path} to un-skip")
    return SHARED / path


def test_the_list_has_data_sets_alone_with_their_licences(folder: Path) -> None:
    rows = {row["name"]: row for row in json.loads(run("list", "--json"))}
    assert {row["kind"] for row in rows.values()} == {"data"}
    assert "CC BY-SA" in rows[NAME]["licence"]
    text = run("list", NAME)
    assert "CC BY-SA" in text
    assert f"data folder: {folder}" in text
    assert all(asset.kind == "weights" for asset in manifest.read("weights"))


def test_what_no_registry_carries_is_to_be_imported(folder: Path) -> None:
    for words in (("fetch", NAME), ("path", NAME), ("verify", NAME)):
        with pytest.raises(NotReady, match=f"stanford-crfm/helm .* and run `paragone data import {NAME} FILE`"):
            run(*words)
    with pytest.raises(NotReady, match=f"{NAME} is not at .*; get it"):
        ensure_ready(make("perturbations", "typos", {"protocol": "heim"}))


def test_a_file_that_is_something_else_is_refused(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "words.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match=f"so it is not {NAME}"):
        run("import", NAME, str(tmp_path / "words.json"))
    assert not folder.exists()
    with pytest.raises(BadInput, match="there is no file"):
        run("import", NAME, str(tmp_path / "none.json"))
    with pytest.raises(UnknownName, match=f"did you mean {NAME}"):
        run("import", "heim-misspelings", str(tmp_path / "words.json"))
    with pytest.raises(UnknownName):
        run("path", "centerface")  # weights are no data


def test_a_real_data_set_is_imported_verified_used_and_removed(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "under another name"
    copy.write_bytes(shared("heim/correct_to_misspelling.json").read_bytes())
    assert "took in heim-misspellings.json" in run("import", NAME, str(copy))
    assert run("path", NAME).strip() == str(folder / "heim-misspellings.json")
    assert "SHA-256 right: 1" in run("verify", NAME)
    made = make("perturbations", "misspellings", {"prob": 1.0, "protocol": "heim"})
    ensure_ready(made)
    found = made.perturb(Prompt("p", "Weird beginning"), np.random.default_rng(0))
    assert found is not None
    assert found.text.split()[0] in ("Wierd", "Wired", "Weired")
    assert "removed" in run("remove", NAME)
    assert cache.missing([NAME]) == [NAME]


@pytest.mark.parametrize("entry", manifest.read("data"), ids=lambda entry: entry.name)
def test_the_hashes_are_those_of_the_real_files(entry: manifest.Asset) -> None:
    if not SHARED.is_dir():
        pytest.skip(f"put the data sets below {SHARED} to un-skip")
    if not entry.sha256:
        pytest.skip(f"no hash of {entry.name} is known yet: the first copy that someone brings is recorded and held")
    sizes = [path for path in SHARED.rglob("*") if path.is_file() and path.stat().st_size == entry.bytes]
    if not sizes:
        pytest.skip(f"{entry.name} is not below {SHARED}; put it there to un-skip")
    assert entry.sha256 in {cache.sha256_of(path) for path in sizes}
