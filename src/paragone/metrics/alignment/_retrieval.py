"""Each image among captions: the value that an R-precision protocol gives it."""

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.types import Cohort
from paragone.metrics.alignment._encoders import image_of, others_of, text_of
from paragone.stats.alignment import Vectors, choose_others, dots, first_argmax, ranks, similarities_of

DALLEVAL_REPEATS = 5


def values_of(
    drawn: Cohort, encoder: str, protocol: str, *, candidates: int, rng: np.random.Generator
) -> npt.NDArray[np.float64] | str:
    """One value per image, or why there is none."""
    images = drawn.columns[image_of(encoder)]["vector"]
    texts = drawn.columns[text_of(encoder)]["vector"]
    if protocol == "tise":
        return _among_given(drawn, images, texts, encoder=encoder)
    if protocol == "dalleval":
        return _with_replacement(images, texts, candidates - 1, rng)
    captions = [prompt.text for prompt in drawn.prompts]
    own = np.arange(len(captions))
    try:
        others = choose_others(captions, own, count=candidates - 1, rng=rng)
    except BadInput as error:
        return str(error)
    found = similarities_of(images, texts, np.column_stack([own, others]))
    if protocol == "thesis_mrr":
        return np.asarray(1 / (ranks(found) + 1.0))
    return (first_argmax(found) if protocol == "thesis_top1" else ranks(found) == 0).astype(np.float64)


def _among_given(drawn: Cohort, images: Vectors, texts: Vectors, *, encoder: str) -> npt.NDArray[np.float64] | str:
    others = others_of(drawn, encoder)
    if isinstance(others, str):
        return others
    if not all(len(rows) for rows in others):
        return "a prompt has no mismatched captions; give them in `expect.others`"
    hits = []
    for image, text, rows in zip(images, texts, others, strict=True):
        every = np.vstack([text[None].astype(np.float64), rows])
        hits.append(first_argmax(similarities_of(image[None], every, np.arange(len(every))[None]))[0])
    return np.array(hits, dtype=np.float64)


def _with_replacement(images: Vectors, texts: Vectors, count: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """DALL-Eval: each image's mean over five draws of the others from all captions, its own included."""
    own = np.arange(len(texts))[:, None]
    total = np.zeros(len(texts))
    for _ in range(DALLEVAL_REPEATS):
        others = rng.integers(0, len(texts), size=(len(texts), count))
        total += first_argmax(dots(images, texts, np.hstack([own, others])))
    return np.asarray(total / DALLEVAL_REPEATS)
