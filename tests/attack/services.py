"""A service on loopback whose every reply is damaged at random: each prompt is drawn, or missing with its reason."""

import base64
import contextlib
import json
import socket
import threading
from collections.abc import Iterator

import numpy as np

from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.encode import encode
from paragone.models.services.openai_images import OpenAIImages
from tests.attack.fuzz import damaged

PICTURE = base64.b64encode(encode(np.zeros((8, 8, 3), np.uint8))).decode()
BODIES = (
    json.dumps({"created": 1, "data": [{"b64_json": PICTURE}]}).encode(),
    json.dumps({"data": [{"url": "http://127.0.0.1:1/x.png"}]}).encode(),
    json.dumps({"error": {"code": "moderation_blocked", "message": "Blocked."}}).encode(),
    b'{"data": [' + b"[" * 5000,
    b'{"data": [{"b64_json": ' + b'"' + b"A" * 50_000 + b'"}]}',
    b"\xff\xfe\x00<html>",
    b"",
)
STATUSES = ("200 OK", "200 OK", "200 OK", "400 Bad", "402 Pay", "418 Tea", "500 Sorry", "999 Odd", "OK", "-1 x")
HEADS = (
    *("Content-Type: application/json", "Content-Type: text/html; charset=utf-99", "Content-Encoding: gzip"),
    *("Content-Encoding: br, gzip, x", "Retry-After: -1", "Retry-After: soon", "Location: file:///etc/passwd"),
    *("Content-Length: 5", "Content-Length: -5", "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked"),
    *("Set-Cookie: \x1b[31m", "X: " + "y" * 70_000, ": nothing", "no colon at all"),
)


def reply(rng: np.random.Generator) -> bytes:
    """One answer: a status, headers and a body, damaged more often than not."""
    body = BODIES[int(rng.integers(len(BODIES)))]
    heads = [HEADS[int(rng.integers(len(HEADS)))] for _ in range(int(rng.integers(3)))]
    if rng.random() < 0.7 and not any(one.startswith(("Content-Length", "Transfer")) for one in heads):
        heads.append(f"Content-Length: {len(body)}")
    head = f"HTTP/1.1 {STATUSES[int(rng.integers(len(STATUSES)))]}\r\n" + "".join(f"{one}\r\n" for one in heads)
    whole = head.encode("latin-1") + b"\r\n" + body
    return damaged(whole, rng) if rng.random() < 0.5 else whole


@contextlib.contextmanager
def hostile(rng: np.random.Generator) -> Iterator[str]:
    """The address of the service; it answers anything with the next reply, and hangs up."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    threading.Thread(target=_answer, args=(listener, rng), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        listener.shutdown(socket.SHUT_RDWR)  # wakes the thread, which then ends
        listener.close()


def _answer(listener: socket.socket, rng: np.random.Generator) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:  # closed: the attack is over
            return
        with client, contextlib.suppress(OSError):
            client.settimeout(2)
            client.recv(2**16)
            client.sendall(reply(rng))


def attack_client(count: int, rng: np.random.Generator) -> tuple[int, int]:
    """How many of so many prompts were drawn and how many are missing; whatever else is raised passes through."""
    drawn = missing = 0
    with hostile(rng) as address:
        model = OpenAIImages("x", base_url=address, key="", tries=2, timeout_s=2.0, backoff_s=0.0)
        for number in range(count):
            (one,) = model.draw([Prompt(id=str(number), text=f"prompt {number}")], seed=0)
            if isinstance(one, Drawing):
                drawn += 1
            else:
                assert isinstance(one, Missing)
                assert one.reason, one
                assert "\n" not in one.reason, one.reason
                missing += 1
    return drawn, missing
