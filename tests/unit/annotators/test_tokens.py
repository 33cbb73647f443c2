import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paragone.annotators.text._sentences import TOGETHER, by_length
from paragone.annotators.text._unigram import END, START, UNKNOWN, read_pieces
from paragone.annotators.text._wordpiece import pieces, read_vocabulary

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "un", "##afford", "##able", "cat", "s", "##s", ",", "!", "cafe", "猫"]


@pytest.fixture
def vocabulary(tmp_path: Path) -> dict[str, int]:
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    return read_vocabulary(tmp_path / "vocab.txt")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unaffordable", ["un", "##afford", "##able"]),
        ("Cats, CATS!", ["cat", "##s", ",", "cat", "##s", "!"]),
        ("Café", ["cafe"]),
        ("猫猫", ["猫", "猫"]),
        ("zebra", ["[UNK]"]),
        ("", []),
        ("c\u200bat", ["cat"]),
        ("s" * 101, ["[UNK]"]),
    ],
)
def test_word_pieces(vocabulary: dict[str, int], text: str, expected: list[str]) -> None:
    assert pieces(text, vocabulary) == [WORDS.index(piece) for piece in expected]


def test_word_pieces_agree_with_the_tokenizers_library(vocabulary: dict[str, int], tmp_path: Path) -> None:
    library = pytest.importorskip("tokenizers", reason="install the hub extra to compare with its tokenizer")
    peer = library.BertWordPieceTokenizer(str(tmp_path / "vocab.txt"), lowercase=True)
    for text in (
        "Cats, unaffordable cats!",
        "café  s\tcat\n",
        "猫cat猫",
        "naïve — “cat” ½",
        "a\u0000b",
        "日本 かな 한국",
    ):
        assert [2, *pieces(text, vocabulary), 3] == peer.encode(text).ids, text


def message(*parts: tuple[str, float]) -> bytes:
    rows = b""
    for text, score in parts:
        data = text.encode()
        entry = b"\x0a" + bytes([len(data)]) + data + b"\x15" + struct.pack("<f", score)
        rows += b"\x0a" + bytes([len(entry)]) + entry
    return rows


def test_the_likeliest_cut_wins(tmp_path: Path) -> None:
    model = message(("<unk>", 0), ("<s>", 0), ("</s>", 0), ("▁", -5), ("▁ab", -4), ("c", -3), ("▁a", -2), ("bc", -2))
    (tmp_path / "sp.model").write_bytes(model)
    pieces = read_pieces(tmp_path / "sp.model")
    assert pieces.encode("abc") == [START, 6, 7, END]  # -2 - 2 beats -4 - 3
    assert pieces.encode("abz") == [START, 4, UNKNOWN, END]
    assert pieces.encode("  ") == [START, UNKNOWN, END]


def test_texts_of_one_length_go_together_and_come_back_in_order() -> None:
    shapes = []

    def run(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        shapes.append(numbers.shape)
        return np.asarray(numbers.sum(axis=1, keepdims=True), np.float32)

    texts = [[1, 2], [5], [3, 4], [7]] + [[9, 9, 9]] * (TOGETHER + 1)
    vectors = by_length(texts, run)
    assert [vector.tolist() for vector in vectors] == [[sum(text)] for text in texts]
    assert shapes == [(2, 1), (2, 2), (TOGETHER, 3), (1, 3)]


def test_no_texts_need_no_run() -> None:
    assert by_length([], lambda numbers: np.zeros((0, 1), np.float32)) == []
