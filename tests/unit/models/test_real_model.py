from pathlib import Path

import pytest

from paragone.core.components import Model
from paragone.core.errors import BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Drawing, Missing, Prompt, Reference
from paragone.models.files.real import Real

MODEL: Model = Real()


def prompt_of(path: Path, content: bytes) -> Prompt:
    return Prompt("p", "text", reference=Reference(path, content_hash(content)))


def test_the_reference_is_given_untouched_for_any_seed(tmp_path: Path) -> None:
    path = tmp_path / "r.png"
    path.write_bytes(b"photograph")
    for seed in (0, 7):
        assert MODEL.draw([prompt_of(path, b"photograph")], seed) == [Drawing(b"photograph", details={"file": "r.png"})]


def test_a_prompt_without_reference_has_no_real_image() -> None:
    assert MODEL.draw([Prompt("p", "text")], 0) == [Missing("prompt 'p' has no reference image", outcome="absent")]


def test_a_reference_that_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.png"
    path.write_bytes(b"another")
    with pytest.raises(BadInput, match=r"r\.png has changed since its scenario was read; run again"):
        MODEL.draw([prompt_of(path, b"photograph")], 0)


def test_a_reference_that_vanished_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no image file at .*r\.png"):
        MODEL.draw([prompt_of(tmp_path / "r.png", b"photograph")], 0)
