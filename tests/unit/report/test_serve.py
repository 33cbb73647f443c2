import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
from starlette.testclient import TestClient
from tests.report_run import Wanted, build_run

from paragone.core.errors import StoreError
from paragone.images.decode import decode
from paragone.report.live import run as live_run
from paragone.report.live.find import find_runs
from paragone.report.live.server import application
from paragone.store.folder import RunFolder
from paragone.store.remote import Remote


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    wanted = Wanted(models=("aurora",), prompts=2, seeds=(0,), side=16)
    return build_run(tmp_path_factory.mktemp("runs") / "first", wanted)


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int]]:
    """The command as a user starts it; gives the address it printed, and stops it with Ctrl-C."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "paragone", "serve", *arguments, "--port", str(port)]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        try:
            yield address, port
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)


def fetch(address: str) -> tuple[int, str]:
    for _ in range(150):
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, ""
        except urllib.error.URLError:
            time.sleep(0.2)  # not listening yet
    raise AssertionError(f"nothing answers at {address}")


def test_the_command_serves_a_folder_of_runs_on_loopback(run: RunFolder) -> None:
    with serving(str(run.root.parent)) as (address, port):
        assert address == f"http://127.0.0.1:{port}/"
        status, page = fetch(address)
        assert status == 200
        assert 'href="first/"' in page


def test_another_address_than_loopback_asks_for_a_token(run: RunFolder) -> None:
    with serving(str(run.root), "--host", "0.0.0.0") as (address, port):
        assert re.fullmatch(rf"http://0\.0\.0\.0:{port}/\?token=[\w-]{{32,}}", address)
        assert fetch(f"http://127.0.0.1:{port}/first/")[0] == 401


@pytest.mark.parametrize("token", ["", "  "])
def test_an_empty_token_is_none_and_one_is_made_up(run: RunFolder, token: str) -> None:
    with serving(str(run.root), "--host", "0.0.0.0", "--token", token) as (address, port):
        assert re.fullmatch(rf"http://0\.0\.0\.0:{port}/\?token=[\w-]{{32,}}", address)
        assert fetch(f"http://127.0.0.1:{port}/first/?token=")[0] == 401


def test_a_client_that_never_finishes_its_request_is_not_waited_for(run: RunFolder) -> None:
    with serving(str(run.root)) as (_, port):
        assert fetch(f"http://127.0.0.1:{port}/")[0] == 200
        slow = socket.create_connection(("127.0.0.1", port))
        slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        slow.settimeout(30)
        began = time.monotonic()
        assert slow.recv(100) == b""
        assert 5 < time.monotonic() - began < 25
        slow.close()


def copy_to(url: str, run: RunFolder) -> None:
    """A run's tables and images, put at a URL."""
    inside = ("manifest.json", "*/*.parquet", "facts/*/*.parquet", "images/*/*")
    paths = [path for pattern in inside for path in run.root.glob(pattern)]
    Remote(url).put_many({path.relative_to(run.root).as_posix(): path.read_bytes() for path in paths})


def test_a_run_at_a_url_is_served_with_its_images_and_follows_it(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fsspec", reason="pip install paragone[storage] to test runs at a URL")
    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path / "mirrors"))
    url = f"memory://{tmp_path.name}/there"
    copy_to(url, run)
    sample = run.table("samples").read().filter(pl.col("file").is_not_null()).row(0, named=True)
    site = TestClient(application(find_runs([url]), token=None, hosts=None))
    assert site.get("/there/").status_code == 200
    assert site.get(f"/there/{sample['file']}").content == run.images.get(sample["file"])
    small = site.get(f"/there/thumbs/{sample['image'][:2]}/{sample['image'][:40]}.webp")
    assert decode(small.content).format == "WEBP"
    assert site.get(f"/there/images/00/{'0' * 64}.png").status_code == 404
    assert not (find_runs([url])["there"].root / sample["file"]).exists()  # images are not copied
    monkeypatch.setattr(live_run, "ASK_AGAIN_S", 0.0)
    later = run.read_manifest() | {"updated": "in the year 2525"}
    Remote(url).put("manifest.json", json.dumps(later).encode())
    assert "in the year 2525" in site.get("/").text
    with pytest.raises(StoreError, match="there is no run at memory://"):
        find_runs([f"memory://{tmp_path.name}/elsewhere"])


def test_a_folder_that_is_no_run_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "paragone", "serve", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr.strip().splitlines()) == 1
