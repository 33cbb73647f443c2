"""The rule that a run folder only grows: a plan that would drop or change what is stored is refused with one line."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from paragone.core.errors import StoreError
from paragone.core.expect import expect_from
from paragone.store.folder import RunFolder

ADVICE = "a run folder can be added to but not changed: choose another --out"


def check_growth(before: Mapping[str, Any], now: Mapping[str, Any], folder: RunFolder) -> None:
    """Refuse a plan without what the folder was made with, or with another model under the same name."""
    for kind in ("scenarios", "models", "metrics"):
        gone = sorted(set(before[kind]) - set(now[kind]))
        if gone:
            raise StoreError(f"{folder} was made with the {kind[:-1]} {gone[0]!r}, which this plan has not; {ADVICE}")
    for label, model in before["models"].items():
        if model["identity"] != now["models"][label]["identity"]:
            raise StoreError(f"{folder} was made with another {label!r} (its options or revision differ); {ADVICE}")
    for label, scenario in before["scenarios"].items():
        lost = sorted(set(seeds_in(before, scenario)) - set(seeds_in(now, now["scenarios"][label])))
        if lost:
            raise StoreError(f"{folder} was made with seed {lost[0]} of {label}, which this plan has not; {ADVICE}")


def seeds_in(manifest: Mapping[str, Any], scenario: Mapping[str, Any]) -> list[int]:
    """The seeds of a scenario; runs of old have those of the plan for all."""
    found: list[int] = scenario.get("seeds") or manifest["plan"]["seeds"]
    return found


def check_prompts(folder: RunFolder, now: Sequence[Mapping[str, Any]], *, reads: Collection[str]) -> None:
    """Refuse to lose a prompt, or to change what some model has read of it; the rest may change freely."""
    wanted = {row["key"]: row for row in now}
    lost = 0
    for row in folder.table("prompts").read().iter_rows(named=True):
        if row["key"] not in wanted:
            lost += 1
        elif _drawn_from(row, reads) != _drawn_from(wanted[row["key"]], reads):
            raise StoreError(
                f"{folder} holds drawings of another prompt {row['prompt_id']!r} (what its models read of it changed); "
                f"{ADVICE}"
            )
    if lost:
        raise StoreError(f"{folder} holds {lost} prompts that this plan has not; {ADVICE}")


def _drawn_from(row: Mapping[str, Any], reads: Collection[str]) -> list[Any]:
    fields = [name for name in ("text", "tags", "origin", "reference") if name in reads]
    expect = expect_from(json.loads(row["expect"]))
    return [[row[name] for name in fields], expect if "expect" in reads else expect.only(list(reads))]
