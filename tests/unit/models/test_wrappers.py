"""Functions as models, and models in front of models."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Drawing, Missing, Prompt

CODE = '''
import io
import numpy as np
from PIL import Image
from paragone.core.types import Drawing

def draw(text, seed, size=4):
    """As tall as the text is long, in the seed's grey."""
    if "raise" in text:
        raise ValueError("I will\\nnot")
    if "nothing" in text:
        return None
    if "float" in text:
        return np.zeros((4, 4, 3))
    if "own words" in text:
        return Drawing(np.zeros((len(text), size, 3), np.uint8), details={"mine": 1})
    if "pillow" in text:
        return Image.new("L", (size, len(text)), seed)
    return np.full((len(text), size, 3), seed, dtype=np.uint8)

def louder(text):
    if "raise" in text:
        raise RuntimeError("no voice")
    return 7 if "number" in text else text + "!!"
'''


@pytest.fixture
def functions(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(CODE)
    return str(path)


def ask(model: Model, *texts: str, seed: int = 3) -> list[Drawing | Missing]:
    return list(model.draw([Prompt(text, text) for text in texts], seed))


def python(functions: str, **options: Any) -> Model:
    model: Model = make("models", "python", {"function": f"{functions}:draw", **options})
    return model


def test_a_function_draws_arrays_and_pillow_images(functions: str) -> None:
    array, pillow = ask(python(functions, arguments={"size": 2}), "cat", "pillow")
    assert isinstance(array, Drawing)
    assert np.array_equal(array.image, np.full((3, 2, 3), 3))
    assert isinstance(pillow, Drawing)
    assert np.asarray(pillow.image).shape == (6, 2, 3)
    assert array.details["prompt_sent"] == "cat"


def test_what_a_function_raises_or_gives_wrongly_is_one_row(functions: str) -> None:
    raised, nothing, wrong, fine = ask(python(functions), "raise", "nothing", "float", "cat")
    assert raised == Missing("ValueError: I will not")
    assert nothing == Missing("the function gave None", "refused")
    assert isinstance(wrong, Missing)
    assert "float64 (4, 4, 3)" in wrong.reason
    assert isinstance(fine, Drawing)


def test_a_function_travels_to_another_process(functions: str) -> None:
    model = python(functions)
    again = pickle.loads(pickle.dumps(model))
    assert again.revision == model.revision
    assert isinstance(ask(again, "cat")[0], Drawing)


def test_a_changed_file_is_another_revision(functions: str) -> None:
    before = python(functions).revision
    Path(functions).write_text(CODE + "# changed\n")
    assert python(functions).revision != before


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("draw", BadOption, "names no function"),
        ("no_such_module:draw", NotReady, "cannot import no_such_module"),
        ("no/such/file.py:draw", BadOption, "there is no file"),
        ("json:nothing", BadOption, "json has no function 'nothing'; it has"),
    ],
)
def test_a_function_that_is_not_there_is_told(name: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make("models", "python", {"function": name})


def test_an_affix_is_drawn_and_told(functions: str) -> None:
    options = {"template": "mdjrny-v4 style {prompt}", "model": "python", "options": {"function": f"{functions}:draw"}}
    model: Model = make("models", "affix", options)
    (answer,) = ask(model, "cat {prompt}")
    assert isinstance(answer, Drawing)
    assert answer.details["prompt_sent"] == "mdjrny-v4 style cat {prompt}"
    assert np.asarray(answer.image).shape[0] == len("mdjrny-v4 style cat {prompt}")
    assert model.name == "draw+affix"
    (own,) = ask(model, "own words")
    assert isinstance(own, Drawing)
    assert own.details == {"mine": 1, "prompt_sent": "mdjrny-v4 style own words"}
    plain = make("models", "affix", {**options, "template": "{prompt}"})
    assert plain.revision != model.revision
    with pytest.raises(BadOption, match=r"has no {prompt}"):
        make("models", "affix", {**options, "template": "fixed"})
    with pytest.raises(BadOption, match="no option 'functoin'"):
        make("models", "affix", {**options, "options": {"functoin": "x"}})


def test_a_rewriting_is_drawn_and_told_and_its_failures_are_rows(functions: str) -> None:
    options = {"model": "python", "options": {"function": f"{functions}:draw"}, "function": f"{functions}:louder"}
    model: Model = make("models", "rewrite", options)
    for copy in (model, pickle.loads(pickle.dumps(model))):
        cat, raised, number, dog = ask(copy, "cat", "raise", "number", "doggy")
        assert isinstance(cat, Drawing)
        assert cat.details["prompt_sent"] == "cat!!"
        assert raised == Missing("the rewriter failed: RuntimeError: no voice")
        assert number == Missing("the rewriter gave a int, not a text")
        assert isinstance(dog, Drawing)
        assert np.asarray(dog.image).shape[0] == len("doggy!!")
    with pytest.raises(BadOption, match="needs either function"):
        make("models", "rewrite", {"model": "python", "options": {"function": f"{functions}:draw"}})


@pytest.mark.slow
def test_a_language_model_rewrites_as_promptist_does(functions: str, tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="pip install paragone[hub] to rewrite with a language model")
    folder = tiny_language_model(tmp_path / "language")
    inner = {"model": "python", "options": {"function": f"{functions}:draw"}}
    model: Model = make("models", "rewrite", {**inner, "language_model": folder, "beams": 2, "new_tokens": 5})
    first, again = ask(model, "a cat", "a cat")
    assert isinstance(first, Drawing)
    assert isinstance(again, Drawing)
    sent = str(first.details["prompt_sent"])
    assert sent == again.details["prompt_sent"]
    assert "Rephrase" not in sent
    assert 1 <= len(sent.split()) <= 5
    other = make("models", "rewrite", {**inner, "language_model": folder, "beams": 3, "new_tokens": 5})
    assert other.revision != model.revision


def tiny_language_model(folder: Path) -> str:
    """A real GPT-2 with random weights and a real tokenizer of whole words."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    words = ["<end>", "a", "cat", "Rephrase", ":", "red", "dog", "in", "oil", "light"]
    words_model = models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="<end>")
    tokenizer = Tokenizer(words_model)
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<end>").save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        config = GPT2Config(vocab_size=len(words), n_positions=64, n_embd=16, n_layer=1, n_head=2, eos_token_id=None)
        GPT2LMHeadModel(config).save_pretrained(folder)
    return str(folder)


def test_what_the_first_has_no_drawing_of_the_next_draws_and_nothing_else(functions: str) -> None:
    mine = {"use": "python", "function": f"{functions}:draw"}
    scenes_first: Model = make("models", "first_of", {"models": [{"use": "scene_oracle", "size": 64}, mine]})
    scene = make("scenarios", "paintskills_object", {"n": 1}).load()[0]
    drawn, own = scenes_first.draw([scene, Prompt("cat", "cat")], 3)
    assert isinstance(drawn, Drawing)
    assert "scene" in drawn.details
    assert isinstance(own, Drawing)
    assert np.asarray(own.image).shape == (3, 4, 3)
    assert scenes_first.role == "ceiling"
    assert (scenes_first.reads, scenes_first.may_read) == (("text",), ("expect",))
    refusing: Model = make("models", "first_of", {"models": [mine, mine]})
    assert ask(refusing, "nothing") == [Missing("the function gave None", "refused")]


def test_a_first_of_changes_with_each_model_and_their_order(functions: str) -> None:
    scenes, mine = {"use": "scene_oracle"}, {"use": "python", "function": f"{functions}:draw"}
    choices = [[scenes, mine], [mine, scenes], [{**scenes, "size": 64}, mine]]
    revisions = {make("models", "first_of", {"models": models}).revision for models in choices}
    assert len(revisions) == 3
    with pytest.raises(BadOption, match="first_of has 1 models; give two or more"):
        make("models", "first_of", {"models": [scenes]})
