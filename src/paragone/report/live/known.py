"""The runs of a live site by the name in their address; runs that begin later join, and none changes its name."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.report.live.find import find_runs, unused
from paragone.report.live.run import LiveRun
from paragone.store.folder import RunFolder

LOOK_AGAIN_S = 5.0


class KnownRuns(Mapping[str, LiveRun]):
    """A mapping that looks for new runs at its places, now and then."""

    def __init__(self, runs: Mapping[str, RunFolder], places: Sequence[str | Path] = ()) -> None:
        self._runs = {name: LiveRun(folder) for name, folder in runs.items()}
        self._places = places
        self._looked_at = time.monotonic()

    def look_again(self) -> None:
        """Take in what has begun since; what cannot be listed now is asked for again later."""
        self._looked_at = time.monotonic()
        known = {run.folder.root for run in self._runs.values()}
        for place in self._places:
            try:
                found = find_runs([place])
            except (StoreError, OSError):
                continue
            for name, folder in found.items():
                if folder.root not in known:
                    self._runs[unused(name, self._runs)] = LiveRun(folder)

    def _now(self) -> dict[str, LiveRun]:
        if self._places and time.monotonic() - self._looked_at > LOOK_AGAIN_S:
            self.look_again()
        return dict(self._runs)

    def __getitem__(self, name: str) -> LiveRun:
        return self._now()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())
