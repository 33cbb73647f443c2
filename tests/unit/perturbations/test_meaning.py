"""Which text a drawing is compared with, translators, HELM's flaws, and that `strict` leaves parts of words alone."""

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.assets.cache import missing
from paragone.assets.everyday import LANGUAGES, SENTENCES, THINGS, translations
from paragone.core.catalogue import make
from paragone.core.components import Perturbation
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.core.types import Prompt
from paragone.perturbations._misspelt_words import WORDS as WRONG
from paragone.perturbations._words import swapped
from paragone.perturbations.dialect import OURS
from paragone.perturbations.gender import TRIPLES
from paragone.perturbations.misspellings import OURS as SPELLINGS
from paragone.perturbations.misspellings import misspelt
from paragone.stages.planning.make import make_prompt_set
from paragone.stages.planning.plan import ScenarioEntry


def perturbed(name: str, text: str, **options: Any) -> Prompt | None:
    made: Perturbation = make("perturbations", name, options)
    return made.perturb(Prompt("p", text), np.random.default_rng(0))


@pytest.mark.parametrize(
    ("name", "options", "is_original"),
    [
        ("slips", {"prob": 1.0}, True),
        ("typos", {"prob": 1.0}, True),
        ("lowercase", {}, True),
        ("spaces", {"most": 30}, True),
        ("contractions", {}, True),
        ("dialect", {}, True),
        ("translation", {"language": "spanish"}, True),
        ("gender", {}, False),
        ("style", {"style": "oil painting"}, False),
    ],
)
def test_a_drawing_is_compared_with_the_original_where_the_meaning_stays(
    name: str, options: dict[str, Any], is_original: bool
) -> None:
    text = "A father is reading to his son"
    text = "It is the Man" if name in ("contractions", "dialect") else text
    found = perturbed(name, text, **options)
    assert found is not None
    assert found.as_judged().text == (text if is_original else found.text)
    assert found.as_judged().meaning == ""


def test_helms_flaws_are_kept_and_mended() -> None:
    def gender(text: str, protocol: str) -> str | None:
        found = perturbed("gender", text, protocol=protocol)
        return found.text if found else None

    # Neither the first nor the last word; two that share a space are not both reached; the plural stays as it was.
    assert gender("man and a man", "heim") is None
    assert gender("man and a man", "strict") == "woman and a woman"
    assert gender("a man man sits", "heim") == "a woman man sits"
    assert gender("a man man sits", "strict") == "a woman woman sits"
    assert gender("two grandfathers sit", "heim") is None
    assert gender("two grandfathers sit", "strict") == "two grandmothers sit"
    assert gender("the KING, the King and the king.", "heim") == "the QUEEN, the Queen and the queen."


WORDS = st.sampled_from(
    ["man", "woman", "manly", "the", "them", "king", "kingdom", "sons", "reason", "mankind", "forest"]
)
BESIDE = st.sampled_from([" ", ", ", ".", " - ", "'", "x", "3", "_"])


@given(parts=st.lists(st.tuples(WORDS, BESIDE), min_size=1, max_size=8), seed=st.integers(0, 9))
def test_strict_never_changes_a_word_inside_another(parts: list[tuple[str, str]], seed: int) -> None:
    text = "".join(word + beside for word, beside in parts)
    spelt = misspelt(text, SPELLINGS, np.random.default_rng(seed), prob=1.0)
    for before, after in zip(re.findall(r"\w+", text), re.findall(r"\w+", spelt), strict=True):
        assert before == after or after in WRONG[before]
    men = {row[2]: [row[1]] for row in TRIPLES}
    for table in (men, OURS):
        made = swapped(text, table, np.random.default_rng(seed), prob=1.0)
        # Word by word the two texts must be the same but for whole words of the table.
        kept = re.split(r"\w+", text)
        assert re.split(r"\w+", made) == kept or any(" " in other for others in table.values() for other in others)
        for before, after in zip(re.findall(r"\w+", text), re.findall(r"\w+", made), strict=True):
            assert before == after or after.lower() in {other.lower() for other in table[before.lower()]}


def test_our_tables_have_every_everyday_sentence_in_three_languages() -> None:
    assert THINGS.keys() == SENTENCES.keys()
    for language in LANGUAGES:
        entry = {"use": "everyday", "perturb": [f"translation language={language}"]}
        made = make_prompt_set(ScenarioEntry.model_validate(entry))
        assert len(made.prompts) == 2 * len(SENTENCES)
        assert made.unchanged == 0
    with pytest.raises(NotReady, match=r"our small table has no translation of 'Hello' into hindi.*table_path"):
        perturbed("translation", "Hello", language="hindi")


def test_translators_are_tables_functions_and_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "de.csv"
    table.write_text("text,translation\na dog,ein Hund\n", encoding="utf-8")
    found = perturbed("translation", "a dog", language="german", table_path=str(table))
    assert found is not None
    assert (found.text, found.meaning, found.id) == ("ein Hund", "a dog", "p~translation-german")
    with pytest.raises(NotReady, match=r"de.csv has no translation of 'a cat'"):
        perturbed("translation", "a cat", language="german", table_path=str(table))
    (tmp_path / "my_translator.py").write_text("def to(text, language): return f'{language}: {text}'\n")
    monkeypatch.syspath_prepend(tmp_path)
    by_function = perturbed("translation", "a dog", language="latin", function="my_translator:to")
    assert by_function is not None
    assert by_function.text == "latin: a dog"
    program = f"{sys.executable} -c 'import sys; print(sys.argv[1], sys.stdin.read())' {{language}}"
    by_program = perturbed("translation", "a dog", language="latin", command=program)
    assert by_program is not None
    assert by_program.text == "latin a dog"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"language": " "}, "needs a language"),
        ({"language": "x", "function": "nosuch_module:f"}, "there is no function"),
        ({"language": "x", "command": "/nosuch/program"}, "cannot be run"),
        ({"language": "x", "command": "false"}, "failed"),
        ({"language": "x", "command": "true"}, "which is no text"),
        ({"language": "x", "command": "a", "model": "b"}, "give one of them"),
    ],
)
def test_a_translator_that_cannot_translate_is_refused_in_one_line(options: dict[str, str], said: str) -> None:
    with pytest.raises(BadOption, match=said) as caught:
        perturbed("translation", "a dog", **options)
    assert "\n" not in str(caught.value)


def test_a_table_without_its_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="no column 'text'"):
        perturbed("translation", "a dog", language="x", table_path=str(tmp_path / "t.csv"))


def test_perturbed_texts_are_the_same_on_any_machine() -> None:
    entry = {"use": "everyday", "limit": 2, "perturb": ["slips prob=0.2", "typos", "dialect", "spaces"]}
    made = make_prompt_set(ScenarioEntry.model_validate(entry))
    assert {prompt.id: prompt.text for prompt in made.prompts if prompt.origin} == GOLDEN


GOLDEN = {  # as they came out when this was written
    "everyday_00007~slips-0_2": "A duktcase with a ree umbrrola kn thd bed",
    "everyday_00008~slips-0_2": "There is a yeloow bux behjns yhe church",
    "everyday_00007~typos": "a  suitcase   with a  red   umbrela on  the   bed",
    "everyday_00008~typos": "there's  a  yellow bus behind   the church",
    "everyday_00007~dialect": "A suitcase wit a red umbrella on da bed",
    "everyday_00008~dialect": "There is a yellow bus behind da church",
    "everyday_00007~spaces": "A   suitcase  with a red umbrella  on  the   bed",
    "everyday_00008~spaces": "There   is   a  yellow  bus behind   the church",
}


@pytest.mark.parametrize("language", ["chinese", "spanish"])
def test_each_translation_is_nearest_to_its_own_sentence_by_an_encoder_that_knows_the_language(language: str) -> None:
    if missing(["use-multilingual", "use-multilingual-pieces"]):
        pytest.skip("`paragone weights fetch default` to un-skip")
    encoder = make("annotators", "text_multilingual")
    texts = [list(SENTENCES), list(translations(language).values())]
    asked = [[Prompt(str(n), text) for n, text in enumerate(few)] for few in texts]
    english, other = (np.array([facts["vector"] for facts in encoder.look([], few)]) for few in asked)
    assert (other @ english.T).argmax(axis=1).tolist() == list(range(len(SENTENCES)))
