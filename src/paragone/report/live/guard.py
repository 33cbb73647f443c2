"""What stands before the live site: who may ask, under which name, and what a browser may do with the answer."""

import ipaddress
import secrets
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "paragone_token"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; font-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Guard:
    """Lets in who asks by a known name and has the token, where there is one, and adds the headers."""

    def __init__(self, app: ASGIApp, *, token: str | None = None, hosts: Sequence[str] | None = None) -> None:
        self._app = app
        self._token = token or None  # an empty one is known to everybody
        # On loopback a page of some other site could reach us under a name of its own that resolves to 127.0.0.1.
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        request = Request(scope)
        if self._hosts is not None and _name(Headers(scope=scope).get("host", "")) not in self._hosts:
            return PlainTextResponse("This server answers under its own name only.", 421)
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("There is nothing to change here.", 405, headers={"Allow": "GET, HEAD"})
        if self._token is None:
            return None
        given = request.query_params.get("token")
        if given is not None and self._is_right(given):
            return self._enter(request)
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if self._is_right(request.cookies.get(COOKIE, "")) or self._is_right(bearer):
            return None
        return PlainTextResponse("Open the address with ?token=... that `paragone serve` printed.", 401)

    def _is_right(self, given: str) -> bool:
        return secrets.compare_digest(given.encode("utf-8", "replace"), str(self._token).encode())

    def _enter(self, request: Request) -> Response:
        """Keep the token in a cookie and out of the address, so that it is in no link and no history."""
        rest = [(name, value) for name, value in parse_qsl(request.url.query) if name != "token"]
        # A path that begins with two slashes would lead to another host.
        path = "/" + request.url.path.lstrip("/")
        answer = RedirectResponse(f"{path}?{urlencode(rest)}" if rest else path, 303)
        answer.set_cookie(COOKIE, str(self._token), httponly=True, samesite="strict")
        return answer


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]
