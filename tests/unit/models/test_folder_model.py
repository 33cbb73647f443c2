import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadInput
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.files.folder import Folder, model

CAT, DOG = Prompt("c", "a cat"), Prompt("d", "a dog")


def put(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def drawn(folder: Model, seed: int, *prompts: Prompt) -> list[bytes | None]:
    answers = folder.draw(prompts, seed)
    for answer in answers:
        assert isinstance(answer, Drawing) or answer.outcome == "absent"
    return [answer.image if isinstance(answer, Drawing) else None for answer in answers]  # type: ignore[misc]


def test_files_are_found_by_prompt_id_and_seed(tmp_path: Path) -> None:
    put(tmp_path, {"c.png": "c0", "c_1.jpg": "c1", "d/0.png": "d0", "d/1.webp": "d1", "notes.md": "x", ".c_2.png": "x"})
    folder = model(tmp_path)
    assert drawn(folder, 0, CAT, DOG) == [b"c0", b"d0"]
    assert drawn(folder, 1, DOG, CAT) == [b"d1", b"c1"]
    assert drawn(folder, 2, CAT, DOG) == [None, None]
    assert drawn(folder, 2, Prompt(".c", "a hidden cat")) == [None]
    assert folder.draw([CAT], 2) == [Missing("no image is listed for prompt 'c' with seed 2", outcome="absent")]


def save_csv(frame: pl.DataFrame, path: Path) -> None:
    frame.write_csv(path)


def save_jsonl(frame: pl.DataFrame, path: Path) -> None:
    frame.write_ndjson(path)


def save_parquet(frame: pl.DataFrame, path: Path) -> None:
    frame.with_columns(pl.col("seed").cast(pl.Float64)).write_parquet(path)  # as pandas does where a seed is missing


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_a_table_lists_images_by_prompt_text_and_seed(tmp_path: Path, suffix: str) -> None:
    put(tmp_path, {"i/1.png": "one", "i/2.png": "two", "i/3.png": "three"})
    frame = pl.DataFrame(
        {"prompt": ["a cat", "a dog", "a cat"], "image": ["i/1.png", "i/2.png", "i/3.png"], "seed": [5, 5, 6]}
    )
    {"csv": save_csv, "jsonl": save_jsonl, "parquet": save_parquet}[suffix](frame, tmp_path / f"t.{suffix}")
    for path in (tmp_path / f"t.{suffix}", tmp_path):  # the table itself, or the folder that holds it
        assert drawn(model(path), 5, CAT, DOG) == [b"one", b"two"]
        assert drawn(model(path), 6, CAT, DOG) == [b"three", None]


def test_rows_without_a_seed_are_numbered_for_each_prompt(tmp_path: Path) -> None:
    put(tmp_path, {n: n for n in ("1.png", "2.png", "3.png")})
    put(tmp_path, {"t.csv": "prompt_id,image\nc,1.png\nd,2.png\nc,3.png\n"})
    assert drawn(model(tmp_path), 0, CAT, DOG) == [b"1.png", b"2.png"]
    assert drawn(model(tmp_path), 1, CAT, DOG) == [b"3.png", None]


def test_one_model_of_many_is_chosen_by_where(tmp_path: Path) -> None:
    put(tmp_path, {"a.png": "A", "b.png": "B", "t.csv": "model,prompt_id,image\nx,c,a.png\ny,c,b.png\n"})
    assert drawn(model(tmp_path, where={"model": "y"}), 0, CAT) == [b"B"]
    with pytest.raises(BadInput, match=r"lists images of the models x, y; choose one by where = \{ model = 'x' \}"):
        model(tmp_path)
    with pytest.raises(BadInput, match=r"has no row with model = 'z'; check `where`"):
        model(tmp_path, where={"model": "z"})


def test_a_listed_file_that_is_not_there_is_absent_and_not_an_error(tmp_path: Path) -> None:
    put(tmp_path, {"t.csv": "prompt_id,image\nc,gone.png\n"})
    assert model(tmp_path).draw([CAT], 0) == [Missing("the listed file gone.png is not there", outcome="absent")]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("c,0,../x.png", r"^t\.csv line 2: the path '\.\./x\.png' leads out of"),
        ("c,0,/etc/passwd", r"^t\.csv line 2: the path '/etc/passwd' is absolute"),
        ("c,0,link.png", r"^t\.csv line 2: the path 'link\.png' leads out of"),
        ("c,3,a.png\nc,3,b.png", r"^t\.csv line 2 and t\.csv line 3 list the same prompt and seed"),
        ("c,,a.png\nc,0,b.png", r"^t\.csv line 2 and t\.csv line 3 list the same prompt and seed"),
        ("c,-1,a.png", r"^t\.csv line 2 has the seed '-1'; write a whole number from 0 up"),
        ("c,1.5,a.png", r"^t\.csv line 2 has the seed '1\.5'"),
        (",0,a.png", r"^t\.csv line 2 has no prompt_id; write one or remove the row"),
        ("c,0,", r"^t\.csv line 2 has no image"),
    ],
)
def test_a_row_that_makes_no_sense_is_named(tmp_path: Path, rows: str, said: str) -> None:
    folder = put(tmp_path / "in", {"t.csv": f"prompt_id,seed,image\n{rows}\n"})
    put(tmp_path, {"x.png": "secret"})
    (folder / "link.png").symlink_to(tmp_path / "x.png")
    with pytest.raises(BadInput, match=said) as caught:
        model(folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("files", "options", "said"),
    [
        ({"t.csv": "prompt,path\na,b\n"}, {}, r"t\.csv has no column called 'image', only prompt, path"),
        ({"t.csv": "prompt,image\na,b\n"}, {"where": {"Model": "x"}}, r"has no column called 'Model', only prompt, im"),
        ({"t.csv": "image\nb\n"}, {}, r"^t\.csv line 2 has no prompt;"),
        ({"a.csv": "x", "b.jsonl": "y"}, {}, r"holds the tables a\.csv and b\.jsonl; give the path of one of them"),
        ({"readme.md": "x"}, {}, r"holds no images; put files named by prompt id into it"),
        ({"c.png": "x", "c.jpg": "y"}, {}, r"c\.jpg and .*c\.png differ in their suffix only; remove one"),
        ({"c.png": "x"}, {"where": {"model": "x"}}, r"holds no table, so `where` has no rows"),
    ],
)
def test_a_folder_that_makes_no_sense_is_refused(
    tmp_path: Path, files: dict[str, str], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        model(put(tmp_path, files), **options)


def test_two_files_for_one_prompt_and_seed_are_refused(tmp_path: Path) -> None:
    folder = model(put(tmp_path, {"c.png": "x", "c_0.png": "y"}))
    with pytest.raises(BadInput, match=r"c_0\.png and .*c\.png are both prompt 'c' with seed 0; remove one"):
        folder.draw([CAT], 0)


def test_a_link_out_of_a_named_folder_is_refused_and_one_within_is_followed(tmp_path: Path) -> None:
    folder = put(tmp_path / "in", {"d.png": "dog"})
    (folder / "c.png").symlink_to(folder / "d.png")
    assert drawn(model(folder), 0, CAT) == [b"dog"]
    put(tmp_path, {"x.png": "secret"})
    (folder / "e.png").symlink_to(tmp_path / "x.png")
    with pytest.raises(BadInput, match=r"the path 'e\.png' leads out of"):
        model(folder)


def test_links_in_a_circle_are_no_file(tmp_path: Path) -> None:
    put(tmp_path, {"t.csv": "prompt_id,image\nc,loop.png\n"})
    (tmp_path / "loop.png").symlink_to(tmp_path / "loop.png")
    assert model(tmp_path).draw([CAT], 0) == [Missing("the listed file loop.png is not there", outcome="absent")]


def test_a_prompt_id_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    put(tmp_path, {"in/c.png": "cat", "x.png": "secret"})
    assert drawn(model(tmp_path / "in"), 0, Prompt("../x", "text")) == [None]


def test_nothing_there_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no folder or table of images at .*none; check the path"):
        model(tmp_path / "none")


def revision(folder: Path) -> str:
    return model(folder).revision


def test_the_revision_is_that_of_names_and_contents_wherever_the_folder_lies(tmp_path: Path) -> None:
    first, second = (put(tmp_path / place, {"c.png": "x", "d/1.png": "y"}) for place in ("one", "two"))
    assert revision(first) == revision(second)
    put(second, {"d/1.png": "z"})
    changed = revision(second)
    assert changed != revision(first)
    (second / "d/1.png").rename(second / "d/2.png")
    assert revision(second) not in (changed, revision(first))


def test_the_revision_changes_when_a_table_pairs_the_same_files_otherwise(tmp_path: Path) -> None:
    put(tmp_path, {"1.png": "x", "2.png": "y", "t.csv": "prompt_id,image\nc,1.png\nd,2.png\n"})
    before = revision(tmp_path)
    put(tmp_path, {"t.csv": "prompt_id,image\nd,1.png\nc,2.png\n"})
    after = revision(tmp_path)
    assert before != after
    put(tmp_path, {"t.csv": "prompt,image\nd,1.png\nc,2.png\n"})
    assert revision(tmp_path) not in (before, after)
    (tmp_path / "2.png").unlink()
    assert len({before, after, revision(tmp_path)}) == 3


def test_answers_do_not_depend_on_the_batch(tmp_path: Path) -> None:
    folder = model(put(tmp_path, {"c.png": "c0", "d.png": "d0"}))
    assert folder.draw([CAT, DOG], 0) == [*folder.draw([CAT], 0), *folder.draw([DOG], 0)]


def test_it_is_named_after_the_folder_unless_told_otherwise_and_travels_to_other_processes(tmp_path: Path) -> None:
    put(tmp_path / "sd-1.5", {"c.png": "x"})
    assert make("models", "folder", {"path": str(tmp_path / "sd-1.5")}).name == "sd-1.5"
    named: Folder = make("models", "folder", {"path": str(tmp_path / "sd-1.5"), "name": "mine"})
    assert (named.name, pickle.loads(pickle.dumps(named)).revision) == ("mine", named.revision)


def test_prompts_of_any_letters_are_told_apart(tmp_path: Path) -> None:
    texts = [f"<b>قطة</b> {n} 🐈 " + "x" * 300 for n in range(1000)] + ["1 a", "a"]
    put(tmp_path, {"1.png": "one"})
    frame = pl.DataFrame({"prompt": texts, "image": ["1.png"] * 1001 + ["2.png"], "seed": [0] * 1000 + [0, 11]})
    frame.write_parquet(tmp_path / "t.parquet")
    folder = model(tmp_path)
    assert drawn(folder, 0, Prompt("x", texts[999]), Prompt("y", "1 a")) == [b"one", b"one"]
    assert drawn(folder, 11, Prompt("x", "a"), Prompt("y", "1 a")) == [None, None]
