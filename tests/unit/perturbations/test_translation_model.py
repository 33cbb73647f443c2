"""A translator by transformers, on a network of the test's own."""

from pathlib import Path

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.errors import NotReady
from paragone.core.types import Prompt

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")


def small_translator(place: Path) -> str:
    """A T5 with two small layers and chance weights, and a tokenizer of whole words."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    words = ["<pad>", "</s>", "<unk>", "a", "dog", "cat", "ein", "Hund", "Katze"]
    raw = Tokenizer(WordLevel({word: place for place, word in enumerate(words)}, unk_token="<unk>"))
    raw.pre_tokenizer = Whitespace()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
    tokenizer.save_pretrained(place)
    torch.manual_seed(0)
    config = transformers.T5Config(
        vocab_size=len(words), d_model=16, d_kv=4, d_ff=16, num_layers=2, num_heads=2, decoder_start_token_id=0
    )
    transformers.T5ForConditionalGeneration(config).save_pretrained(place)
    return str(place)


def test_a_model_translates_greedily_and_the_same_each_time(tmp_path: Path) -> None:
    made = make("perturbations", "translation", {"language": "german", "model": small_translator(tmp_path)})
    first, second = (made.change("a dog", np.random.default_rng(seed)) for seed in (0, 1))
    assert first == second
    assert first
    assert set(first.split()) <= {"a", "dog", "cat", "ein", "Hund", "Katze", "<unk>"}
    found = made.perturb(Prompt("p", "a dog"), np.random.default_rng(0))
    assert found is not None
    assert found.meaning == "a dog"


def test_a_model_that_is_not_here_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    made = make("perturbations", "translation", {"language": "german", "model": "./nosuch"})
    with pytest.raises(NotReady, match=r"cannot be loaded .*hf download"):
        made.change("a dog", np.random.default_rng(0))
