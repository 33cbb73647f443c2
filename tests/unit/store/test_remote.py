"""Run folders at a URL: objects, the lock, the copy of the tables on this machine."""

import json
import os
import pickle
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paragone.core.errors import BadOption, FolderInUse, NotReady, StoreError
from paragone.core.keys import key_of
from paragone.store import remote_lock
from paragone.store.folder import RunFolder
from paragone.store.mirror import bring
from paragone.store.opening import folder_at, open_run
from paragone.store.remote import Remote
from paragone.store.remote_lock import LOCK, RemoteLock, machine

fsspec = pytest.importorskip("fsspec", reason="pip install paragone[storage] to test runs at a URL")


@pytest.fixture(params=["memory", "dir"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An object store in memory, where a put is whole; and a file system, where it must be moved into place."""
    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path / "mirrors"))
    monkeypatch.setattr(remote_lock, "SETTLE_S", 0.0)
    yield f"memory://{tmp_path.name}/run" if request.param == "memory" else f"dir::file://{tmp_path}/bucket/run"
    fsspec.filesystem("memory").store.clear()


def samples(*numbers: int) -> list[dict[str, Any]]:
    return [{"key": key_of(number), "model": "m", "prompt_id": f"p{number}", "seed": 0} for number in numbers]


def test_objects_come_back_whole_and_by_place(url: str) -> None:
    remote = Remote(url)
    assert remote.names() == []
    remote.put("samples/a.parquet", b"12345")
    remote.put("samples/a.parquet", b"123")
    remote.put("images/ab/abc.png", b"png")
    remote.put_many({"report/index.html": b"<p>", "report/static/a.css": b"p"})
    assert remote.sizes("samples") == {"samples/a.parquet": 3}
    assert remote.sizes("facts") == {}
    assert {"samples", "images", "report"} <= set(remote.names())
    assert dict(remote.get_many(["images/ab/abc.png", "report/static/a.css"])) == {
        "images/ab/abc.png": b"png",
        "report/static/a.css": b"p",
    }
    remote.remove(["samples/a.parquet", "never/was"])
    with pytest.raises(FileNotFoundError):
        remote.get("samples/a.parquet")
    assert pickle.loads(pickle.dumps(remote)).get("images/ab/abc.png") == b"png"  # as a worker gets it


def test_a_write_that_fails_half_way_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remote = Remote(f"dir::file://{tmp_path}/run")
    remote.put("manifest.json", b"before")
    files, _ = fsspec.core.url_to_fs(remote.url)
    whole = type(files).pipe_file

    def half(self: Any, path: str, data: bytes, **options: Any) -> None:
        whole(self, path, data[: len(data) // 2], **options)
        raise PermissionError("the disk went away")

    monkeypatch.setattr(type(files), "pipe_file", half)
    with pytest.raises(StoreError, match="the disk went away"):
        remote.put("manifest.json", b"afterwards")
    assert remote.get("manifest.json") == b"before"


def test_a_second_run_is_refused_and_told_who_is_there(url: str, tmp_path: Path) -> None:
    other = RunFolder(tmp_path / "another machine", Remote(url))
    with (
        folder_at(url).writing(),
        pytest.raises(FolderInUse, match=f"in use by process {os.getpid()} on .*try again in"),
        other.writing(),
    ):
        pass
    with other.writing():  # and afterwards it is free
        assert Remote(url).has(LOCK)
    assert not Remote(url).has(LOCK)


def leave_lock(remote: Remote, **changes: Any) -> None:
    note = {"owner": "x", "who": "process 9 on b", "machine": "b", "pid": 9, "beat": time.time()} | changes
    remote.put_unguarded(LOCK, json.dumps(note).encode())


def test_a_lock_whose_process_is_dead_on_this_machine_is_taken_over_at_once(url: str) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    leave_lock(Remote(url), machine=machine(), pid=dead.pid)
    with RemoteLock(Remote(url)):
        pass


def test_a_lock_of_another_machine_is_taken_over_only_after_silence(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_lock, "BEAT_S", 1.0)
    remote = Remote(url)
    leave_lock(remote, beat=time.time() - remote_lock.STALE_S - 1)
    with RemoteLock(remote):
        pass
    leave_lock(remote, beat=time.time() - 3600)  # its clock is an hour late, but it lives
    alive = threading.Timer(0.2, leave_lock, (remote,), {"beat": time.time() - 3599})
    alive.start()
    with pytest.raises(FolderInUse, match="process 9 on b"), RemoteLock(remote):
        pass
    alive.join()


def test_a_run_that_was_taken_over_writes_no_more_tables(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_lock, "BEAT_S", 0.05)
    folder = folder_at(url)
    with folder.writing():
        folder.table("samples").append(samples(1))
        leave_lock(Remote(url))  # as another run does that took this one for dead
        time.sleep(0.5)
        with pytest.raises(FolderInUse, match="taken over"):
            folder.table("samples").append(samples(2))
    assert Remote(url).has(LOCK)  # the other's lock is left alone
    assert len(Remote(url).sizes("samples")) == 1


def test_another_machine_finds_every_row_and_none_that_is_gone(url: str, tmp_path: Path) -> None:
    here = folder_at(url)
    with here.writing():
        here.write_manifest({"models": {}})
        here.table("samples").append(samples(1, 2))
        here.table("estimates").replace([{"model": "m", "value": 1.0}])
        place = here.images.put(b"not really an image", "PNG")
    there = RunFolder(tmp_path / "another machine", Remote(url))
    with there.writing():
        assert len(there.table("samples").read()) == 2
        assert there.images.get(place) == b"not really an image"
        there.table("samples").append(samples(3))
        there.table("estimates").replace([{"model": "m", "value": 2.0}])
    assert not (there.root / place).exists()  # images are not copied
    again = open_run(url)
    assert len(again.table("samples").read()) == 3
    assert again.table("estimates").read()["value"].to_list() == [2.0]
    Remote(url).remove(list(Remote(url).sizes("samples")))
    assert len(open_run(url).table("samples").read()) == 0


def test_what_lies_outside_the_tables_is_not_copied(url: str) -> None:
    remote = Remote(url)
    remote.put("manifest.json", b"{}")
    remote.put("samples/notes.txt", b"x")
    remote.put("facts/a/b/deep.parquet", b"x")
    copied = [path.name for path in open_run(url).root.rglob("*") if path.is_file() and not path.name.startswith(".")]
    assert copied == ["manifest.json"]


def test_a_place_with_other_files_is_refused(url: str) -> None:
    Remote(url).put("holiday.jpg", b"x")
    with pytest.raises(StoreError, match="holds other files"), folder_at(url).writing():
        pass


def test_places_that_cannot_be_are_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path / "mirrors"))
    assert folder_at(f"file://{tmp_path}/a%20run").root == tmp_path / "a run"
    with pytest.raises(BadOption, match="must not hold a password") as told:
        folder_at("sftp://me:secret@host/run")
    assert "secret" not in str(told.value)
    with pytest.raises(BadOption, match="give it as text"):
        folder_at(Path("s3://bucket/run"))
    with pytest.raises((BadOption, NotReady), match="nosuch"):
        open_run("nosuch://bucket/run")


def test_a_place_is_tried_before_it_is_used_and_left_as_it_was(url: str) -> None:
    Remote(url).try_writing()
    assert Remote(url).sizes("") == {}
    assert not Remote(url).has("never")


def test_an_object_is_created_once(url: str) -> None:
    remote = Remote(url)
    remote.create("a/lock", b"one")
    with pytest.raises(FileExistsError):
        remote.create("a/lock", b"two")
    assert remote.get("a/lock") == b"one"


def test_many_objects_come_back_in_the_order_asked_for(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paragone.store.remote.AT_ONCE", 2)
    remote = Remote(url)
    remote.put_many({f"pages/{number}": str(number).encode() for number in range(5)})
    wanted = ["pages/4", "pages/0", "pages/3", "pages/1", "pages/2"]
    assert list(remote.get_many(wanted)) == [(place, place[-1].encode()) for place in wanted]


def test_a_put_is_tried_three_times(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("paragone.store.remote.time.sleep", waits.append)
    whole, calls = Remote._put, []

    def flaky(self: Remote, *given: Any, **named: Any) -> None:
        calls.append(1)
        if len(calls) < 3:
            raise OSError("the line broke")
        whole(self, *given, **named)

    monkeypatch.setattr(Remote, "_put", flaky)
    Remote(url).put("a", b"x")
    assert waits == [1.0, 2.0]
    assert Remote(url).get("a") == b"x"
    calls.clear()

    def broken(self: Remote, *given: Any, **named: Any) -> None:
        calls.append(1)
        raise OSError("the line broke")

    monkeypatch.setattr(Remote, "_put", broken)
    with pytest.raises(StoreError, match=r"cannot write a to .*the line broke"):
        Remote(url).put("a", b"y")
    assert len(calls) == 3


def test_a_lock_that_has_slept_shows_a_sign_of_life_before_it_writes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    remote = Remote(url)
    with RemoteLock(remote) as lock:
        before = json.loads(remote.get(LOCK))
        lock.ensure_held()
        assert json.loads(remote.get(LOCK)) == before  # it has just beaten
        lock._beaten_at -= remote_lock.STALE_S / 2 + 1
        lock.ensure_held()
        after = json.loads(remote.get(LOCK))
        assert after["beat"] > before["beat"]
        assert time.time() - lock._beaten_at < remote_lock.STALE_S / 2
        assert after["who"] == f"process {os.getpid()} on {platform.node()}"
        assert (after["pid"], after["machine"]) == (os.getpid(), machine())
        leave_lock(remote)
        lock._beaten_at -= remote_lock.STALE_S
        with pytest.raises(FolderInUse, match="taken over by another run"):
            lock.ensure_held()


def test_a_lock_is_alive_for_as_long_as_it_is_held(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_lock, "BEAT_S", 0.02)
    remote = Remote(url)
    with RemoteLock(remote):
        before = json.loads(remote.get(LOCK))["beat"]
        end = time.monotonic() + 20
        while json.loads(remote.get(LOCK))["beat"] == before:
            assert time.monotonic() < end, "no sign of life"
            time.sleep(0.02)


def test_signs_of_life_come_well_before_a_lock_is_taken_for_dead() -> None:
    assert 0 < remote_lock.SETTLE_S < remote_lock.BEAT_S < remote_lock.STALE_S / 2


def test_a_lock_that_cannot_be_read_is_nobodys(url: str) -> None:
    remote = Remote(url)
    for junk in (b"{", b"[1]"):
        remote.put(LOCK, junk)
        assert RemoteLock(remote)._read() == {}


def test_a_lock_that_does_not_say_whose_it_is_is_another_process(url: str) -> None:
    remote = Remote(url)
    remote.put(LOCK, json.dumps({"owner": "x", "beat": time.time()}).encode())
    with pytest.raises(FolderInUse, match="is in use by another process; wait"), RemoteLock(remote):
        pass


def test_facts_are_written_to_the_url_and_not_to_this_machine_alone(url: str, tmp_path: Path) -> None:
    folder = folder_at(url)
    with folder.writing():
        folder.facts("eyes-1", {"seen": "flag"}).append([{"key": "k", "image": "i", "seen": True}])
    elsewhere = RunFolder(tmp_path / "another machine", Remote(url))
    bring(Remote(url), elsewhere.root)
    assert elsewhere.facts("eyes-1", {"seen": "flag"}).read()["seen"].to_list() == [True]


def test_what_is_whole_here_is_not_brought_again_and_what_is_damaged_is(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_at(url)
    with folder.writing():
        folder.table("samples").append(samples(1))
    remote, copy = Remote(url), tmp_path / "copy"
    bring(remote, copy)
    asked: list[str] = []
    whole = Remote.get_many

    def noted(self: Remote, places: Any) -> Any:
        places = list(places)
        asked.extend(places)
        return whole(self, places)

    monkeypatch.setattr(Remote, "get_many", noted)
    bring(remote, copy)
    assert asked == []
    (part,) = copy.rglob("*.parquet")
    data = part.read_bytes()
    part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    bring(remote, copy)
    assert len(asked) == 1
    assert part.read_bytes() == data
