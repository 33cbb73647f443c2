"""An answer to a question about each image, and the probability of yes, by BLIP-2 or another transformers model."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from paragone.annotators._networks import hub
from paragone.annotators._networks.kinds import Hosted
from paragone.core.components import Subject
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt


class Answer(NamedTuple):
    """Words, and how likely the first of them is yes rather than no."""

    words: str
    yes: float


Ask: TypeAlias = Callable[[Pixels, str, int], Answer]


@dataclass(frozen=True, slots=True)
class Asking(Hosted):
    """What annotators share that put questions to BLIP-2, or another model of its kind."""

    model: str = "Salesforce/blip2-flan-t5-xl"
    batch: ClassVar[int] = 4

    def load(self) -> Ask:
        """A function that answers one question about one image."""
        return load_asker(self.model)


@dataclass(frozen=True, slots=True)
class Vqa(Asking):
    """The `question` may hold {prompt}; `answer` is the likeliest wording, `p_yes` is P(yes) / (P(yes) + P(no)).

    Memory: BLIP-2 Flan-T5-XL 16 GB in float32, BLIP base 1.5 GB.
    """

    question: str = "Question: does this image show {prompt}? Answer:"
    most: int = 20
    subject: ClassVar[Subject] = "pair"
    reads: ClassVar[tuple[str, ...]] = ("text",)
    columns: ClassVar[Mapping[str, Column]] = {"answer": "text", "p_yes": "number"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """Pairs one by one: padding would change the answer."""
        ask = self.load()
        found: list[Facts] = []
        for picture, prompt in zip(pictures, prompts, strict=True):
            answer = ask(picture.pixels, self.question.replace("{prompt}", prompt.text), self.most)
            found.append({"answer": answer.words, "p_yes": answer.yes})
        return found


@functools.lru_cache(maxsize=1)
def load_asker(model: str) -> Ask:
    """A function that answers one question about one image, by the model of that name or folder."""
    folder = hub.folder_of(model)
    hub.require_extra("vqa", "torch", "transformers")
    import torch
    from transformers import AutoModelForImageTextToText, AutoProcessor

    network: Any = AutoModelForImageTextToText.from_pretrained(folder).eval().to(hub.device())
    processor: Any = AutoProcessor.from_pretrained(folder)
    tokenizer = processor.tokenizer
    words = {side: first_tokens(tokenizer, side) for side in ("yes", "no")}

    def ask(pixels: Pixels, question: str, most: int) -> Answer:
        given = processor(images=[pixels], text=[question], return_tensors="pt").to(network.device)
        with torch.inference_mode():
            found = network.generate(
                **given, max_new_tokens=most, do_sample=False, output_scores=True, return_dict_in_generate=True
            )
        chances = found.scores[0][0].float().softmax(-1)
        yes, no = (float(chances[words[side]].sum()) for side in ("yes", "no"))
        written = found.sequences[0][-len(found.scores) :]  # what was generated; some models repeat the question first
        return Answer(tokenizer.decode(written, skip_special_tokens=True).strip().lower(), yes / max(yes + no, 1e-12))

    return ask


def first_tokens(tokenizer: Any, word: str) -> list[int]:
    """The tokens that an answer of that word can begin with: with and without a space or a capital."""
    forms = (word, word.capitalize(), f" {word}", f" {word.capitalize()}")
    ids = [tokenizer(form, add_special_tokens=False)["input_ids"] for form in forms]
    return sorted({numbers[0] for numbers in ids if numbers and numbers[0] != tokenizer.unk_token_id})


annotator = Vqa
