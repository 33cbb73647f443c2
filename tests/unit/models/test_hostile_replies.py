"""Replies that are meant to harm: each is one clear row, and the memory of the process stays level."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.practice_service import Service, running

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.types import Drawing, Missing, Prompt

REPLIES = {
    "gzip_tail": "goes on after its end",
    "gzip_twice": "packed as 'gzip, gzip'",
    "gzip_bomb": "larger than 8,388,608 bytes",
    "endless": "larger than 8,388,608 bytes",
    "huge": "larger than 8,388,608 bytes",
    "many_headers": "the reply's headers are too large",
    "long_header": "the reply's headers are too large",
    "many_parts": "JSON has more than 1,000,000 parts",
    "zip_bomb": "is not an image we open: it begins with b'PK",
    "note_bomb": "cannot be decoded as PNG",
    "png_bomb": "60000 x 60000",
    "base64": "base64 is broken",
    "html": "an HTML page (Welcome & hello)",
}
ASK = """
import json, sys
from paragone.core.catalogue import make
from paragone.core.types import Prompt
url, names = sys.argv[1], sys.argv[2].split()
options = {"base_url": url, "max_mib": 8, "tries": 1, "timeout_s": 60}
openai = make("models", "openai_images", options | {"id": "x", "key": ""})
http = make("models", "http", options | {"url": "/any", "body": {"prompt": "{prompt}"}, "image": "data[0].b64_json"})
def peak():  # getrusage would count what the process had before it became this one
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
for model in (openai, http):
    model.draw([Prompt("p", "a cat")], 0)
before = peak()
told = {name: [model.draw([Prompt("p", f"[{name}] x")], 0)[0].reason for model in (openai, http)] for name in names}
print(json.dumps({"told": told, "grown_mib": (peak() - before) / 1024}))
"""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running() as started:
        yield started


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="run it on Linux, which tells a process's peak memory"
)
def test_every_hostile_reply_is_one_row_and_memory_stays_level(service: Service) -> None:
    command = [sys.executable, "-c", ASK, service.url, " ".join(REPLIES)]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout)
    for name, words in REPLIES.items():
        for reason in found["told"][name]:
            assert words in reason, (name, reason)
            assert "\n" not in reason
    assert found["grown_mib"] < 40  # a reply of 8 MiB is held packed, unpacked, as text and as base64


def model_of(service: Service, **options: Any) -> Model:
    given = {"id": "practice-1", "base_url": f"{service.url}/v1", "key": "", "tries": 1}
    model: Model = make("models", "openai_images", given | options)
    return model


def ask(model: Model, text: str) -> Drawing | Missing:
    (answer,) = model.draw([Prompt("p", text)], 0)
    return answer


@pytest.mark.parametrize(
    "address",
    ["10.0.0.7", "127.0.0.1", "169.254.169.254", "::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1", "0.0.0.0"],
)
def test_a_name_that_resolves_to_a_private_address_is_not_followed(
    service: Service, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = socket.getaddrinfo

    def resolve(host: Any, *rest: Any, **options: Any) -> Any:
        return really(address if host == "images.example.com" else host, *rest, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    for place in ("http://images.example.com/a.png", "HERE/redirect?to=http://images.example.com/a.png"):
        answer = ask(model_of(service), f"[link:{place}] x")
        assert isinstance(answer, Missing)
        assert "'images.example.com', a private address" in answer.reason


def test_a_name_with_one_private_address_among_public_ones_is_not_followed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("8.8.8.8", "10.0.0.7")]
    really = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **o: found if host == "two.example" else really(host, *rest, **o)
    )
    answer = ask(model_of(service), "[link:http://two.example/a.png] x")
    assert isinstance(answer, Missing)
    assert "a private address (10.0.0.7)" in answer.reason


@pytest.mark.parametrize("host", ["0x7f000001", "0177.0.0.1", "127.1", "2130706433", "[::]", "127.0.0.1.", "①②⑦.0.0.1"])
def test_odd_spellings_of_this_machine_are_not_followed(service: Service, host: str) -> None:
    port = service.server_address[1]
    before = len(service.seen)
    answer = ask(model_of(service, base_url=f"http://localhost:{port}/v1"), f"[link:http://{host}:{port}/a.png] x")
    assert isinstance(answer, Missing)
    assert len(service.seen) == before + 1  # the question; the link was never asked for


def test_an_address_that_the_user_gives_may_be_private(service: Service) -> None:
    port = service.server_address[1]
    for host in ("127.0.0.1", "localhost"):
        model = model_of(service, base_url=f"http://{host}:{port}/v1")
        assert isinstance(ask(model, "a cat"), Drawing)
        assert isinstance(ask(model, f"[link:http://{host}:{port}/image/1.png] x"), Drawing)
