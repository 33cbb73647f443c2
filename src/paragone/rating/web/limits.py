"""Rate limits in memory: so many at once, and so many a second after that, for each key."""

import time
from collections import OrderedDict

MOST_KEYS = 50_000


class Limit:
    """A bucket for each key that fills steadily; what finds it empty is refused."""

    def __init__(self, *, burst: float, per_second: float) -> None:
        self._burst, self._rate = burst, per_second
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, key: str, *, now: float | None = None) -> bool:
        """Take one from the key's bucket, if it holds one."""
        now = time.monotonic() if now is None else now
        level, at = self._levels.pop(key, (self._burst, now))
        level = min(self._burst, level + (now - at) * self._rate)
        is_there = level >= 1
        self._levels[key] = level - is_there, now
        if len(self._levels) > MOST_KEYS:
            self._levels.popitem(last=False)
        return is_there
