"""Contracts that every component keeps; authors of plug-ins call these in their own tests.

from paragone.testing import check_metric
from my_package import MyMetric

def test_my_metric_keeps_the_contract() -> None:
    check_metric(MyMetric())
"""

import pickle
from collections.abc import Sequence
from typing import get_args

import numpy as np

from paragone.core.catalogue import names
from paragone.core.components import Annotator, Metric, Model, Scenario
from paragone.core.keys import content_hash
from paragone.core.types import Column, Missing, Picture, Prompt


def check_metric(metric: Metric) -> None:
    """It says what it is, reads annotators that exist, and can be sent to another process."""
    assert metric.name, "a metric has a name"
    assert isinstance(metric.version, str), "a metric's version is text"
    assert metric.version, "a metric has a version, bumped whenever the same facts may give another score"
    assert metric.kind in ("image", "prompt", "set"), f"{metric.kind!r} is no kind of metric"
    assert metric.direction in ("higher", "lower", None), f"{metric.direction!r} is no direction"
    assert metric.bounds[0] < metric.bounds[1], "bounds are (least, most)"
    assert set(metric.needs) <= set(names("annotators")), f"{metric.name} needs annotators that there are not"
    assert not metric.binary or metric.bounds == (0.0, 1.0), "a binary metric has bounds (0, 1)"
    pickle.loads(pickle.dumps(metric))


def check_model(model: Model) -> None:
    """It says what it is, and how much it takes at a time."""
    assert model.name
    assert isinstance(model.revision, str), "a model's revision is text"
    assert model.revision, "a model has a revision: what makes the same prompt and seed give another image"
    assert model.batch >= 1
    assert model.threads >= 1


def check_scenario(scenario: Scenario) -> None:
    """It has prompts, each with its own id, and the same ones each time."""
    assert scenario.name
    assert scenario.version
    assert scenario.prompts, "a scenario has prompts"
    assert len({prompt.id for prompt in scenario.prompts}) == len(scenario.prompts), "every prompt has its own id"
    assert all(prompt.key for prompt in scenario.prompts)  # what it expects can be stored


def check_annotator(annotator: Annotator) -> None:
    """It states just the columns it names, one by one or together, of any picture."""
    assert annotator.version
    assert annotator.batch >= 1
    assert set(annotator.columns.values()) <= set(get_args(Column))
    pictures = example_pictures() if annotator.subject != "prompt" else []
    prompts = [Prompt(str(n), f"a drawing of {n} things") for n in range(3)] if annotator.subject != "image" else []
    together = annotator.look(pictures, prompts)
    alone = [annotator.look(pictures[n : n + 1], prompts[n : n + 1])[0] for n in range(3)]
    assert len(together) == 3, "one answer for each picture or prompt"
    for one, other in zip(together, alone, strict=True):
        assert isinstance(one, Missing) == isinstance(other, Missing), "the batch does not change what is seen"
        if not isinstance(one, Missing) and not isinstance(other, Missing):
            assert set(one) == set(annotator.columns), "it states the columns it names, no more and no less"
            for name, kind in annotator.columns.items():
                if kind in ("number", "vector") and one[name] is not None:
                    np.testing.assert_allclose(one[name], other[name], rtol=1e-4, atol=1e-4)


def example_pictures() -> Sequence[Picture]:
    """A gradient, a picture of one pixel, and noise."""
    ramp = np.linspace(0, 255, 64, dtype=np.uint8)
    noise = np.random.default_rng(0).integers(0, 256, (48, 80, 3), dtype=np.uint8)
    images = [np.stack(np.broadcast_arrays(ramp, ramp[:, None], 128), axis=-1), np.full((1, 1, 3), 7), noise]
    return [
        Picture(image.astype(np.uint8), content_hash(image.tobytes()), "PNG", "RGB", image.nbytes) for image in images
    ]
