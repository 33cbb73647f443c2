"""Perturbations by example, by property over all of them, and against the tables they were described by."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.core.catalogue import make, names
from paragone.core.components import Perturbation
from paragone.core.errors import BadInput, BadOption
from paragone.core.expect import Expect, Thing
from paragone.core.types import Prompt
from paragone.perturbations._contracted import EXPANSIONS
from paragone.perturbations.gender import HELM_TRIPLES, TRIPLES
from paragone.perturbations.misspellings import by_first_word, misspelt
from paragone.perturbations.slips import NEIGHBOURS

HEIM = Path(__file__).parents[4] / "shared" / "data" / "heim"
WORDS = {"about": ["abbout", "abotu"], "about a": ["abouta"], "receive": ["recieve"], "Receive": ["Recieve"]}


@pytest.fixture(autouse=True)
def small_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of misspellings is a data set that may not be here."""
    module = "paragone.perturbations.misspellings"
    monkeypatch.setattr(f"{module}.path_of", lambda name: Path(name))
    monkeypatch.setattr(f"{module}._table", lambda path: by_first_word(WORDS))


def turned(text: str, language: str) -> str:
    """A translator that is always there."""
    return f"{language} {text}"


def chance(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def every(tmp_path: Path) -> dict[str, Perturbation]:
    (tmp_path / "dialect.json").write_text('{"you all": ["yall"], "the": ["da"]}', encoding="utf-8")
    options: dict[str, dict[str, Any]] = {
        "dialect": {"path": str(tmp_path / "dialect.json")},
        "style": {"style": "oil painting"},
        "translation": {"language": "x", "function": f"{__name__}:turned"},
    }
    return {name: make("perturbations", name, options.get(name, {})) for name in names("perturbations")}


def changed(name: str, text: str, seed: int = 0, **options: object) -> str | None:
    made: Perturbation = make("perturbations", name, options)
    found = made.perturb(Prompt("p", text), chance(seed))
    return found.text if found else None


TEXT = "The Man is about a house, he would receive you all;  it's THE king and his sons"


@given(text=st.one_of(st.text(), st.just(TEXT), st.just(""), st.just(TEXT.lower())), seed=st.integers(0, 99))
def test_a_perturbed_prompt_says_where_it_came_from_and_is_never_the_same(
    text: str, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    expect = Expect(objects=(Thing("man"),), references=("a man",))
    prompt = Prompt("p7", text, tags={"category": "x"}, expect=expect)
    for made in every(tmp_path_factory.getbasetemp()).values():
        found = made.perturb(prompt, chance(seed))
        assert found == made.perturb(prompt, chance(seed))  # the same chance gives the same prompt
        if found is not None:
            assert found.text != text
            assert (found.id, found.origin) == (f"p7~{made.name}", "p7")
            assert found.tags == {"category": "x", "perturbation": made.name}
            assert found.expect.objects == expect.objects


def test_every_perturbation_changes_a_text_made_for_it(tmp_path: Path) -> None:
    for name, made in every(tmp_path).items():
        assert any(made.perturb(Prompt("p", TEXT), chance(seed)) for seed in range(20)), name


def test_names_tell_options_apart() -> None:
    named = [make("perturbations", "style", {"style": style}).name for style in ("oil painting", "pixel art")]
    assert named == ["style-oil_painting", "style-pixel_art"]
    assert make("perturbations", "gender", {"source": "female", "target": "neutral"}).name == "gender-female-neutral"
    assert make("perturbations", "misspellings").name == "misspellings"


def test_small_letters_and_styles() -> None:
    assert changed("lowercase", "A Cat") == "a cat"
    assert changed("lowercase", "a cat") is None
    assert changed("style", "a cat", style="pixel art") == "a cat, pixel art"


def test_spaces_become_one_to_three_each_as_likely() -> None:
    texts = [changed("spaces", "a b", seed) or "a b" for seed in range(600)]
    assert sorted({text.count(" ") for text in texts}) == [1, 2, 3]
    assert all(150 < sum(text.count(" ") == count for text in texts) < 250 for count in (1, 2, 3))
    assert changed("spaces", "cat") is None


def test_contractions_are_made_before_a_space_and_undone_anywhere() -> None:
    assert changed("contractions", "It is late and they are not here") == "It's late and they're not here"
    assert changed("contractions", "yes, it is") is None
    assert changed("contractions", "He would have cannot fly") == "He'd have can't fly"
    assert changed("expansions", "It's late, they don\u2019t know") == "It is late, they do not know"
    assert changed("expansions", "a cat\u2019s hat") is None


def test_words_are_misspelt_at_the_rate_that_was_asked() -> None:
    table = by_first_word(WORDS)
    rng = chance()
    wrong = sum(misspelt("about", table, rng, prob=0.1) != "about" for _ in range(2000))
    assert 150 < wrong < 250
    assert misspelt("Receive, receiver", table, rng, prob=1.0) == "Recieve, receiver"
    assert misspelt("cats receive", table, rng, prob=1.0) == "cats recieve"
    assert {misspelt("about", table, rng, prob=1.0) for _ in range(50)} == {"abbout", "abotu"}


def test_slips_are_to_neighbours_on_the_keyboard_in_the_same_case() -> None:
    text = "the quick Brown fox 42"
    found = changed("slips", text, prob=1.0)
    assert found is not None
    for was, now in zip(text, found, strict=True):
        if was.isalpha():
            assert now.lower() in NEIGHBOURS[was.lower()]
            assert was.isupper() == now.isupper()
        else:
            assert was == now
    assert set(NEIGHBOURS["g"]) == set("ftyhbv")


def test_people_change_in_the_case_they_had_and_strict_reaches_both_ends() -> None:
    assert changed("gender", "Man and KING, a grandfathers' boy") == "Woman and QUEEN, a grandmothers' girl"
    assert changed("gender", "A Man and a boy", protocol="heim") == "A Woman and a boy"
    assert changed("gender", "man", protocol="heim") is None
    assert changed("gender", "a mankind") is None
    assert changed("gender", "a mom", source="female", target="male") == "a dad"


def test_true_captions_follow_gender_but_not_spelling() -> None:
    prompt = Prompt("p", "A man", expect=Expect(references=("the man",)))
    for name, caption in (("gender", "the woman"), ("lowercase", "the man")):
        made: Perturbation = make("perturbations", name)
        found = made.perturb(prompt, chance())
        assert found is not None
        assert found.expect.references == (caption,)


def test_a_dialect_is_what_its_dictionary_says(tmp_path: Path) -> None:
    path = tmp_path / "words.json"
    path.write_text('{"the": ["da"], "them": ["em", "dem"]}', encoding="utf-8")
    assert changed("dialect", "The cat by-the sea, the", path=str(path)) == "Da cat by-the sea, da"
    assert changed("dialect", "the cat, the dog", path=str(path), protocol="heim") == "the cat, da dog"
    first = make("perturbations", "dialect", {"path": str(path)}).version
    path.with_name("other.json").write_text('{"the": ["di"]}', encoding="utf-8")
    assert make("perturbations", "dialect", {"path": str(path.with_name("other.json"))}).version != first
    path.with_name("bad.json").write_text('{"the": "da"}', encoding="utf-8")
    with pytest.raises(BadInput, match="is no dictionary"):
        make("perturbations", "dialect", {"path": str(path.with_name("bad.json"))})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("misspellings", {"prob": 0.0}),
        ("slips", {"prob": 1.5}),
        ("typos", {"prob": 0.0}),
        ("typos", {"protocol": "strikt"}),
        ("dialect", {"protocol": "strikt"}),
        ("spaces", {"most": 1}),
        ("gender", {"target": "male"}),
        ("gender", {"protocol": "strikt"}),
        ("style", {"style": " "}),
    ],
)
def test_options_that_make_no_sense_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        make("perturbations", name, options)


def heim_table(name: str) -> Any:
    path = HEIM / name
    if not path.is_file():
        pytest.skip(f"put HEIM's {name} at {path} to un-skip")
    return json.loads(path.read_text(encoding="utf-8"))


def test_our_contractions_are_those_of_helm() -> None:
    assert {short.lower(): long.lower() for short, long in heim_table("contraction_map.json").items()} == EXPANSIONS


def test_our_words_for_people_are_those_of_helm_but_for_its_mistake() -> None:
    assert [list(row) for row in HELM_TRIPLES] == heim_table("gender_mappings.json")["terms"]
    assert sum(one != other for one, other in zip(TRIPLES, HELM_TRIPLES, strict=True)) == 1
