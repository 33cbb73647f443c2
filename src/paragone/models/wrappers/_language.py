"""Prompts rewritten by a transformers causal language model, by beam search, so that equal prompts stay equal."""

import threading
from dataclasses import dataclass, field
from typing import Any

from paragone.core.errors import NotReady
from paragone.core.keys import key_of
from paragone.models._device import pick_device
from paragone.models._template import fill
from paragone.models._weights import weights_identity


@dataclass
class LanguageModel:
    """Called with a prompt, gives the rewritten one; weights are loaded at the first call."""

    source: str  # a hub id or folder
    template: str
    beams: int
    new_tokens: int
    length_penalty: float
    device: str
    _loaded: tuple[Any, Any] | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def identity(self) -> str:
        """Of the weights and of how they are asked."""
        settings = [self.beams, self.new_tokens, self.length_penalty]
        return key_of("language model", weights_identity(self.source), self.template, settings)

    def __call__(self, text: str) -> str:
        """The first answer that is not empty, or the prompt itself where all are."""
        tokenizer, network = self._load()
        question = str(fill(self.template, {"prompt": text}))
        given = tokenizer(question, return_tensors="pt").to(network.device)
        answers = network.generate(
            **given,
            do_sample=False,
            num_beams=self.beams,
            num_return_sequences=self.beams,
            max_new_tokens=self.new_tokens,
            length_penalty=self.length_penalty,
            pad_token_id=tokenizer.eos_token_id,
        )
        start = given["input_ids"].shape[1]
        texts = [str(tokenizer.decode(answer[start:], skip_special_tokens=True)).strip() for answer in answers]
        return next((found for found in texts if found), text)

    def _load(self) -> tuple[Any, Any]:
        with self._lock:
            if self._loaded is None:
                try:
                    from transformers import AutoModelForCausalLM, AutoTokenizer

                    tokenizer = AutoTokenizer.from_pretrained(self.source)
                    network = AutoModelForCausalLM.from_pretrained(self.source)
                except ImportError as error:
                    raise NotReady("rewriting needs transformers; install paragone[hub]") from error
                except OSError as error:
                    raise NotReady(f"cannot load the language model {self.source!r}: fetch it first") from error
                self._loaded = tokenizer, network.to(pick_device(self.device)).eval()
            return self._loaded
