"""Each image among captions: the score that an R-precision protocol gives it, and which caption won."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Cohort, Score
from paragone.stats.alignment import Vectors, choose_others, dots, first_argmax, ranks, similarities_of

DALLEVAL_REPEATS = 5
Floats = npt.NDArray[np.float64]


class Retrieval:
    """Images and their captions as rows, and chance that depends on an image's prompt and seed, not on its row."""

    def __init__(self, drawn: Cohort, images: Vectors, texts: Vectors, rng: np.random.Generator) -> None:
        """Take the vectors of a cohort."""
        self.drawn, self.images, self.texts = drawn, images, texts
        self.captions = [prompt.text for prompt in drawn.prompts]
        seeds = drawn.seeds or range(len(drawn.prompts))
        base = int(rng.integers(2**62))
        keys = (key_of(base, prompt.id, seed) for prompt, seed in zip(drawn.prompts, seeds, strict=True))
        self.chances = [np.random.default_rng(int(key, 16)) for key in keys]

    def among_others(self, count: int, protocol: str) -> list[Score] | str:
        """Among `count` captions of other prompts, drawn for each image."""
        own = np.arange(len(self.captions))
        try:
            others = choose_others(self.captions, own, count=count, chances=self.chances)
        except BadInput as error:
            return str(error)
        chosen = np.column_stack([own, others])
        found = similarities_of(self.images, self.texts, chosen)
        if protocol == "thesis_mrr":
            values = 1 / (ranks(found) + 1.0)
        else:
            values = (first_argmax(found) if protocol == "thesis_top1" else ranks(found) == 0).astype(np.float64)
        best = [self.captions[chosen[row, place]] for row, place in enumerate(_winners(found))]
        return [_score(*row, among=count + 1) for row in zip(values, self.captions, best, strict=True)]

    def with_replacement(self, count: int) -> list[Score]:
        """DALL-Eval: each image's mean over five draws of the others from all captions, its own included."""
        rows = np.arange(len(self.texts))[:, None]
        by_text = np.array(sorted(range(len(self.texts)), key=lambda row: self.captions[row]), dtype=np.int64)
        total = np.zeros(len(self.texts))
        for _ in range(DALLEVAL_REPEATS):
            others = by_text[[chance.integers(0, len(self.texts), size=count) for chance in self.chances]]
            total += first_argmax(dots(self.images, self.texts, np.hstack([rows, others])))
        return [Score(hits / DALLEVAL_REPEATS, f"won {hits:.0f} of {DALLEVAL_REPEATS} times") for hits in total]

    def among_given(self, distractors: Sequence[Vectors]) -> list[Score]:
        """TISE: among the false captions that come with the prompt; a tie is a hit."""
        scores = []
        for place, (prompt, rows) in enumerate(zip(self.drawn.prompts, distractors, strict=True)):
            if not len(rows):
                scores.append(Score(None, "the prompt has no false captions; give them in `expect.distractors`"))
                continue
            every = np.vstack([self.texts[place][None].astype(np.float64), rows])
            found = similarities_of(self.images[place][None], every, np.arange(len(every))[None])
            known = [prompt.text, *prompt.expect.distractors]
            winner = int(_winners(found)[0])
            chosen = known[winner] if winner < len(known) else f"false caption {winner}"
            scores.append(_score(float(first_argmax(found)[0]), prompt.text, chosen, among=len(every)))
        return scores

    def shuffled(self) -> list[int]:
        """The rows in an order of chance."""
        keys = [float(chance.random()) for chance in self.chances]
        return sorted(range(len(keys)), key=lambda row: keys[row])


def _winners(similarities: Floats) -> npt.NDArray[np.int64]:
    return np.asarray(similarities.argmax(axis=1), dtype=np.int64)


def _score(value: float, own: str, best: str, *, among: int) -> Score:
    if best == own:
        tied = "" if value == 1 else ", with another as near"
        return Score(float(value), f"its own caption won among {among}{tied}")
    return Score(float(value), f"{best!r} won among {among}")
