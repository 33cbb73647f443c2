"""Large images are decoded one at a time: threads must not multiply their memory."""

import io
import threading

import pytest
from PIL import Image

from paragone.images import decode as decoding


def png(side: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (side, side), "red").save(file, "PNG")
    return file.getvalue()


def test_a_large_image_waits_for_another_and_small_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "LARGE_PIXELS", 100)
    done = threading.Event()

    def work() -> None:
        decoding.decode(png(10))
        done.set()

    with decoding.LARGE_LOCK:  # as another thread holds it that decodes a large one
        waiting = threading.Thread(target=work)
        waiting.start()
        assert decoding.decode(png(9)).pixels.shape == (9, 9, 3)
        assert not done.wait(0.3)
    assert done.wait(30)
    waiting.join()
