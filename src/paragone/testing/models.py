"""What every model keeps."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from paragone.core.components import Model
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.testing.examples import example_prompts, with_references


def check_model(model: Model, prompts: Sequence[Prompt] = ()) -> None:
    """It says what it is, and draws the same prompt and seed alike: each time, alone or in a batch, as declared."""
    check_model_declaration(model)
    with tempfile.TemporaryDirectory() as folder:
        _check_drawings(model, list(prompts or with_references(example_prompts(3), Path(folder)))[:3])


def check_model_declaration(model: Model) -> None:
    """It says what it is; nothing is drawn."""
    assert model.name
    assert isinstance(model.revision, str), "a model's revision is text"
    assert model.revision, "a model has a revision: what makes the same prompt and seed give another image"
    assert model.batch >= 1
    assert model.threads >= 1
    assert model.role in ("", "ceiling", "floor"), f"{model.role!r} is no role"


def _check_drawings(model: Model, given: Sequence[Prompt]) -> None:
    declared = [prompt.only((*model.reads, *model.may_read)) for prompt in given]
    together = [_pixels(answer) for answer in _draw(model, declared)]
    alone = [_pixels(_draw(model, [prompt])[0]) for prompt in declared]
    assert together == alone, f"{model.name} draws otherwise alone than in a batch, or by chance"
    every = [_pixels(answer) for answer in _draw(model, given)]
    assert together == every, f"{model.name} reads more of a prompt than it declares in `reads`"


def _draw(model: Model, prompts: Sequence[Prompt]) -> Sequence[Drawing | Missing]:
    answers = model.draw(prompts, 1)
    assert len(answers) == len(prompts), f"{model.name} gave {len(answers)} answers to {len(prompts)} prompts"
    assert all(isinstance(answer, (Drawing, Missing)) for answer in answers), "an answer is a Drawing or Missing"
    return answers


def _pixels(answer: Drawing | Missing) -> tuple[object, ...]:
    """What can be compared of an answer: shape and pixels, or the reason there are none."""
    if isinstance(answer, Missing):
        return answer.reason, answer.outcome
    data = answer.image if isinstance(answer.image, bytes) else encode(answer.image)
    pixels = decode(data, name="a drawing").pixels
    return pixels.shape, pixels.tobytes()
