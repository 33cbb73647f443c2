"""A run at a URL, killed again and again and each time resumed as if elsewhere, loses and doubles nothing."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from tests.end_to_end.test_kill import plan_to_kill, start
from tests.stored_tables import check_same

import paragone
from paragone.store.opening import open_run

fsspec = pytest.importorskip("fsspec", reason="pip install paragone[storage] to test runs at a URL")
pytestmark = [pytest.mark.slow]
S3 = "pip install paragone[test] (s3fs, moto, flask) to test on S3"


@pytest.fixture
def plan(tmp_path: Path, components: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return plan_to_kill(tmp_path, components, monkeypatch)


@pytest.fixture(params=["files", "s3"])
def bucket(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A file system behind fsspec, or a bucket of an S3 server on this machine."""
    if request.param == "files":
        yield f"dir::file://{tmp_path}/bucket"
        return
    s3fs = pytest.importorskip("s3fs", reason=S3)
    moto = pytest.importorskip("moto.server", reason=S3)
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"ENDPOINT_URL": f"http://{host}:{port}", "ACCESS_KEY_ID": "test", "SECRET_ACCESS_KEY": "test"}
    for name, value in {**settings, "DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    s3fs.S3FileSystem.clear_instance_cache()
    s3fs.S3FileSystem().mkdir("runs")
    try:
        yield "s3://runs"
    finally:
        server.stop()


def begin(plan: Path, url: str, moment: int, *, machine: Path) -> subprocess.CompletedProcess[str]:
    """Start, as if on another machine: with another copy of the tables."""
    return start(plan, url, moment, environment=os.environ | {"PARAGONE_MIRRORS": str(machine)})


def test_a_run_at_a_url_killed_and_resumed_elsewhere_ends_like_one_that_never_was(
    plan: Path, bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = begin(plan, f"{bucket}/whole", 0, machine=tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    moments = json.loads(whole.stdout)
    assert len(moments) > 50

    died = set()
    for number, moment in enumerate((2, 9, 24, len(moments) // 2)):
        ended = begin(plan, f"{bucket}/killed", moment, machine=tmp_path / f"machine {number}")
        assert ended.returncode == -9, ended.stderr
        died.add(ended.stderr)
    assert len(died) >= 2
    last = begin(plan, f"{bucket}/killed", 0, machine=tmp_path / "last machine")
    assert last.returncode == 0, last.stderr

    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path / "reader"))
    check_same(f"{bucket}/killed", f"{bucket}/whole")
    killed, never = (open_run(f"{bucket}/{name}").remote for name in ("killed", "whole"))
    assert killed is not None
    assert never is not None
    assert killed.sizes("images") == never.sizes("images")
    assert not killed.sizes(".partial")
    assert set(killed.names()) - {".partial"} == set(never.names()) - {".partial"}
    sample = paragone.load(f"{bucket}/killed").samples.filter(pl.col("file").is_not_null()).row(0, named=True)
    assert killed.get(sample["file"])
