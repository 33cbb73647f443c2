"""Who rates what, by properties: whatever the sizes, and whoever leaves early or comes late."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.rating.design.assign import GAP, Load, Slot, assign
from paragone.rating.design.pairs import cyclic, pairs_of, sides
from paragone.stats.preference.bradley_terry import is_connected

sizes = st.tuples(st.integers(1, 4), st.integers(1, 12), st.integers(1, 4), st.integers(1, 30))


def slots_of(models: int, prompts: int, wanted: int, taken: dict[int, int]) -> list[Slot]:
    places = [(m, p) for m in range(models) for p in range(prompts)]
    return [Slot(k, f"m{m}", f"p{p}", wanted, taken.get(k, 0)) for k, (m, p) in enumerate(places)]


@settings(max_examples=60, deadline=None)
@given(sizes, st.integers(0, 2**31), st.integers(0, 3), st.integers(0, 3))
def test_every_list_is_balanced_without_doubles_and_with_its_checks(
    size: tuple[int, int, int, int], seed: int, gold: int, repeats: int
) -> None:
    models, prompts, wanted, each = size
    rng = np.random.default_rng(seed)
    slots = slots_of(models, prompts, wanted, {})
    turns = assign(slots, Load(each, gold, repeats), gold={1000: "real", 1001: "fake"}, rng=rng)
    items = [turn.item for turn in turns if turn.role == "item"]
    assert len(items) == len(set(items)) == min(each, len(slots))
    counts = Counter(slots[item].arm for item in items)
    assert max(counts.values()) - min(counts.get(f"m{m}", 0) for m in range(models)) <= 1
    assert sum(turn.role == "gold" for turn in turns) == min(gold, 2)
    for place, turn in enumerate(turns):
        if turn.role == "repeat":
            before = next(k for k, one in enumerate(turns) if one.item == turn.item)
            assert before < place
            if len(items) > 2 * GAP + repeats + 1:
                assert place - before > GAP


@settings(max_examples=40, deadline=None)
@given(sizes, st.integers(0, 2**31), st.floats(0, 0.6))
def test_every_item_gets_its_raters_though_people_leave(
    size: tuple[int, int, int, int], seed: int, leaving: float
) -> None:
    models, prompts, wanted, each = size
    rng = np.random.default_rng(seed)
    done: dict[int, int] = {}
    for _ in range(2000):
        turns = assign(slots_of(models, prompts, wanted, done), Load(each), rng=rng)
        if not turns:
            break
        kept = turns[: int(rng.integers(0, len(turns)))] if rng.random() < leaving else turns
        for turn in kept:
            done[turn.item] = done.get(turn.item, 0) + 1
    assert [done.get(k, 0) for k in range(models * prompts)] == [wanted] * (models * prompts)


@settings(max_examples=40, deadline=None)
@given(sizes, st.integers(0, 2**31))
def test_who_comes_again_sees_nothing_twice(size: tuple[int, int, int, int], seed: int) -> None:
    models, prompts, wanted, each = size
    rng = np.random.default_rng(seed)
    slots = slots_of(models, prompts, wanted, {})
    first = assign(slots, Load(each), rng=rng)
    seen = {turn.item for turn in first}
    again = assign(slots, Load(each), seen=seen, rng=rng)
    assert not seen & {turn.item for turn in again}


def test_no_model_gathers_at_the_beginning() -> None:
    slots = slots_of(4, 20, 5, {})
    turns = assign(slots, Load(40), rng=np.random.default_rng(1))
    for start in range(0, 40, 4):
        assert len({slots[turn.item].arm for turn in turns[start : start + 4]}) == 4


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(1, 40), st.integers(1, 6))
def test_pairs_come_equally_often_and_connect_all(models: int, prompts: int, each: int) -> None:
    names = [f"m{k}" for k in range(models)]
    assert len(cyclic(names)) == models * (models - 1) // 2
    shown = Counter(frozenset(pair) for some in pairs_of(names, prompts, each) for pair in some)
    assert max(shown.values()) - min(shown.get(frozenset(pair), 0) for pair in cyclic(names)) <= 1
    if sum(shown.values()) >= models:
        wins = np.zeros((models, models))
        for pair in shown:
            one, other = sorted(int(name[1:]) for name in pair)
            wins[one, other] = wins[other, one] = 1
        assert is_connected(wins)


@given(st.integers(0, 60), st.integers(0, 2**31))
def test_half_of_the_pairs_are_swapped(count: int, seed: int) -> None:
    swapped = sides(count, np.random.default_rng(seed))
    assert abs(2 * sum(swapped) - count) <= 1
