"""How the two halves of a dual encoder state their facts.

The encoder E is two annotators. `E_image` looks at images and states `vector`. `E_text` looks at prompts and states
`vector`, that of the prompt's text, and `references` and `distractors`: the vectors, one after another, of the true and
the false captions that the prompt expects, empty where there are none. All vectors of E have one length.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadOption
from paragone.core.pattern import Pattern
from paragone.core.types import Cohort

Vectors = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Encoded:
    """What metrics on a dual encoder's vectors share: its two halves, whose facts they read."""

    encoder: str
    image = Pattern("{self.encoder}_image")
    text = Pattern("{self.encoder}_text")

    @property
    def needs(self) -> tuple[str, ...]:
        """The two halves of the encoder."""
        return self.image, self.text


def check_may_be_clip(encoder: str) -> None:
    """Refuse to give a number of our own small encoder under CLIP's name."""
    if encoder == "clip_scene":
        raise BadOption("clip_scene is no CLIP; use the metric alignment with encoder = clip_scene")


def unfold(flat: object, dimension: int) -> Vectors:
    """The texts' vectors as rows.

    >>> unfold([1.0, 2.0, 3.0, 4.0], 2).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    return np.asarray([] if flat is None else flat, dtype=np.float64).reshape(-1, dimension)


def distractors_of(drawn: Cohort, annotator: str) -> list[Vectors] | str:
    """The vectors of each row's false captions, or why there are none."""
    facts = drawn.columns[annotator]
    if "distractors" not in facts:
        return f"the annotator {annotator!r} states no 'distractors'; it states {', '.join(facts)}"
    return [unfold(flat, len(text)) for flat, text in zip(facts["distractors"], facts["vector"], strict=True)]
