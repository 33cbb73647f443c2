"""A service on loopback that speaks images/generations and misbehaves as its prompts ask: "[429x2] a cat".

A prompt may begin with one `[behaviour]` or `[behaviour x times]`; after so many times the prompt is drawn as usual.
"""

import base64
import contextlib
import functools
import gzip
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.practice_payloads import encoded, gzip_bomb, picture, png_of_zeros, png_with_a_note, zip_bomb

ASKED = re.compile(r"\[([a-z0-9_]+?)(?: ?x ?(\d+))?(?::(.*?))?\] ")
REFUSAL = {"error": {"code": "moderation_blocked", "type": "image_generation_user_error", "message": "Blocked."}}


class Service(ThreadingHTTPServer):
    """The service, what it was asked for, and what it would charge."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.asked: Counter[str] = Counter()  # by prompt
        self.drawn: Counter[str] = Counter()  # by prompt: images made
        self.charged: Counter[str] = Counter()  # by idempotency key: images charged
        self.seen: list[tuple[str, dict[str, str]]] = []  # path and headers
        self.bodies: list[dict[str, Any]] = []
        self.released = threading.Event()  # ends slow replies when the test is over

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the script."""


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Service
    protocol_version = "HTTP/1.1"
    wbufsize = 2**16  # headers and body in one packet
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: tests read the service's counters."""

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers.items())))
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        if parts.path in ("/redirect", "/loop"):
            self.send_response(302)
            self.send_header("Location", query.get("to", ["/loop"])[0])
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif parts.path == "/html":
            self.reply(200, b"<!doctype html><title>Sign in</title>", "text/html")
        elif parts.path.startswith("/history/"):
            job = parts.path.rpartition("/")[2]
            images = [{"filename": f"{job}.png", "subfolder": "", "type": "output"}]
            self.tell(200, {job: {"outputs": {"9": {"images": images}}}} if self.server.asked[job] else {})
            self.server.asked[job] += 1
        elif parts.path == "/view":
            self.reply(200, picture(query["filename"][0]), "image/png")
        else:
            self.reply(200, picture(parts.path), "image/png")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.path, dict(self.headers.items())))
        self.server.bodies.append(body)
        if self.path == "/prompt":
            self.tell(200, {"prompt_id": "job-1"})
        elif self.path == "/sdapi/v1/txt2img":
            self.tell(200, {"images": [encoded(f"{body['prompt']}{body['seed']}")], "parameters": {}})
        else:
            self.generate(body)

    def generate(self, body: dict[str, Any]) -> None:
        prompt = body["prompt"]
        with self.server.lock:
            self.server.asked[prompt] += 1
            turn = self.server.asked[prompt]
        asked = ASKED.match(prompt)
        if asked and turn <= int(asked[2] or 1_000_000):
            name = f"do_{asked[1]}"
            behave = getattr(self, name) if hasattr(self, name) else functools.partial(self.tell, int(asked[1]))
            behave(asked[3] or "")
            return
        self.draw(prompt, {"b64_json": encoded(prompt + str(body.get("seed", "")))})

    def draw(self, prompt: str, image: dict[str, Any]) -> None:
        with self.server.lock:
            self.server.drawn[prompt] += 1
            self.server.charged[self.headers.get("Idempotency-Key", "none")] = 1
        self.tell(200, {"created": 1, "data": [image]})

    def tell(self, status: int, value: Any) -> None:
        self.reply(status, json.dumps(value).encode(), "application/json")

    def reply(self, status: int, body: bytes, kind: str, encoding: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "follow=me")
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if status == 429:
            self.send_header("Retry-After", "0")
        self.end_headers()
        self.wfile.write(body)

    def do_wait(self, seconds: str) -> None:
        self.send_response(429)
        self.send_header("Retry-After", seconds)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_refuse(self, _: str) -> None:
        self.tell(400, REFUSAL)

    def do_filtered(self, _: str) -> None:
        self.tell(400, {"error": {"code": None, "message": "Your request was rejected by our safety system."}})

    def do_quota(self, _: str) -> None:
        self.tell(429, {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota."}})

    def do_echo(self, _: str) -> None:
        self.tell(400, {"error": {"message": f"bad header {self.headers['Authorization']}"}})

    def do_html(self, _: str) -> None:
        self.reply(200, b"<html><title>Welcome &amp; hello</title></html>", "text/html; charset=utf-8")

    def do_deep(self, _: str) -> None:
        self.reply(200, b"[" * 200_000, "application/json")

    def do_empty(self, _: str) -> None:
        self.tell(200, {"data": []})

    def do_odd(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": 7}]})

    def do_base64(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": "aGVs!bG8h"}]})

    def do_text(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": base64.b64encode(b"not an image").decode()}]})

    def do_png_bomb(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": base64.b64encode(png_of_zeros(60_000, 60_000)).decode()}]})

    def do_link(self, url: str) -> None:
        self.tell(200, {"data": [{"url": url.replace("HERE", self.server.url)}]})

    def do_moved(self, url: str) -> None:
        self.send_response(307)
        self.send_header("Location", url)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_gzip(self, _: str) -> None:
        body = gzip.compress(json.dumps({"data": [{"b64_json": encoded("packed")}]}).encode())
        self.reply(200, body, "application/json", "gzip")

    def do_gzip_bomb(self, _: str) -> None:
        self.reply(200, gzip_bomb(), "application/json", "gzip")

    def do_gzip_tail(self, _: str) -> None:
        self.pour(gzip.compress(b"{}"), "Content-Encoding: gzip")

    def do_gzip_twice(self, _: str) -> None:
        self.reply(200, gzip.compress(gzip.compress(b"{}")), "application/json", "gzip, gzip")

    def do_endless(self, _: str) -> None:
        self.pour(b"")

    def do_many_headers(self, _: str) -> None:
        self.pour(b"HTTP/1.1 200 OK\r\n", piece=b"X-Again: and again\r\n" * 2**15)

    def do_long_header(self, _: str) -> None:
        self.pour(b"HTTP/1.1 200 OK\r\nX-Long: ", piece=b"y" * 2**20)

    def pour(self, first: bytes, header: str = "X-None: 0", *, piece: bytes = bytes(2**20)) -> None:
        """Two gigabytes, or until the client has had enough."""
        with contextlib.suppress(OSError):
            if not first.startswith(b"HTTP"):
                self.wfile.write(f"HTTP/1.1 200 OK\r\nConnection: close\r\n{header}\r\n\r\n".encode())
            self.wfile.write(first)
            for _count in range(2**31 // len(piece)):
                self.wfile.write(piece)
        self.close_connection = True

    def do_many_parts(self, _: str) -> None:
        self.reply(200, b"[" + b"[]," * 2_600_000 + b"[]]", "application/json")

    def do_zip_bomb(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": base64.b64encode(zip_bomb()).decode()}]})

    def do_note_bomb(self, _: str) -> None:
        self.tell(200, {"data": [{"b64_json": base64.b64encode(png_with_a_note()).decode()}]})

    def do_echo_title(self, _: str) -> None:
        secret = self.headers["Authorization"]
        self.reply(200, f"<html><title>{'x' * 58} {secret}</title></html>".encode(), "text/html")

    def do_echo_place(self, _: str) -> None:
        self.do_moved(f"http://a.example/{'x' * 170}{self.headers['Authorization'].split()[-1]}")

    def do_echo_link(self, _: str) -> None:
        self.do_link(f"http://{self.headers['Authorization'].split()[-1]}.invalid/a.png")

    def do_brotli(self, _: str) -> None:
        self.reply(200, b"\x0b\x02\x80\x03", "application/json", "br")

    def do_huge(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(2**31))
        self.end_headers()
        chunk = bytes(2**20)
        with contextlib.suppress(OSError):
            for _count in range(2**11):
                self.wfile.write(chunk)
        self.close_connection = True

    def do_truncated(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b'{"data": [')
        self.close_connection = True

    def do_reset(self, _: str) -> None:
        self.close_connection = True

    def do_slow(self, _: str) -> None:
        self.server.released.wait(10)
        self.close_connection = True

    def do_drip_head(self, _: str) -> None:
        with contextlib.suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while not self.server.released.wait(0.05):
                self.wfile.write(b"X")
                self.wfile.flush()
        self.close_connection = True

    def do_processing(self, _: str) -> None:
        with contextlib.suppress(OSError):
            while not self.server.released.wait(0.05):
                self.wfile.write(b"HTTP/1.1 102 Processing\r\n\r\n")
                self.wfile.flush()
        self.close_connection = True

    def do_drip(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        with contextlib.suppress(OSError):
            while not self.server.released.wait(0.05):
                self.wfile.write(b" ")
                self.wfile.flush()
        self.close_connection = True


@contextlib.contextmanager
def running() -> Iterator[Service]:
    """The service, until the block ends."""
    service = Service()
    thread = threading.Thread(target=service.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.released.set()
        service.shutdown()
        service.server_close()
        thread.join()


if __name__ == "__main__":
    with running() as started:
        print(started.url, flush=True)  # noqa: T201
        time.sleep(3600)
