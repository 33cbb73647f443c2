"""M-CLIP's text half on a small random network, against XLM-R of transformers and the layer after it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.annotators.test_hub import WORDS, save_tokenizer, transformers

from paragone.annotators.encoders.clip_multilingual_image import ClipMultilingualImage
from paragone.annotators.encoders.clip_multilingual_text import ClipMultilingualText
from paragone.core.errors import BadInput
from paragone.core.expect import Expect
from paragone.core.types import Picture, Prompt

__all__ = ["transformers"]  # a fixture


def save(library: Any, folder: Path) -> tuple[Any, Any]:
    """A network as the authors save theirs: XLM-R under `transformer.`, and a linear layer beside it."""
    import torch

    sizes = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 1, "intermediate_size": 96}
    places = {"max_position_embeddings": 12, "type_vocab_size": 1, "vocab_size": len(WORDS), "pad_token_id": 1}
    network = library.XLMRobertaModel(library.XLMRobertaConfig(**sizes, **places, layer_norm_eps=1e-5)).eval()
    layer = torch.nn.Linear(64, 24)
    state = {f"transformer.{name}": tensor for name, tensor in network.state_dict().items()}
    state |= {f"LinearTransformation.{name}": tensor for name, tensor in layer.state_dict().items()}
    torch.save(state, folder / "pytorch_model.bin")
    save_tokenizer(folder)
    (folder / "config.json").write_text('{"model_type": "M-CLIP"}')
    return network, layer


def test_a_text_is_the_mean_of_its_tokens_and_one_layer(transformers: Any, tmp_path: Path) -> None:
    import torch

    network, layer = save(transformers, tmp_path)
    numbers = torch.tensor([[1, 5, 7, 2]])  # <s> a cat </s>
    with torch.inference_mode():
        expected = layer(network(input_ids=numbers).last_hidden_state.mean(dim=1))[0].numpy()
    prompt = Prompt("p", "a cat", expect=Expect(references=("the mat", "a cat")))
    [fact] = ClipMultilingualText(model=str(tmp_path)).look([], [prompt])
    np.testing.assert_allclose(fact["vector"], expected, atol=1e-5)
    np.testing.assert_allclose(fact["references"][24:], expected, atol=1e-5)
    assert len(fact["distractors"]) == 0
    assert fact["cut"] == 0


def test_a_long_text_keeps_its_end_mark_and_the_cut_is_counted(transformers: Any, tmp_path: Path) -> None:
    save(transformers, tmp_path)
    annotator = ClipMultilingualText(model=str(tmp_path))
    whole, cut = annotator.look([], [Prompt("a", " ".join(["cat"] * 8)), Prompt("b", " ".join(["cat"] * 11))])
    assert (whole["cut"], cut["cut"]) == (0, 3)  # 12 places less 2, of which two are marks
    np.testing.assert_allclose(whole["vector"], cut["vector"], atol=1e-6)


def test_another_network_is_refused(transformers: Any, tmp_path: Path) -> None:
    import torch

    save(transformers, tmp_path)
    state = torch.load(tmp_path / "pytorch_model.bin", weights_only=True)
    del state["LinearTransformation.weight"]
    torch.save(state, tmp_path / "pytorch_model.bin")
    with pytest.raises(BadInput, match="is it an M-CLIP"):
        ClipMultilingualText(model=str(tmp_path)).check()


def test_images_have_the_vectors_of_clip_l14() -> None:
    picture = Picture(np.zeros((2, 2, 3), np.uint8), "", "PNG", "RGB", 0)
    [fact] = ClipMultilingualImage().look([picture], [], [{"clip_l14_image": {"vector": [1.0, 2.0]}}])
    assert fact["vector"] == [1.0, 2.0]
