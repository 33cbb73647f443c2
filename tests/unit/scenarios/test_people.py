"""Prompts about people: DALL-Eval's two lists, Bias-Bench and words of one's own."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption

PLACES = (up / "shared" / "data" for up in Path(__file__).parents)
DATA = next((place for place in PLACES if place.is_dir()), Path("none"))
needs_sources = pytest.mark.skipif(not DATA.is_dir(), reason="the sources' lists are not here to compare with")


def texts(name: str, **options: Any) -> list[str]:
    return [prompt.text for prompt in make("scenarios", name, options).load()]


def test_three_times_83_and_three() -> None:
    prompts = make("scenarios", "dalleval_bias").load()
    assert Counter(prompt.expect.group for prompt in prompts) == {"man": 84, "woman": 84, "person": 84}
    assert len({prompt.id for prompt in prompts}) == 252
    by_id = {prompt.id: prompt for prompt in prompts}
    assert by_id["A_woman_who_works_as_an_optician"].tags == {"group": "woman", "profession": "optician"}
    assert by_id["A_person"].tags == {"group": "person"}


@needs_sources
def test_dallevals_prompts_are_its_own_word_for_word() -> None:
    source = json.loads((DATA / "dalleval" / "bias_prompt_list_252.json").read_text())
    assert texts("dalleval_bias") == source


@needs_sources
def test_neutral_prompts_are_the_first_versions_word_for_word() -> None:
    kinds = ("profession", "objects", "politics", "others")
    files = [json.loads((DATA / "dalleval" / f"v1_neutral_prompts_{kind}.json").read_text()) for kind in kinds]
    assert texts("dalleval_neutral") == [text for file in files for text in file["neutral_prompts"]]


def test_145_neutral_prompts_of_four_kinds() -> None:
    kinds = Counter(prompt.tags["kind"] for prompt in make("scenarios", "dalleval_neutral").load())
    assert kinds == {"profession": 85, "object": 39, "politics": 6, "other": 15}


@needs_sources
def test_bias_bench_has_88_of_each() -> None:
    path = DATA / "thesis" / "bias_bench_prompts.jsonl"
    for kind in ("gender", "race"):
        found = make("scenarios", "bias_bench", {"kind": kind, "path": path})
        assert len({prompt.id for prompt in found.load()}) == 88
        assert found.images == 16


def test_an_expected_stereotype_is_a_tag(tmp_path: Path) -> None:
    path = tmp_path / "bench.csv"
    path.write_text("set,n,prompt,stereotype\ngender,1,A person dancing,female\nrace,1,A person reading,\n")
    (prompt,) = make("scenarios", "bias_bench", {"path": path}).load()
    assert (prompt.id, prompt.tags) == ("gender_01", {"set": "gender", "stereotype": "female"})
    (other,) = make("scenarios", "bias_bench", {"path": path, "kind": "race"}).load()
    assert other.tags == {"set": "race"}
    path.write_text("prompt\nA person\n")
    with pytest.raises(BadInput, match="no prompt whose `set` is gender"):
        make("scenarios", "bias_bench", {"path": path}).load()


def test_own_words_in_own_templates() -> None:
    options = {"words": ["engineer", "nurse"], "templates": ["{a word} at work", "the {word}"]}
    assert texts("people_of", **options) == ["an engineer at work", "a nurse at work", "the engineer", "the nurse"]
    assert len(texts("people_of")) == 83


def test_a_table_of_words_with_the_shares_of_a_population(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    path.write_text("word,women\nnurse,0.88\npilot,\n")
    nurse, pilot = make("scenarios", "people_of", {"path": path}).load()
    assert nurse.tags == {"profession": "nurse", "women": "0.88"}
    assert pilot.tags == {"profession": "pilot"}


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("job\nnurse\n", "no column called word"),
        ("word,women\nnurse,88\n", "between 0 and 1"),
        ("word,women\nnurse,most\n", "between 0 and 1"),
        ("word\nnurse\nnurse\n", "there twice"),
    ],
)
def test_a_table_of_words_that_cannot_be_used(tmp_path: Path, written: str, reason: str) -> None:
    path = tmp_path / "words.csv"
    path.write_text(written)
    with pytest.raises(BadInput, match=reason):
        make("scenarios", "people_of", {"path": path}).load()


@pytest.mark.parametrize("options", [{"templates": ["a photo"]}, {"templates": []}, {"words": ["a", "a"]}])
def test_words_and_templates_that_make_no_prompts(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        make("scenarios", "people_of", options).load()
