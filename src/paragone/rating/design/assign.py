"""Which items a person gets, in which order: those that lack raters most, models balanced, checks spread among them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

Role = Literal["item", "gold", "repeat"]
GAP = 4  # items at least between an item and its repeat, where the list is long enough


class Slot(NamedTuple):
    """An item as the design sees it."""

    item: int
    arm: str  # what is compared: the model, or the pair of models
    prompt: str
    wanted: int  # raters that it is to have
    taken: int  # raters that have it, or are at it


class Turn(NamedTuple):
    """One place in a person's list."""

    item: int
    role: Role


class Load(NamedTuple):
    """How much a person is given."""

    items: int
    gold: int = 0
    repeats: int = 0


def assign(
    slots: Sequence[Slot],
    load: Load,
    *,
    gold: Mapping[int, str] | None = None,
    seen: Collection[int] = (),
    rng: np.random.Generator,
) -> list[Turn]:
    """A person's list; shorter than asked for where little is left, and empty where nothing is.

    No item comes twice but as a repeat, and none that was `seen` before. Each round takes one item of every arm that
    has any left, in random order, so the counts of two arms differ by one at most while both last. `gold` has the kind
    of each item with a known answer; kinds come equally often as well.
    """
    chosen = choose(slots, load.items, seen=seen, rng=rng)
    if not chosen:
        return []
    order = spread([slot.item for slot in chosen], rng=rng, arms={slot.item: slot.arm for slot in chosen})
    turns = [Turn(item, "item") for item in order]
    turns = _with_repeats(turns, load.repeats, rng=rng)
    fresh = {item: kind for item, kind in (gold or {}).items() if item not in seen}
    return _with_gold(turns, spread(list(fresh), rng=rng, arms=fresh)[: load.gold], rng=rng)


def choose(slots: Sequence[Slot], size: int, *, seen: Collection[int], rng: np.random.Generator) -> list[Slot]:
    """The items themselves: arm by arm, first those that lack most, and prompts that the person has not met."""
    lacking = [slot for slot in slots if slot.taken < slot.wanted and slot.item not in seen]
    arms: dict[str, list[Slot]] = {}
    for place in rng.permutation(len(lacking)):
        arms.setdefault(lacking[place].arm, []).append(lacking[place])
    for held in arms.values():
        held.sort(key=lambda slot: slot.taken - slot.wanted, reverse=True)  # the last lacks most
    chosen: list[Slot] = []
    met: dict[str, int] = {}
    while len(chosen) < size and any(arms.values()):
        names = sorted(name for name, held in arms.items() if held)
        for place in rng.permutation(len(names))[: size - len(chosen)]:
            slot = _next(arms[names[place]], met)
            met[slot.prompt] = met.get(slot.prompt, 0) + 1
            chosen.append(slot)
    return chosen


def _next(held: list[Slot], met: Mapping[str, int]) -> Slot:
    """Of the items that lack most, the one whose prompt was met least."""
    most = held[-1].wanted - held[-1].taken
    equal = [k for k, slot in enumerate(held) if slot.wanted - slot.taken == most]
    return held.pop(min(equal, key=lambda k: met.get(held[k].prompt, 0)))


def spread(items: Sequence[int], *, rng: np.random.Generator, arms: Mapping[int, str]) -> list[int]:
    """A random order in blocks that hold every arm once, so that no arm gathers at the beginning or the end."""
    by_arm: dict[str, list[int]] = {}
    for place in rng.permutation(len(items)):
        by_arm.setdefault(arms[items[place]], []).append(items[place])
    order: list[int] = []
    while any(by_arm.values()):
        names = sorted(name for name, held in by_arm.items() if held)
        order += [by_arm[names[place]].pop() for place in rng.permutation(len(names))]
    return order


def _with_repeats(turns: list[Turn], count: int, *, rng: np.random.Generator) -> list[Turn]:
    """Some items once more, each at least GAP items after the first time, or at the end of a short list."""
    candidates = turns[: max(1, len(turns) - GAP)]
    picked = rng.permutation(len(candidates))[:count]
    found = list(turns)
    for place in sorted(picked.tolist(), reverse=True):
        first = place + GAP + 1
        at = int(rng.integers(first, len(turns) + 1)) if first <= len(turns) else len(found)
        found.insert(at, Turn(turns[place].item, "repeat"))
    return found


def _with_gold(turns: list[Turn], gold: Sequence[int], *, rng: np.random.Generator) -> list[Turn]:
    """Items with a known answer, one in each equal part of the list."""
    found = list(turns)
    for k, item in enumerate(gold):
        low, high = (round(part * len(turns) / len(gold)) for part in (k, k + 1))
        found.insert(min(int(rng.integers(low, max(high, low + 1))) + k, len(found)), Turn(item, "gold"))
    return found
