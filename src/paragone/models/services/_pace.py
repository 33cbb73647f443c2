"""Requests no faster than the service allows, whatever the number of threads of this process."""

import threading
import time

from paragone.core.patience import wait


class Pace:
    """Hands out moments to send at: `per_minute` apart (0: no limit), and none before a pause has ended."""

    def __init__(self, per_minute: float) -> None:
        self._gap_s = 60.0 / per_minute if per_minute > 0 else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> float:
        """Sleep until it is this caller's turn; gives the seconds waited."""
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next)
            self._next = turn + self._gap_s
        wait(turn - now)
        return turn - now

    def pause(self, seconds: float) -> None:
        """Nobody sends for so long: the service asked one of us to wait, and it meant all."""
        with self._lock:
            self._next = max(self._next, time.monotonic() + seconds)
