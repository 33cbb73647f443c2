import json
import pickle
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.core.expect import Thing
from paragone.core.types import Prompt, Reference
from paragone.scenarios.captions import _sets
from paragone.scenarios.heim.mscoco import MsCoco
from paragone.stats.positions import OPPOSITES, WORDS

THINGS = ["dog", "cat", "horse", "car", "bus", "bench", "chair", "cup", "train", "boat"]
PLACES = [*WORDS, "far from"]


def captions(count: int = 400) -> list[Prompt]:
    """Captions of made-up photographs, five of each."""
    rng = np.random.default_rng(0)
    found = []
    for number in range(count):
        one, other = rng.choice(THINGS, 2, replace=False)
        amount = ("a", "two", "three", "some")[rng.integers(4)]
        name = one if amount == "a" else _plural(str(one))
        text = f"{amount.capitalize()} {name} {rng.choice(PLACES)} a {other}, number {number}"
        found.append(Prompt(str(number), text, {"image": str(number // 5)}))
    return found


def _plural(word: str) -> str:
    return {"bus": "buses", "bench": "benches"}.get(word, f"{word}s")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [{"id": int(one.id), "image_id": int(one.tags["image"]), "caption": one.text} for one in captions()]
    path = tmp_path / "captions_val2014.json"
    path.write_text(json.dumps({"images": [], "annotations": rows}))
    return path


def tise(part: str, **options: Any) -> Any:
    return make("scenarios", f"tise_{part}", options)


@pytest.mark.parametrize("part", _sets.SIZES)
def test_the_order_of_a_file_changes_nothing_and_another_seed_does(part: str, tmp_path: Path, file: Path) -> None:
    held = json.loads(file.read_text())
    held["annotations"].reverse()
    turned = tmp_path / "turned.json"
    turned.write_text(json.dumps(held))
    one, again, other = tise(part, path=file, n=20), tise(part, path=turned, n=20), tise(part, path=file, n=20, seed=1)
    assert one.load() == again.load()
    assert one.load() != other.load()
    assert "our rule" in one.source
    assert len(one.load()) == 20


def test_coco_s_archive_of_annotations_is_read_as_it_is(tmp_path: Path, file: Path) -> None:
    archive = tmp_path / "annotations_trainval2014.zip"
    with zipfile.ZipFile(archive, "w") as bundle:
        bundle.writestr("annotations/instances_val2014.json", "{}")
        bundle.write(file, "annotations/captions_val2014.json")
    assert tise("pa", path=archive, n=9).load() == tise("pa", path=file, n=9).load()
    with zipfile.ZipFile(archive, "w") as bundle:
        bundle.writestr("readme.txt", "")
    with pytest.raises(BadInput, match="holds no captions_val"):
        tise("pa", path=archive).load()


def test_realism_has_one_caption_of_each_photograph(file: Path) -> None:
    found = tise("realism", path=file).load()
    images = [prompt.tags["image"] for prompt in found]
    assert len(images) == len(set(images)) == 80


def test_mismatched_captions_are_ninety_nine_of_other_photographs_and_all_differ(file: Path) -> None:
    by_text = {one.text: one.tags["image"] for one in captions()}
    for prompt in tise("rprecision", path=file, n=30).load():
        others = prompt.expect.distractors
        assert len(others) == len(set(others)) == 99
        assert prompt.text not in others
        assert prompt.tags["image"] not in {by_text[text] for text in others}


def test_a_false_caption_of_position_differs_in_the_word_and_in_nothing_else(file: Path) -> None:
    found = tise("pa", path=file, n=150).load()
    assert {prompt.tags["word"] for prompt in found} == set(WORDS)
    for prompt in found:
        word = prompt.tags["word"]
        (false,) = prompt.expect.distractors
        # Of "far" the preposition belongs to the word.
        written = "far from" if word == "far" and "far from" in prompt.text.lower() else word
        assert re.sub(rf"\b{OPPOSITES[written]}\b", written, false, count=1, flags=re.IGNORECASE) == prompt.text
        assert false != prompt.text
        assert not (word == "on" and "on top of" in prompt.text)


def test_every_word_of_position_has_as_many_captions_as_there_are() -> None:
    found = _sets.positions(captions(), 45, 0)
    counts = [sum(prompt.tags["word"] == word for prompt in found) for word in WORDS]
    assert len(found) == 45
    assert max(counts) - min(counts) <= 1


def test_soa_has_each_class_in_its_own_captions_and_three_images(file: Path) -> None:
    scenario = tise("soa", path=file, n=40)
    found = scenario.load()
    assert scenario.images == 3
    assert {prompt.tags["class"] for prompt in found} == set(THINGS)
    for prompt in found:
        assert prompt.expect.objects == (Thing(prompt.tags["class"]),)
        assert prompt.tags["class"] in prompt.text
        assert re.match(r"label_\d\d_", prompt.id)
    assert len({prompt.id for prompt in found}) == 40


def test_ca_counts_what_captions_count_and_plain_numbers_come_first(file: Path) -> None:
    found = tise("ca", path=file, n=100).load()
    number = {"a": 1, "two": 2, "three": 3}
    for prompt in found:
        first = prompt.text.split()[0].lower()
        assert prompt.expect.objects
        if first in number:
            assert prompt.expect.objects[0].count == number[first]
    assert all(max(thing.count for thing in prompt.expect.objects) > 1 for prompt in found)


def test_photographs_are_found_by_coco_s_names(tmp_path: Path, file: Path) -> None:
    folder = tmp_path / "val2014"
    folder.mkdir()
    for number in range(80):
        Image.new("RGB", (4, 4), (number, 0, 0)).save(folder / f"COCO_val2014_{number:012d}.png")
    found = tise("realism", path=file, images_path=folder).load()
    for prompt in found:
        assert prompt.reference is not None
        assert prompt.reference.path.stem.endswith(f"_{int(prompt.tags['image']):012d}")
    with pytest.raises(BadInput, match="has none of the photographs"):
        tise("realism", path=file, images_path=file.parent).load()


HELD: dict[str, Any] = {
    "realism": [{"caption_id": 7, "caption": "a dog"}, {"caption_id": 8, "caption": "a cat"}],
    "rprecision": [{"caption_id": 7, "caption": "a dog", "mismatched_captions": ["a cat", "a cow"]}],
    "pa": {"in front of": [{"caption": "x in front of y", "false_caption": "x behind y", "caption_id": 3}]},
    "ca": [{"caption_id": 1, "caption": "seven people", "counting_info": {"person": 7.0, "dining table": 1.0}}],
    "soa": {"label_01_bicycle": [{"caption": "a bike", "id": 5}], "label_16_dog": [{"caption": "a pup", "id": 5}]},
}


@pytest.mark.parametrize("part", HELD)
def test_tise_s_own_pickles_are_read_as_theirs(part: str, tmp_path: Path) -> None:
    path = tmp_path / "theirs.pkl"
    path.write_bytes(pickle.dumps(HELD[part]))
    scenario = tise(part, path=path)
    first = scenario.load()[0]
    assert "its own file" in scenario.source
    assert "our rule" not in scenario.title
    if part == "pa":
        assert (first.tags["word"], first.expect.distractors) == ("in front of", ("x behind y",))
    elif part == "ca":
        assert first.expect.objects == (Thing("person", 7), Thing("dining table", 1))
    elif part == "soa":
        assert first.expect.objects == (Thing("bicycle"),)
    elif part == "rprecision":
        assert first.expect.distractors == ("a cat", "a cow")
    else:
        assert [prompt.id for prompt in scenario.load()] == ["7", "8"]


def test_soa_s_folder_of_label_files_is_read(tmp_path: Path) -> None:
    (tmp_path / "label_00_person.pkl").write_bytes(pickle.dumps([{"idx": [1, 2], "id": 9, "caption": "a man"}]))
    (prompt,) = tise("soa", path=tmp_path).load()
    assert (prompt.id, prompt.expect.objects) == ("label_00_person_9", (Thing("person"),))


class _Bomb:
    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path("a-pickle-ran"),)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (pickle.dumps(_Bomb()), "which no file of plain values needs"),
        (b"", "is not a pickle of plain values"),
        (b"not a pickle at all", "is not a pickle of plain values"),
        (pickle.dumps(7), "holds a int where a list of captions should be"),
        (pickle.dumps([3]), "entry 0 is a int"),
        (pickle.dumps([{"caption": ""}]), "entry 0 has no caption"),
        (pickle.dumps([]), "holds no captions"),
    ],
)
def test_a_pickle_that_is_none_of_theirs_gets_one_line_and_runs_nothing(
    content: bytes, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "strange.pkl"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=said):
        tise("realism", path=path).load()
    assert not Path("a-pickle-ran").exists()


def test_what_is_missing_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="no captions were given; run `paragone data fetch mscoco-2014-captions`"):
        tise("pa").load()
    with pytest.raises(NotReady, match="is not there"):
        tise("pa", path=tmp_path / "no.json").load()
    with pytest.raises(BadOption, match="'tise' has no part 'fidelity'; there are ca, pa"):
        make("scenarios", "tise", {"part": "fidelity"})


@pytest.mark.parametrize("part", _sets.SIZES)
def test_the_simulator_s_prompts_serve_where_there_are_no_captions(part: str) -> None:
    scenario = tise(part, made_of="scenes", n=12)
    found = scenario.load()
    assert len(found) == len({prompt.id for prompt in found}) == 12
    assert all(prompt.expect.scene for prompt in found)
    wanted = {"rprecision": 99, "pa": 1}.get(part, 0)
    assert {len(prompt.expect.distractors) for prompt in found} == {wanted}
    assert "simulator" in scenario.source


@pytest.mark.parametrize("name", ["tise_soa", "captions_motion"])
def test_fetched_captions_have_fetched_photographs_and_a_file_of_ones_own_has_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photograph = Reference(tmp_path / "a.jpg", "content")
    monkeypatch.setattr(MsCoco, "attach", lambda self, prompts: [replace(one, reference=photograph) for one in prompts])
    prompts = [Prompt("1", "a dog", {"image": "9"})]
    assert make("scenarios", name).attach(prompts)[0].reference == photograph
    assert make("scenarios", name, {"path": "mine.csv"}).attach(prompts) == prompts
