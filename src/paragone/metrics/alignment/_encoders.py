"""How the two halves of a dual encoder state their facts.

The encoder E is two annotators. `E_image` looks at images and states `vector`. `E_text` looks at prompts and states
`vector`, that of the prompt's text, and `others`: the vectors, one after another, of the texts listed in the prompt's
`expect.others` (false captions, mismatched captions or references), empty where there are none. All vectors of E have
one length.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadOption
from paragone.core.types import Cohort

Vectors = npt.NDArray[np.floating[Any]]


def image_of(encoder: str) -> str:
    """The annotator that looks at images."""
    return f"{encoder}_image"


def text_of(encoder: str) -> str:
    """The annotator that looks at prompts."""
    return f"{encoder}_text"


def check_may_be_clip(encoder: str) -> None:
    """Refuse to give a number of our own small encoder under CLIP's name."""
    if encoder == "clip_scene":
        raise BadOption("clip_scene is no CLIP; use the metric alignment with encoder = clip_scene")


def unfold(others: object, dimension: int) -> Vectors:
    """The texts' vectors as rows.

    >>> unfold([1.0, 2.0, 3.0, 4.0], 2).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    flat = np.asarray([] if others is None else others, dtype=np.float64)
    return flat.reshape(-1, dimension)


def others_of(drawn: Cohort, encoder: str) -> list[Vectors] | str:
    """The other texts of each row, or why there are none."""
    facts = drawn.columns[text_of(encoder)]
    if "others" not in facts:
        return f"the annotator {text_of(encoder)!r} states no 'others'; it states {', '.join(facts)}"
    return [unfold(flat, len(text)) for flat, text in zip(facts["others"], facts["vector"], strict=True)]
