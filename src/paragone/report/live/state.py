"""How far a run is: what its tables hold against what its plan asks for."""

from dataclasses import dataclass

from paragone.report.read.reader import Reader
from paragone.stages.growth import seeds_in


@dataclass(frozen=True)
class RunState:
    """A run's state in words, and whether it may still change."""

    words: str
    drawn: int
    wanted: int
    is_running: bool


def state_of(reader: Reader) -> RunState:
    """Drawing, judging, done, or nothing drawn."""
    manifest = reader.manifest
    images = sum(one["prompts"] * len(seeds_in(manifest, one)) for one in manifest["scenarios"].values())
    wanted = images * len(reader.models)
    tried = sum(total for total, _, _ in reader.undrawn.values())
    lost = sum(missing for _, missing, _ in reader.undrawn.values())
    if tried < wanted:
        return RunState(f"drawing: {tried:,} of {wanted:,} images", tried, wanted, is_running=True)
    if not reader.estimates:
        return RunState("judging: all images are drawn", tried, wanted, is_running=True)
    if tried and lost == tried:
        return RunState("nothing was drawn", tried, wanted, is_running=False)
    missing = f", {lost:,} of {tried:,} images missing" if lost else ""
    return RunState(f"done{missing}", tried, wanted, is_running=False)
