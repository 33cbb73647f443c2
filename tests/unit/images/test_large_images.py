"""Large images are decoded one at a time, and each within its memory: neither threads nor processes multiply it."""

import fcntl
import io
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

from paragone.images import decode as decoding
from paragone.images import large


def png(side: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (side, side), "red").save(file, "PNG")
    return file.getvalue()


def test_a_large_image_waits_for_another_and_small_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "LARGE_PIXELS", 100)
    done = threading.Event()

    def work() -> None:
        decoding.decode(png(10))
        done.set()

    with large.LARGE_LOCK:  # as another thread holds it that decodes a large one
        waiting = threading.Thread(target=work)
        waiting.start()
        assert decoding.decode(png(9)).pixels.shape == (9, 9, 3)
        assert not done.wait(0.3)
    assert done.wait(30)
    waiting.join()


def test_a_large_image_waits_for_one_of_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "LARGE_PIXELS", 100)
    monkeypatch.setattr(large, "lock_file", lambda: tmp_path / "turn")
    done = threading.Event()

    def work() -> None:
        decoding.decode(png(10))
        done.set()

    waiting = threading.Thread(target=work)
    with (tmp_path / "turn").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # locks of two open files exclude each other like those of two processes
        waiting.start()
        assert not done.wait(0.3)
    assert done.wait(30)
    waiting.join()


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_a_stranger_put_in_the_locks_place_is_not_waited_for(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import os

    monkeypatch.setattr(large, "LARGE_PIXELS", 100)
    monkeypatch.setattr(large, "lock_file", lambda: tmp_path / "turn")
    if kind == "link":
        (tmp_path / "turn").symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(tmp_path / "turn")
    assert decoding.decode(png(10)).pixels.shape == (10, 10, 3)
    assert not (tmp_path / "elsewhere").exists()


GROWTH = """
import sys
from pathlib import Path
from paragone.images.decode import decode
def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
data = Path(sys.argv[1]).read_bytes()
decode(Path(sys.argv[2]).read_bytes())
before = peak()
decode(data)
print(peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak of a process is read from /proc")
@pytest.mark.parametrize("mode", ["RGBA", "I;16"])
def test_a_decode_takes_no_more_memory_than_the_limits_reckon_with(mode: str, tmp_path: Path) -> None:
    Image.new(mode, (4096, 4096)).save(tmp_path / "large.png")
    Image.new(mode, (8, 8)).save(tmp_path / "small.png")
    script = [sys.executable, "-c", GROWTH, str(tmp_path / "large.png"), str(tmp_path / "small.png")]
    kilobytes = int(subprocess.run(script, capture_output=True, text=True, check=True).stdout)
    assert kilobytes * 1024 < 4096 * 4096 * 8.5  # MEMORY_PER_PIXEL is 8, and the stripes take a little
