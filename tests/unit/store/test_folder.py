"""The run folder as a whole: its manifest, its name, what a crash leaves, prompts as they are stored."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from paragone.core.errors import StoreError
from paragone.core.expect import Expect, Thing
from paragone.store import atomic
from paragone.store.atomic import ASIDE, MANIFEST, write_whole
from paragone.store.folder import FORMAT, SECTIONS, RunFolder
from paragone.store.mirror import mirror_of
from paragone.store.prompts import prompt_of
from paragone.store.remote import Remote
from paragone.store.schema import TABLES


def test_a_manifest_comes_back_in_its_order(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    assert not folder.exists()
    given = {"format": FORMAT, "plan": {"z": 1, "a": "größer"}} | {name: {} for name in SECTIONS if name != "plan"}
    folder.write_manifest(given)
    assert folder.exists()
    assert folder.read_manifest() == given
    assert (tmp_path / "run" / MANIFEST).read_text(encoding="utf-8") == json.dumps(given, indent=2, ensure_ascii=False)
    assert not list((tmp_path / "run" / ASIDE).iterdir())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"format": 1}', "is of format 1, and this version reads format"),
        ('{"paragone": "0.1.0"}', "is of format 1, and this version reads format"),
        ("{}", "is no manifest of a run"),
        ("[]", "is no manifest of a run"),
        ("{", "cannot read .*manifest.json"),
    ],
)
def test_a_manifest_that_is_none_of_ours_is_refused_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(StoreError, match=said):
        RunFolder(tmp_path).read_manifest()


@pytest.mark.parametrize("section", SECTIONS)
def test_a_manifest_that_lacks_a_section_is_refused(tmp_path: Path, section: str) -> None:
    RunFolder(tmp_path).write_manifest({"format": FORMAT, **{name: {} for name in SECTIONS}, section: None})
    with pytest.raises(StoreError, match=f"lacks '{section}'; restore it"):
        RunFolder(tmp_path).read_manifest()


def test_a_folder_is_called_by_its_last_name(tmp_path: Path) -> None:
    assert RunFolder(tmp_path / "mine").name == "mine"
    assert str(RunFolder(tmp_path / "mine")) == str(tmp_path / "mine")
    remote = RunFolder(tmp_path, Remote("memory://bucket/there/"))
    assert remote.name == "there"
    assert str(remote) == "memory://bucket/there"


def test_what_a_killed_process_left_unfinished_is_removed(tmp_path: Path) -> None:
    (tmp_path / ASIDE).mkdir()
    (tmp_path / ASIDE / "half").write_text("x")
    (tmp_path / ".lock").write_text("")
    with RunFolder(tmp_path).writing():  # neither of the two makes it another's folder
        assert not (tmp_path / ASIDE).exists()


def test_a_file_is_no_place_for_a_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="is a file; choose a folder"), RunFolder(tmp_path / "file").writing():
        pass


def test_a_run_with_other_files_beside_it_is_still_a_run(tmp_path: Path) -> None:
    RunFolder(tmp_path).write_manifest({"format": FORMAT})
    (tmp_path / "notes.txt").write_text("mine")
    with RunFolder(tmp_path).writing():
        pass


def test_every_table_is_there_by_name(tmp_path: Path) -> None:
    tables = RunFolder(tmp_path).tables()
    assert set(tables) == set(TABLES)
    assert all(table.folder == tmp_path / name for name, table in tables.items())
    facts = RunFolder(tmp_path).facts("eye", {"value": "number"})
    assert facts.folder == tmp_path / "facts" / "eye"
    assert "value" in facts.schema


def test_a_prompt_comes_back_from_its_row() -> None:
    row: dict[str, Any] = {"prompt_id": "p", "text": "a cat", "tags": '{"mood": "calm"}', "origin": "o"}
    row |= {"expect": '{"objects": [{"label": "cat"}]}', "reference": "abc"}
    found = prompt_of(row)
    assert (found.id, found.text, found.tags, found.origin) == ("p", "a cat", {"mood": "calm"}, "o")
    assert found.expect == Expect(objects=(Thing("cat"),))
    assert found.reference is not None
    assert found.reference.content == "abc"
    assert prompt_of(row | {"reference": None}).reference is None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_and_a_full_quota_are_told_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def full(*_: Any) -> None:
        raise OSError(number, "full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StoreError, match="no space left"):
        write_whole(tmp_path / "a" / "b", b"x", aside=tmp_path / ASIDE)
    assert list((tmp_path / ASIDE).iterdir()) == []


def test_another_failure_of_the_disk_is_told_by_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match=r"cannot write .*b: (Not a directory|File exists)"):
        write_whole(tmp_path / "file" / "b", b"x", aside=tmp_path / ASIDE)


@pytest.mark.parametrize(("number", "is_an_error"), [(errno.EINVAL, False), (errno.EBADF, False), (errno.EIO, True)])
def test_only_a_folder_that_cannot_be_synced_at_all_is_forgiven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, is_an_error: bool
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, "no")

    closed: list[int] = []
    close = os.close

    def noted(descriptor: int) -> None:
        closed.append(descriptor)
        close(descriptor)

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(os, "close", noted)
    if is_an_error:
        with pytest.raises(OSError, match="no"):
            atomic._sync_folder(tmp_path)
    else:
        atomic._sync_folder(tmp_path)
    assert len(closed) == 1
    monkeypatch.undo()
    atomic._sync_folder(tmp_path / "gone")  # some systems cannot open a folder


def test_copies_of_runs_at_urls_lie_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path))
    one, other = mirror_of(Remote("memory://a/my run")), mirror_of(Remote("memory://b/my run"))
    assert one != other
    assert one.parent == other.parent == tmp_path
    assert one.name[:7] == "my-run-"
    assert len(one.name) == len("my-run-") + 12
    assert len(mirror_of(Remote(f"memory://a/{'x' * 99}")).name) == 40 + 1 + 12


def test_copies_lie_in_the_users_cache_unless_told_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARAGONE_MIRRORS", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert mirror_of(Remote("memory://a/run")).parent == tmp_path / "paragone" / "runs"
