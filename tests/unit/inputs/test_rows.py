from pathlib import Path

import numpy as np
import polars as pl
import pytest

from paragone.core.errors import BadInput
from paragone.inputs import parquet_probe
from paragone.inputs.confine import file_below
from paragone.inputs.rows import read_table


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_every_format_gives_the_same_rows(tmp_path: Path) -> None:
    frame = pl.DataFrame({"Prompt": ['"a cat", asleep', "línea\u2028two"], "n": [1, 2]})
    frame.write_parquet(tmp_path / "t.parquet")
    frame.write_ndjson(tmp_path / "t.jsonl")
    frame.write_csv(tmp_path / "t.csv")
    written(tmp_path, "t.tsv", 'Prompt\tn\n"a cat", asleep\t1\nlínea\u2028two\t2\n')
    for suffix in ("parquet", "jsonl", "csv", "tsv"):
        table = read_table(tmp_path / f"t.{suffix}")
        assert table.columns == ("prompt", "n")
        assert [row.text("prompt") for row in table.rows] == ['"a cat", asleep', "línea\u2028two"]
        assert [row.text("n") for row in table.rows] == ["1", "2"]


def test_rows_know_their_line(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "t.csv", 'text\n"two\nlines"\n\nlast\n'))
    assert [row.where for row in table.rows] == ["t.csv line 3", "t.csv line 5"]
    pl.DataFrame({"text": ["a"]}).write_parquet(tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").rows[0].where == "t.parquet row 1"


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_text(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, "t.csv", b"\xef\xbb\xbftext,n\r\ncat,1\r\n")).rows[0].text("text") == "cat"
    assert [r.text("text") for r in read_table(written(tmp_path, "t.txt", b"a\r\n\r\nb\r\n")).rows] == ["a", "b"]


def test_blank_values_are_left_out_and_so_is_a_column_without_name(tmp_path: Path) -> None:
    assert read_table(written(tmp_path, "t.csv", ",text,note\n0,cat, \n")).rows[0].values == {"text": "cat"}
    pl.DataFrame({"text": ["cat"], "n": [float("nan")], "m": [None]}).write_parquet(tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").rows[0].values == {"text": "cat"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv", b"", r"t\.csv holds no rows; write at least one"),
        ("t.csv", b"text\n", r"t\.csv holds no rows"),
        ("t.txt", b"\n \n", r"t\.txt holds no rows"),
        ("t.csv", b"text\ncaf\xe9\n", r"t\.csv line 2 holds the byte 0xe9, which is not UTF-8; save it as UTF-8"),
        ("t.csv", "text\ncat\n".encode("utf-16"), r"t\.csv line 1 holds a NUL byte|not UTF-8"),
        ("t.csv", b"text\na\nb\0c\n", r"t\.csv line 3 holds a NUL byte"),
        ("t.csv", b"text,n\na,b,c\n", r"t\.csv line 2 has 3 fields and the header 2"),
        ("t.csv", b'text\n"never closed\n', r"t\.csv line 2 is not CSV"),
        ("t.csv", b"text,Text\na,b\n", r"two columns called 'text'; rename one"),
        ("t.jsonl", b'{"text": "a"}\n{"text": \n', r"t\.jsonl line 2 is not JSON"),
        ("t.jsonl", b'["a"]\n', r"t\.jsonl line 1 holds a list; write one object a line"),
        ("t.jsonl", b'{"n": NaN}\n', r"t\.jsonl line 1 is not JSON: NaN is no JSON number"),
        ("t.jsonl", b'{"text": "\\ud83d"}\n', r"t\.jsonl line 1: text holds a NUL or half a character"),
        ("t.jsonl", b'{"text": "a\\u0000"}\n', r"t\.jsonl line 1: text holds a NUL"),
        ("t.jsonl", b"[" * 100_000, r"t\.jsonl line 1 is not JSON"),
        ("t.parquet", b"PAR1 not really", r"t\.parquet is not Parquet"),
        ("t.xlsx", b"PK", r"t\.xlsx is no table we read; give a file that ends in \.csv, \.tsv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_its_place(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        read_table(written(tmp_path, name, content))
    assert "\n" not in str(caught.value)


def test_a_table_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.csv cannot be read: No such file or directory; check the path"):
        read_table(tmp_path / "none.csv")


def test_a_path_below_the_folder_is_given_whether_it_exists_or_not(tmp_path: Path) -> None:
    assert file_below(tmp_path, "a/../b/c.png", where="row") == tmp_path / "a/../b/c.png"
    (tmp_path / "link.png").symlink_to(tmp_path / "b.png")
    assert file_below(tmp_path, "link.png", where="row") == tmp_path / "link.png"


def test_a_neighbour_whose_name_begins_alike_is_not_below(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="leads out of"):
        file_below(tmp_path / "in", "../inside/x.png", where="row")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/etc/passwd", "is absolute"),
        ("C:\\x.png", "is absolute"),
        ("\\\\host\\x.png", "is absolute"),
        ("../x.png", "leads out of"),
        ("a/../../x.png", "leads out of"),
        ("out/x.png", "leads out of"),
        ("away.png", "leads out of"),
        ("é" * 128, "is too long; shorten its names to 255 bytes"),
    ],
)
def test_a_path_that_leads_out_is_refused_and_its_row_named(tmp_path: Path, path: str, said: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "out").symlink_to(tmp_path)
    (folder / "away.png").symlink_to("/etc/passwd")
    with pytest.raises(BadInput, match=f"^t.csv line 4: the path .* {said}"):
        file_below(folder, path, where="t.csv line 4")


def test_a_damaged_parquet_cannot_end_us(tmp_path: Path) -> None:
    frame = pl.DataFrame({"text": [f"a cat {n}" for n in range(40)], "n": list(range(40)), "l": [[1, 2]] * 40})
    frame.write_parquet(tmp_path / "t.parquet")
    whole, rng = (tmp_path / "t.parquet").read_bytes(), np.random.default_rng(20)
    for _ in range(12):
        damaged = bytearray(whole)
        for place in rng.integers(len(whole) - 600, len(whole) - 8, 3):  # the footer, where polars panics most
            damaged[place] = rng.integers(256)
        (tmp_path / "t.parquet").write_bytes(bytes(damaged))
        said = ""
        try:
            read_table(tmp_path / "t.parquet")
        except BadInput as error:
            said = str(error)
        assert "\n" not in said


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os; os.abort()", r"t\.parquet is not Parquet: it ends its reader \(status -6\); write it again"),
        ("raise SystemExit(1)", r"t\.parquet is not Parquet: it ends its reader \(status 1\)"),
    ],
)
def test_a_reader_that_dies_is_one_line(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pl.DataFrame({"text": ["a"]}).write_parquet(tmp_path / "t.parquet")
    monkeypatch.setattr(parquet_probe, "PROBE", code)
    with pytest.raises(BadInput, match=said):
        read_table(tmp_path / "t.parquet")
    assert capfd.readouterr().err == ""


def test_a_panic_of_polars_is_told_in_its_first_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pl.DataFrame({"text": ["a"]}).write_parquet(tmp_path / "t.parquet")
    panic = "polars.read_parquet = lambda _: (_ for _ in ()).throw(polars.exceptions.PanicException('boom\\nmore'))"
    monkeypatch.setattr(parquet_probe, "PROBE", parquet_probe.PROBE.replace("\ntry:", f"\n{panic}\ntry:"))
    with pytest.raises(BadInput, match="is not Parquet: boom; write it again"):
        read_table(tmp_path / "t.parquet")
