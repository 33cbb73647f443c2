import json
from pathlib import Path

import polars as pl
import pytest

from paragone.core.catalogue import make
from paragone.core.components import Scenario
from paragone.core.errors import BadInput
from paragone.core.expect import Expect, Thing
from paragone.core.keys import content_hash
from paragone.scenarios.file import scenario

DATA = Path(__file__).parents[4] / "shared" / "data"


def of(folder: Path, name: str, content: str) -> Scenario:
    path = folder / name
    path.write_text(content, encoding="utf-8", newline="")
    return scenario(path)


def test_a_text_file_is_one_prompt_a_line_numbered_in_order(tmp_path: Path) -> None:
    found = of(tmp_path, "mine.txt", "a cat\n\na dog\n")
    assert [(p.id, p.text) for p in found.load()] == [("0001", "a cat"), ("0002", "a dog")]
    assert (found.name, found.source, found.version) == ("mine", "mine.txt", content_hash(b"a cat\n\na dog\n")[:16])


def test_ids_are_kept_and_other_columns_become_tags(tmp_path: Path) -> None:
    (prompt,) = of(tmp_path, "t.csv", "id,Prompt,Category,note\nc1,a cat,Animals,\n").load()
    assert (prompt.id, prompt.text, prompt.tags) == ("c1", "a cat", {"category": "Animals"})


def test_json_objects_carry_tags_and_what_to_expect(tmp_path: Path) -> None:
    expect = '{"objects": [{"label": "cat", "count": 2}]}'
    line = f'{{"id": 7, "text": "two cats", "n": 2, "tags": {{"kind": "count"}}, "expect": {expect}}}\n'
    (prompt,) = of(tmp_path, "t.jsonl", line).load()
    assert (prompt.id, prompt.tags) == ("7", {"n": "2", "kind": "count"})
    assert prompt.expect == Expect(objects=(Thing("cat", 2),))
    written = '"{""objects"": [{""label"": ""cat"", ""count"": 2}]}"'
    (same,) = of(tmp_path, "t.csv", f"id,text,expect\n7,two cats,{written}\n").load()
    assert same.expect == prompt.expect


def test_parquet_gives_what_csv_gives(tmp_path: Path) -> None:
    frame = pl.DataFrame({"id": ["a", "b"], "text": ["x", "y"], "kind": ["k", None]})
    frame.write_parquet(tmp_path / "t.parquet")
    frame.write_csv(tmp_path / "t.csv")
    assert scenario(tmp_path / "t.parquet").load() == scenario(tmp_path / "t.csv").load()


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000,
        "قطة تجلس على \u202eكرسي\u202c",
        "👩‍👩‍👧 on a 🛹",
        "<script>alert(1)</script> & <b>cat</b>",
        '=HYPERLINK("http://x", "y")',
        "  spaces around  ",
    ],
    ids=["long", "right-to-left", "emoji", "html", "formula", "spaces"],
)
def test_strange_prompts_are_kept_as_they_are(tmp_path: Path, text: str) -> None:
    pl.DataFrame({"text": [text]}).write_csv(tmp_path / "t.csv")
    pl.DataFrame({"text": [text]}).write_ndjson(tmp_path / "t.jsonl")
    (tmp_path / "t.txt").write_text(text + "\n", encoding="utf-8")
    for name in ("t.csv", "t.jsonl", "t.txt"):
        assert scenario(tmp_path / name).load()[0].text == text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "id,text\na,x\nb,y\na,z\n",
            r"^t\.csv line 2 and t\.csv line 4 have the same id 'a'; give each prompt its own",
        ),
        ("id,text\n0002,x\n,y\n", r"t\.csv line 2 and t\.csv line 3 have the same id '0002'"),
        ("id,words\na,x\n", r"has no column called text or prompt, only id, words; rename the one with the prompts"),
        ("id,text\na,\n", r"^t\.csv line 2 has no prompt; write one or remove the line"),
        ('text,expect\na,"{""n"": NaN}"\n', r"^t\.csv line 2: expect is '\{\"n\": NaN\}'; write a JSON object"),
        ("text,expect\na,cats\n", r"^t\.csv line 2: expect is 'cats'; write a JSON object"),
        (
            'text,expect\na,"{""others"": []}"\n',
            r"line 2: `expect` has no 'others'; write `references` \(true captions\)",
        ),
        ('text,expect\na,"{""object"": []}"\n', r"line 2: `expect` has no 'object'; did you mean objects\?"),
        ('text,expect\na,"{""objects"": [{""count"": 1}]}"\n', r"line 2: .* in 'objects' of `expect` lacks something"),
        ('text,expect\na,"{""words"": ""STOP""}"\n', r"line 2: 'words' in `expect` is 'STOP'; write a list"),
        ("id,text,origin\na,x,b\n", r"line 2 perturbs the prompt 'b', which the file has not"),
        ("text,reference\na,../x.png\n", r"^t\.csv line 2: the path '\.\./x\.png' leads out of"),
        ("text,reference\na,x.png\n", r"^t\.csv line 2: the reference 'x\.png' is not there; mend it"),
        ("text,reference\na,.\n", r"^t\.csv line 2: the reference '\.' is not there"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_one_line(tmp_path: Path, content: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        of(tmp_path, "t.csv", content).load()
    assert "\n" not in str(caught.value)


def test_a_reference_is_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "1.png").write_bytes(b"pixels")
    first, second = of(tmp_path, "t.csv", "text,reference\na,real/1.png\nb,\n").load()
    assert first.reference is not None
    assert (first.reference.path, first.reference.content) == (tmp_path / "real/1.png", content_hash(b"pixels"))
    assert second.reference is None


def test_every_prompt_has_a_key(tmp_path: Path) -> None:
    found = of(tmp_path, "t.jsonl", '{"text": "a", "expect": {"group": "women"}, "x": [1, {"y": null}], "z": true}\n')
    assert found.load()[0].tags == {"x": '[1, {"y": null}]', "z": "true"}
    assert len(found.load()[0].key(("text", "tags", "expect"))) == 32


def test_the_catalogue_makes_it_by_name(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("a cat\n")
    assert make("scenarios", "file", {"path": str(tmp_path / "t.txt")}).name == "t"


@pytest.mark.parametrize(
    ("file", "count", "line", "text", "tags"),
    [
        ("drawbench/drawbench.csv", 200, 0, "A red colored car.", {"category": "Colors"}),
        ("parti/PartiPrompts.tsv", 1632, 0, "bond", {"category": "Abstract", "challenge": "Basic"}),
        ("t2i_compbench/color_val.txt", 300, 0, "a green bench and a blue bowl", {}),
        ("geneval/evaluation_metadata.jsonl", 553, 0, "a photo of a bench", {"tag": "single_object"}),
    ],
)
def test_published_prompt_files_are_read_whole(
    file: str, count: int, line: int, text: str, tags: dict[str, str]
) -> None:
    if not (DATA / file).is_file():
        pytest.skip(f"needs the prompt collection with {file} beside the repository")
    prompts = scenario(DATA / file).load()
    assert len(prompts) == count
    assert prompts[line].text == text
    assert prompts[line].tags.items() >= tags.items()


def test_quotation_marks_of_a_tsv_are_letters() -> None:
    if not (DATA / "parti").is_dir():
        pytest.skip("needs the prompt collection with parti/PartiPrompts.tsv beside the repository")
    texts = [prompt.text for prompt in scenario(DATA / "parti" / "PartiPrompts.tsv").load()]
    assert any(text.startswith('"G I G G L E" painted') for text in texts)


@pytest.mark.parametrize(
    "scene", [{"index": "x"}, {"index": 1e30}, {"index": -5}, {"seed": True}, {"version": 7}, {"split": ["val"]}]
)
def test_a_scene_of_the_wrong_types_is_one_line(scene: dict[str, object], tmp_path: Path) -> None:
    row = {"text": "a dog", "expect": {"objects": [{"label": "dog"}], "scene": scene}}
    (tmp_path / "t.jsonl").write_text(json.dumps(row))
    with pytest.raises(BadInput, match=r"t\.jsonl line 1: .*`expect`"):
        scenario(tmp_path / "t.jsonl").load()
