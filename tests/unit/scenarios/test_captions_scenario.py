import json
from pathlib import Path
from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.inputs.captions import read_captions
from paragone.scenarios.captions._thesis_words import FACES, MOTION, SPORTS

TEXTS = [
    "A boy is running",
    "the kids sleep",
    "A red car",
    "she jumps over it",
    "People RIDING horses",
    "a dancing bear",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "captions.csv"
    rows = [f"{place},{place // 2},{text}" for place, text in enumerate(TEXTS)]
    path.write_text("\n".join(["id,image,caption", *rows]))
    return path


def of(**options: Any) -> Any:
    return make("scenarios", "captions", options)


def test_the_thesis_has_nineteen_words_of_faces_and_forty_four_of_motion() -> None:
    assert (len(FACES), len(set(FACES)), len(MOTION), len(set(MOTION)), len(SPORTS)) == (19, 19, 44, 44, 10)


def test_words_are_whole_and_in_any_case(file: Path) -> None:
    def texts(words: Any) -> set[str]:
        return {prompt.text for prompt in of(path=file, words=words, each="caption").load()}

    assert texts("faces") == {TEXTS[0], TEXTS[3], TEXTS[4]}  # "kids" is not the word "kid"
    assert texts("motion") == {TEXTS[0], TEXTS[4], TEXTS[5]}
    assert texts(["car", "sleep"]) == {TEXTS[1], TEXTS[2]}
    assert texts(()) == set(TEXTS)


def test_one_caption_of_each_photograph_unless_all_are_asked_for(file: Path) -> None:
    assert len(of(path=file).load()) == 3
    assert len(of(path=file, each="caption", n=4).load()) == 4


def test_a_person_and_sports_gear_must_be_in_the_photograph(tmp_path: Path, file: Path) -> None:
    names = {1: "person", 34: "frisbee", 18: "dog"}
    held = {0: [1, 34], 1: [1, 18], 2: [34, 18]}
    path = tmp_path / "instances.json"
    rows = [{"image_id": image, "category_id": number} for image, numbers in held.items() for number in numbers]
    path.write_text(
        json.dumps({"categories": [{"id": id, "name": name} for id, name in names.items()], "annotations": rows})
    )
    found = of(path=file, instances_path=path, each="caption").load()
    assert {prompt.tags["image"] for prompt in found} == {"0"}
    path.write_text("{}")
    with pytest.raises(BadInput, match=r"is no file of COCO's instances \(KeyError"):
        of(path=file, instances_path=path).load()


def test_bad_input_gets_one_line(tmp_path: Path, file: Path) -> None:
    with pytest.raises(BadOption, match="no words are called 'hands'; there are faces, motion"):
        of(path=file, words="hands")
    with pytest.raises(NotReady, match="no file was given"):
        of().load()
    with pytest.raises(BadInput, match="none of the 6 captions"):
        of(path=file, words=["zeppelin"]).load()
    twice = tmp_path / "twice.json"
    twice.write_text(json.dumps([{"id": 1, "caption": "a"}, {"id": 1, "caption": "b"}]))
    with pytest.raises(BadInput, match="two captions with the id '1'"):
        read_captions(twice)
    twice.write_text('{"annotations": 3}')
    with pytest.raises(BadInput, match="is no file of captions"):
        read_captions(twice)
    twice.write_text("[{]")
    with pytest.raises(BadInput, match="is not JSON"):
        read_captions(twice)


def test_captions_that_hold_nothing_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps([{"caption": " a dog. "}, {"caption": "  "}, {"text": "a \u0000 b"}, {"caption": 3}]))
    assert [(one.id, one.text) for one in read_captions(path)] == [("000001", "a dog.")]
