"""Our own text-to-image model as it is shipped: small, seeded, alone in a batch, and calm about odd texts."""

from pathlib import Path

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Drawing, Prompt
from paragone.models.simulator.scene_painter import CHECKPOINTS, SHIPPED


def drawn(prompt: Prompt, seed: int = 0, **options: object) -> bytes:
    (answer,) = make("models", "scene_painter", {"layer_steps": 2, **options}).draw([prompt], seed)
    assert isinstance(answer, Drawing)
    pixels = np.asarray(answer.image)
    assert pixels.shape == (256, 256, 3)
    return pixels.tobytes()


def test_both_checkpoints_are_shipped_and_small() -> None:
    files = [path for name in CHECKPOINTS for path in (SHIPPED / name).iterdir()]
    assert len(files) == 6
    assert sum(path.stat().st_size for path in files) < 6e6


def test_an_image_follows_from_prompt_seed_and_weights_alone() -> None:
    dog = Prompt("p", "a dog")
    images = [drawn(dog), drawn(dog, 1), drawn(Prompt("q", "a dog")), drawn(dog, checkpoint="early")]
    assert len(set(images)) == 4
    assert drawn(dog) == images[0]


@pytest.mark.parametrize("text", ["", "<b>2 dogs</b>", "\N{DOG FACE}" * 40, "dog " * 2500])
def test_an_odd_text_is_drawn_all_the_same(text: str) -> None:
    assert drawn(Prompt("p", text))


def test_what_cannot_be_had_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="early, final"):
        make("models", "scene_painter", {"checkpoint": "late"})
    with pytest.raises(NotReady, match=r"no layout\.onnx"):
        make("models", "scene_painter", {"path": str(tmp_path)}).check()
