"""Ends a connection when its time is up, whatever the server does to keep it open."""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Any


class Watchdog:
    """`with Watchdog(seconds) as dog`: the connection that `dog.trace` sees opened is shut down when time is up.

    httpx limits the wait for each piece of a reply only. A server that sends its headers a byte at a time, or says
    "still processing" for ever, would hold a thread as long as it likes.
    """

    def __init__(self, seconds: float) -> None:
        self.has_bitten = False
        self._stream: Any = None
        self._timer = threading.Timer(seconds, self._bite)
        self._timer.daemon = True

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Httpx's `trace` extension calls this at every step of a request."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._stream = info["return_value"]

    def __enter__(self) -> "Watchdog":
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def _bite(self) -> None:
        self.has_bitten = True
        connection = self._stream.get_extra_info("socket") if self._stream is not None else None
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
