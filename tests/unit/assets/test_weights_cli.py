import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paragone.cli.weights import app
from paragone.core.errors import NotReady


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    return tmp_path / "weights"


def run(*words: str) -> str:
    answer = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_list_as_json_carries_hash_licence_and_presence() -> None:
    rows = {row["name"]: row for row in json.loads(run("list", "--json"))}
    assert rows["centerface"]["sha256"].startswith("09189dea")
    assert rows["centerface"]["present"] is False
    assert "AGPL" in rows["nudenet-320n"]["licence"]


def test_list_as_table_names_the_folder(folder: Path) -> None:
    assert f"weights folder: {folder}" in run("list", "faces").replace("\n", "").replace("folder:/", "folder: /")


def test_fetch_offline_names_each_file_to_place(folder: Path) -> None:
    with pytest.raises(NotReady) as error:
        run("fetch", "faces_mtcnn", "--offline")
    lines = str(error.value).splitlines()
    assert len(lines) == 3
    assert f"in {folder} by hand" in lines[0]


def test_fetching_what_only_a_hub_has_says_so() -> None:
    with pytest.raises(NotReady, match="loaded from a hub by a library"):
        run("fetch", "clip-vit-l-14")


def test_verify_counts_and_refuses_a_wrong_file(folder: Path) -> None:
    assert "SHA-256 right: 0, wrong: 0" in run("verify")
    folder.mkdir()
    (folder / "centerface.onnx").write_bytes(b"x")
    with pytest.raises(NotReady, match="wrong SHA-256: centerface"):
        run("verify")
    assert "removed" in run("remove", "centerface")
    with pytest.raises(NotReady, match="not here: centerface"):
        run("verify", "centerface")
    assert "none of these are here" in run("remove", "centerface")


def test_importing_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="no file in"):
        run("import", str(tmp_path))


def test_path_and_export_of_what_is_absent_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="weights fetch u2netp"):
        run("path", "u2netp")
    with pytest.raises(NotReady, match="fetch them first"):
        run("export", str(tmp_path / "out"))
