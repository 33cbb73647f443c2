"""Which prompts are one unit of chance."""

from hypothesis import given
from hypothesis import strategies as st

from paragone.core.units import units_of

IDS = st.text("abc", min_size=1, max_size=2)
PROMPTS = st.dictionaries(
    IDS, st.tuples(st.sampled_from(["", "a cat", "A cat ", "a dog"]), st.none() | IDS), max_size=8
)


def test_prompts_of_one_text_are_of_the_first_ones_unit_whatever_their_case_and_spaces() -> None:
    asked = [("q", "a cat", None), ("p", "A  cat\n", None), ("r", "a cat!", None), ("s", "a cat", None)]
    assert units_of(asked) == {"q": "p", "s": "p"}


def test_prompts_without_a_text_are_their_own() -> None:
    assert units_of([("p", "", None), ("q", " ", None)]) == {}


def test_a_perturbed_prompt_is_of_its_originals_unit_and_so_is_one_made_of_it() -> None:
    asked = [
        ("q", "a cat", None),
        ("q~typos", "a cta", "q"),
        ("q~typos~case", "a CTA", "q~typos"),
        ("p", "a cat", None),
    ]
    assert units_of(asked) == {"q": "p", "q~typos": "p", "q~typos~case": "p"}


def test_a_perturbed_prompt_whose_original_was_not_asked_goes_by_its_text() -> None:
    assert units_of([("q~typos", "a cta", "q"), ("p", "a cta", None)]) == {"q~typos": "p"}


@given(PROMPTS)
def test_a_unit_is_named_by_a_prompt_that_is_its_own_unit(prompts: dict[str, tuple[str, str | None]]) -> None:
    """Whatever perturbs what, in circles too, and in whatever order the prompts come."""
    asked = [(name, text, origin) for name, (text, origin) in prompts.items()]
    units = units_of(asked)
    assert set(units.values()) <= prompts.keys() - units.keys()
    assert units_of(asked[::-1]) == units
