"""Captions of the dual encoder: what is true, what is false, and how it is said."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.baselines.dual_encoder import captions
from paragone.baselines.dual_encoder.captions import (
    also_true,
    may_hold,
    mirrored,
    names_of,
    rewritings,
    say,
    vocabulary,
)
from paragone.baselines.dual_encoder.words import FIRST_WORD, LONGEST, UNKNOWN, numbering, read, split
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import SKILLS
from paragone.scenes.wording import Order, write

ORDERS = [order for version, skills in SKILLS.items() for skill in skills for order in cells(version, skill)]
orders = st.sampled_from(ORDERS)
seeds = st.integers(0, 2**32 - 1)

DOG = Order("object", ("dog",))
THREE = Order("count", ("dog",), count=3)
RED = Order("color", ("dog",), colour="red")
LEFT = Order("spatial", ("bus", "dog"), relation="left")  # the dog is left of the bus


@given(orders)
def test_no_rewriting_can_be_true_and_every_true_caption_may_hold(order: Order) -> None:
    own, objects = rewritings(order)
    assert objects
    assert not any(may_hold(order, said) for said in own + objects)
    assert all(may_hold(order, said) for said in (order, *also_true(order)))


def test_rewritings_change_the_fact_that_a_skill_is_about() -> None:
    assert {said.count for said in rewritings(THREE)[0]} == {1, 2, 4}
    assert len(rewritings(RED)[0]) == 5
    wrong = {(said.names, said.relation) for said in rewritings(LEFT)[0]}
    others = {(("bus", "dog"), relation) for relation in ("right", "above", "below")}
    assert wrong == others | {(("dog", "bus"), "left")}
    assert rewritings(DOG)[0] == []


@pytest.mark.parametrize(
    ("seen", "said", "may"),
    [
        (THREE, DOG, True),  # a matter of taste, so not held against anyone
        (DOG, THREE, False),
        (DOG, RED, True),  # a plain dog may look red
        (RED, Order("color", ("dog",), colour="blue"), False),
        (LEFT, Order("spatial", ("dog", "bus"), relation="right"), True),  # the same from the other side
        (LEFT, Order("spatial", ("dog", "bus"), relation="left"), False),
        (LEFT, Order("count", ("dog",)), True),
        (LEFT, Order("object", ("car",)), False),
        (DOG, Order("spatial", ("dog", "dog"), relation="left"), False),  # it takes two
    ],
)
def test_what_may_hold(seen: Order, said: Order, may: bool) -> None:
    assert may_hold(seen, said) == may


def test_a_mirror_exchanges_left_and_right_alone() -> None:
    assert mirrored(LEFT).relation == "right"
    assert mirrored(THREE) == THREE
    above = Order("spatial", ("bus", "dog"), relation="above")
    assert mirrored(above) == above


@given(orders, seeds)
def test_every_word_of_a_caption_is_known_but_for_a_strange_beginning(order: Order, seed: int) -> None:
    text = say(order, np.random.default_rng(seed))
    strange = next((words for words in captions.STRANGE_BEGINNINGS if text.startswith(words)), "")
    numbers = numbering(vocabulary())
    assert read(text.removeprefix(strange), numbers).unknown == 0
    assert read(text, numbers).unknown == (0 if not strange else len(set(split(strange)) - set(vocabulary())))
    assert read(text, numbers).cut == 0


@given(orders, st.sampled_from(["v1", "v2"]))
def test_the_templates_of_both_versions_are_known_words(order: Order, version: str) -> None:
    assert read(write(order, "v1" if version == "v1" else "v2"), numbering(vocabulary())).unknown == 0


def test_a_class_has_the_names_of_both_versions() -> None:
    assert names_of("person") == ("person", "human")


def test_unknown_words_and_empty_words_are_told_from_those_that_say_something() -> None:
    numbers = numbering(vocabulary())
    assert read("a photo of the castle", numbers)[1:] == (0, 1, 0)
    assert read("Röyksopp", numbers).numbers == [1, UNKNOWN]
    assert read("", numbers).numbers == [1]
    long = read("dog " * 50, numbers)
    assert (len(long.numbers), long.known, long.cut) == (LONGEST, LONGEST - 1, 50 - LONGEST + 1)
    assert min(numbers.values()) == FIRST_WORD
