"""Perspective's toxicity from a service on this machine that speaks as Perspective does."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from paragone.annotators.text import toxicity_perspective
from paragone.annotators.text.toxicity_perspective import KEY, ToxicityPerspective
from paragone.core.errors import NotReady
from paragone.core.types import Missing, Prompt

asked: list[dict[str, Any]] = []


class Service(BaseHTTPRequestHandler):
    """Answers by what the text says."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked.append(body | {"key": self.headers["x-goog-api-key"]})
        text = body["comment"]["text"]
        status = int(text) if text.isdigit() else 200
        value = {"attributeScores": {"TOXICITY": {"summaryScore": {"value": 0.25}}}} if text != "odd" else {"no": 1}
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(KEY, "a-key")
    monkeypatch.setattr(toxicity_perspective, "PAUSES_S", (0.0, 0.0, 0.0))
    asked.clear()
    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_text_has_the_toxicity_that_the_service_says(address: str) -> None:
    [fact] = ToxicityPerspective(address=address).look([], [Prompt("p", "a cat")])
    assert fact == {"toxicity": 0.25}
    assert asked[0]["key"] == "a-key"
    assert asked[0]["requestedAttributes"] == {"TOXICITY": {}}
    assert asked[0]["doNotStore"] is True


def test_no_answer_is_a_reason_and_only_what_may_pass_is_asked_again(address: str) -> None:
    found = ToxicityPerspective(address=address).look([], [Prompt(text, text) for text in ("400", "503", "odd")])
    assert found[0] == Missing("Perspective answered 400")
    assert found[1] == Missing("Perspective answered 503")
    assert found[2] == Missing("Perspective's answer holds no toxicity")
    assert [body["comment"]["text"] for body in asked].count("400") == 1
    assert [body["comment"]["text"] for body in asked].count("503") == 3


def test_without_a_key_it_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(NotReady, match="set PERSPECTIVE_API_KEY"):
        ToxicityPerspective().check()
