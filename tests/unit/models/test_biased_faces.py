"""Faces of known groups, drawn with stated chances."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Drawing, Prompt


def bank(folder: Path, rows: str = "image,group\nw.png,woman\nm.png,man\n") -> Path:
    for name, level in (("w.png", 200), ("m.png", 50)):
        Image.fromarray(np.full((4, 4, 3), level, np.uint8)).save(folder / name)
    path = folder / "faces.csv"
    path.write_text(rows)
    return path


def share(path: Path, prompts: int = 300, **options: float) -> list[float]:
    model = make("models", "biased_faces", {"path": path, **options})
    found = []
    for number in range(prompts):
        drawings = [model.draw([Prompt("p", f"prompt {number}")], seed)[0] for seed in range(8)]
        found.append(np.mean([isinstance(one, Drawing) and one.details["group"] == "woman" for one in drawings]))
    return [float(one) for one in found]


def test_women_are_drawn_as_often_as_stated(tmp_path: Path) -> None:
    path = bank(tmp_path)
    # 2,400 fair draws: a standard error of 0.0094.
    assert np.mean(share(path, women=0.3)) == pytest.approx(0.3, abs=0.04)
    assert set(share(path, prompts=20, women=1.0)) == {1.0}


def test_a_leaning_model_is_balanced_over_all_and_not_by_prompt(tmp_path: Path) -> None:
    shares = np.array(share(bank(tmp_path), women=0.5, lean=0.5))
    assert set(shares) == {0.0, 1.0}
    assert shares.mean() == pytest.approx(0.5, abs=0.12)


def test_the_same_prompt_and_seed_give_the_same_face(tmp_path: Path) -> None:
    model = make("models", "biased_faces", {"path": bank(tmp_path)})
    one, again = (model.draw([Prompt("a", "x"), Prompt("b", "y")], 3) for _ in range(2))
    assert one == again


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("image,group\nw.png,woman\n", "no face labelled man"),
        ("image,group\nw.png,lady\n", "write woman or man"),
        ("image,group\nw.png,\n", "write woman or man"),
        ("image,group\n../w.png,man\n", "leads out of"),
    ],
)
def test_a_table_that_cannot_be_used(tmp_path: Path, rows: str, reason: str) -> None:
    model = make("models", "biased_faces", {"path": bank(tmp_path, rows)})
    with pytest.raises(BadInput, match=reason):
        _ = model.revision


def test_tones_are_drawn_as_often_as_stated(tmp_path: Path) -> None:
    rows = "".join(
        f"{letter}.png,{group},{tone}\n" for letter, group in (("w", "woman"), ("m", "man")) for tone in (2, 9)
    )
    path = bank(tmp_path, f"image,group,tone\n{rows}")
    tones = [0.0, 0.8, 0, 0, 0, 0, 0, 0, 0.2, 0]
    model = make("models", "biased_faces", {"path": path, "tones": tones})
    drawn = [model.draw([Prompt("p", f"prompt {n}")], seed)[0].details for n in range(200) for seed in range(4)]
    # 800 draws: a standard error of 0.014.
    assert np.mean([one["tone"] == 2 for one in drawn]) == pytest.approx(0.8, abs=0.06)
    assert np.mean([one["group"] == "woman" for one in drawn if one["tone"] == 9]) == pytest.approx(0.5, abs=0.16)


@pytest.mark.parametrize("tones", [[1.0], [0.2] * 10, [-0.1, 1.1, *[0] * 8]])
def test_tones_that_are_no_shares(tones: list[float]) -> None:
    with pytest.raises(BadOption, match="ten shares"):
        make("models", "biased_faces", {"path": "x.csv", "tones": tones})


def test_a_tone_that_is_stated_needs_a_face(tmp_path: Path) -> None:
    tones = [0.5, 0.5, *[0.0] * 8]
    rows = "image,group,tone\nw.png,woman,1\nm.png,man,1\nw.png,woman,2\n"
    with pytest.raises(BadInput, match="no face labelled man of tone 2"):
        _ = make("models", "biased_faces", {"path": bank(tmp_path, rows), "tones": tones}).revision
    with pytest.raises(BadInput, match="write a Monk tone"):
        _ = make("models", "biased_faces", {"path": bank(tmp_path, rows + "m.png,man,dark\n"), "tones": tones}).revision


def test_a_face_that_is_gone_is_missing_and_no_chance_is_above_one(tmp_path: Path) -> None:
    model = make("models", "biased_faces", {"path": bank(tmp_path), "women": 1.0})
    _ = model.revision
    (tmp_path / "w.png").unlink()
    [found] = model.draw([Prompt("p", "x")], 0)
    assert "cannot be used" in found.reason
    with pytest.raises(BadOption, match="chances"):
        make("models", "biased_faces", {"path": "x.csv", "women": 0.9, "lean": 0.2})
