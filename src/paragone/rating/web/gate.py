"""What stands before the pages: the prefix behind a proxy, headers for the browser, the size of a request."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 64_000  # of a form
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Robots-Tag": "noindex",
}


class Gate:
    """Strips the prefix, refuses large bodies and forms of other sites, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, *, prefix: str = "", https: bool = False) -> None:
        self._app, self._prefix = app, prefix
        self._headers = HEADERS | ({"Strict-Transport-Security": "max-age=31536000"} if https else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        path = scope["path"]
        if self._prefix and (path == self._prefix or path.startswith(self._prefix + "/")):
            scope = {**scope, "path": path[len(self._prefix) :] or "/"}
        refusal = _refusal(scope)
        await (refusal or self._app)(scope, receive, send_with_headers)


def _refusal(scope: Scope) -> PlainTextResponse | None:
    if scope["method"] not in ("GET", "HEAD", "POST"):
        return PlainTextResponse("There is nothing of this kind here.", 405, headers={"Allow": "GET, HEAD, POST"})
    headers = Headers(scope=scope)
    if scope["method"] != "POST":
        return None
    length = headers.get("content-length", "")
    if not length.isdecimal() or int(length) > MOST_BYTES:
        return PlainTextResponse("A form of this size is not read.", 413)
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] != headers.get("host", "") and origin != "null":
        return PlainTextResponse("This form came from another site.", 403)
    return None
