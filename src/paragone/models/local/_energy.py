"""The energy a stretch of work took, where the machine counts it (Intel and AMD RAPL under /sys); else the reason."""

from dataclasses import dataclass
from pathlib import Path

from paragone.core.keys import Json

COUNTERS = Path("/sys/class/powercap")


@dataclass(frozen=True, slots=True)
class Energy:
    """The counters of all processor packages at one moment. They count the whole machine: run nothing beside."""

    before: tuple[tuple[Path, int], ...]
    note: str = ""

    @classmethod
    def start(cls, counters: Path = COUNTERS) -> "Energy":
        """Read the counters now."""
        packages = [path for path in sorted(counters.glob("intel-rapl:*")) if path.name.count(":") == 1]
        if not packages:
            return cls((), f"the machine has no energy counters ({counters}/intel-rapl:*)")
        try:
            return cls(tuple((path, _read(path / "energy_uj")) for path in packages))
        except (OSError, ValueError):
            return cls((), f"the machine's energy counters cannot be read; try chmod a+r {counters}/*/energy_uj")

    def stop(self) -> dict[str, Json]:
        """`energy_j` since the start, or None and an `energy_note` that says why not."""
        if self.note:
            return {"energy_j": None, "energy_note": self.note}
        total = 0
        for package, before in self.before:
            used = _read(package / "energy_uj") - before
            total += used if used >= 0 else used + _read(package / "max_energy_range_uj")  # the counter wrapped round
        return {"energy_j": total / 1e6}


def _read(path: Path) -> int:
    return int(path.read_text(encoding="ascii"))
