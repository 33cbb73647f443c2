"""A client that sends its request a byte at a time is not waited for: each would hold a connection."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_S = 10.0  # for the head of a request; pages are asked for in one packet


class Hurried(H11Protocol):
    """Uvicorn's protocol, which closes a connection whose request is not there in time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to count."""
        super().connection_made(transport)
        self._count()

    def data_received(self, data: bytes) -> None:
        """Count anew for the next request of the same connection."""
        super().data_received(data)
        if self._timer is None and self._is_waiting():
            self._count()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def _count(self) -> None:
        self._timer = self.loop.call_later(PATIENCE_S, self._close_if_waiting)

    def _close_if_waiting(self) -> None:
        self._timer = None
        if self._is_waiting():
            self.transport.close()

    def _is_waiting(self) -> bool:
        return self.cycle is None or self.cycle.response_complete
