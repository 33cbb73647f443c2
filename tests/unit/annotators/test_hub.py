"""Annotators whose weights need a hub, on small random networks, against the library that defines them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.annotators._networks import hub
from paragone.annotators._networks.clip import fitted
from paragone.annotators._networks.graph import Graph
from paragone.annotators.detectors.detr import Detr
from paragone.annotators.encoders.clip_heim_image import ClipHeimImage
from paragone.annotators.encoders.clip_image import ClipImage
from paragone.annotators.encoders.clip_text import ClipText
from paragone.annotators.encoders.dinov2 import DinoV2
from paragone.annotators.text.vqa import Vqa
from paragone.core.errors import NotReady
from paragone.core.expect import Expect
from paragone.core.types import Picture, Prompt

WORDS = [
    "<pad>",
    "<s>",
    "</s>",
    "<unk>",
    "<image>",
    "a",
    "red",
    "cat",
    "on",
    "the",
    "mat",
    "yes",
    "no",
    "is",
    "it",
    "?",
]
RNG_SEED = 5


def picture(seed: int, height: int = 48, width: int = 70) -> Picture:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    return Picture(pixels, "", "PNG", "RGB", 0)


@pytest.fixture
def transformers() -> Any:
    reason = "install the hub extra (`pip install 'paragone[hub]'`) to un-skip"
    torch = pytest.importorskip("torch", reason=reason)
    library = pytest.importorskip("transformers", reason=reason)
    library.logging.set_verbosity_error()
    torch.manual_seed(RNG_SEED)
    return library


def save_tokenizer(folder: Path) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    core = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    core.post_processor = processors.TemplateProcessing("<s> $A </s>", special_tokens=[("<s>", 1), ("</s>", 2)])
    made = PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>"
    )
    made.save_pretrained(folder)
    return made


def save_clip(library: Any, folder: Path, kind: str) -> Any:
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    text = sizes | {"vocab_size": len(WORDS), "max_position_embeddings": 8, "eos_token_id": 2, "bos_token_id": 1}
    vision = sizes | {"image_size": 32, "patch_size": 8}
    settings = getattr(library, f"{kind}Config")(text_config=text | {"pad_token_id": 0}, vision_config=vision)
    network = getattr(library, f"{kind}Model")(settings).eval()
    network.save_pretrained(folder)
    return network


def features(found: Any) -> Any:
    return getattr(found, "pooler_output", found).detach().numpy()


def test_clip_equals_transformers_with_its_own_processor(transformers: Any, tmp_path: Path) -> None:
    import torch
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    network, tokenizer = save_clip(transformers, tmp_path, "CLIP"), save_tokenizer(tmp_path)
    pictures = [picture(seed) for seed in range(3)]
    processor = CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    given = processor([image.pixels for image in pictures], return_tensors="pt")
    facts = ClipImage(model=str(tmp_path)).look(pictures, [])
    expected = features(network.get_image_features(pixel_values=given["pixel_values"]))
    np.testing.assert_allclose([fact["vector"] for fact in facts], expected, atol=1e-4)

    texts = ["a cat", "the red cat on the mat"]
    padded = tokenizer(texts, padding=True, return_tensors="pt")
    wanted = features(network.get_text_features(padded["input_ids"], attention_mask=padded["attention_mask"]))
    found = ClipText(model=str(tmp_path)).look([], [Prompt(text, text) for text in texts])
    np.testing.assert_allclose([fact["vector"] for fact in found], wanted, atol=1e-4)
    assert torch.is_grad_enabled()


def test_siglip_texts_are_filled_up_as_in_training(transformers: Any, tmp_path: Path) -> None:
    network, tokenizer = save_clip(transformers, tmp_path, "Siglip"), save_tokenizer(tmp_path)
    padded = tokenizer(["a cat"], padding="max_length", max_length=8, return_tensors="pt")
    [fact] = ClipText(model=str(tmp_path)).look([], [Prompt("a", "a cat")])
    np.testing.assert_allclose(fact["vector"], features(network.get_text_features(padded["input_ids"]))[0], atol=1e-4)


def test_a_long_text_keeps_its_end_mark_and_the_cut_is_counted(transformers: Any, tmp_path: Path) -> None:
    save_clip(transformers, tmp_path, "CLIP")
    save_tokenizer(tmp_path)
    long = "the red cat on the mat is it a cat"  # 10 words and 2 marks where 8 fit
    same = "the red cat on the mat"
    whole, cut = ClipText(model=str(tmp_path)).look([], [Prompt("a", same), Prompt("b", long)])
    assert (whole["cut"], cut["cut"]) == (0, 4)
    np.testing.assert_allclose(cut["vector"], whole["vector"], atol=1e-6)


def test_other_texts_stand_one_after_another(transformers: Any, tmp_path: Path) -> None:
    save_clip(transformers, tmp_path, "CLIP")
    save_tokenizer(tmp_path)
    expect = Expect(references=("the mat", "a red cat"), distractors=("a red cat",))
    prompts = [Prompt("a", "a cat", expect=expect), Prompt("b", "the mat"), Prompt("c", "a red cat")]
    first, mat, red = ClipText(model=str(tmp_path)).look([], prompts)
    np.testing.assert_array_equal(first["references"], np.concatenate([mat["vector"], red["vector"]]))
    np.testing.assert_array_equal(first["distractors"], red["vector"])
    assert len(mat["references"]) == len(mat["distractors"]) == 0


def test_clip_does_not_depend_on_the_batch(transformers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_clip(transformers, tmp_path, "CLIP")
    save_tokenizer(tmp_path)
    pictures = [picture(seed) for seed in range(64)]
    results = []
    for size in (1, 7, 64):
        monkeypatch.setattr(ClipImage, "batch", size)
        results.append([fact["vector"] for fact in ClipImage(model=str(tmp_path)).look(pictures, [])])
    np.testing.assert_allclose(results[1], results[0], atol=1e-5)
    np.testing.assert_allclose(results[2], results[0], atol=1e-5)


def test_a_pair_of_onnx_files_is_an_encoder(tmp_path: Path) -> None:
    pytest.importorskip("tokenizers", reason="install the hub extra to un-skip")
    pytest.importorskip("transformers", reason="install the hub extra to un-skip")
    save_tokenizer(tmp_path)
    image, text = Graph(), Graph()
    pooled = image.reshape(image.add("GlobalAveragePool", image.input("pixel_values", ["N", 3, 16, 16])), (0, -1))
    (tmp_path / "image.onnx").write_bytes(image.model({"vector": pooled}))
    numbers = text.add("Cast", text.input("input_ids", ["N", 6], np.int64), to=1)
    (tmp_path / "text.onnx").write_bytes(text.model({"vector": numbers}))
    [fact] = ClipText(model=str(tmp_path)).look([], [Prompt("a", "a red cat")])
    assert fact["vector"].tolist() == [1, 5, 6, 7, 2, 0]
    white = Picture(np.full((20, 30, 3), 255, np.uint8), "", "PNG", "RGB", 0)
    [seen] = ClipImage(model=str(tmp_path)).look([white], [])
    np.testing.assert_allclose(
        seen["vector"], (1 - np.array([0.4815, 0.4578, 0.4082])) / [0.2686, 0.2613, 0.2758], atol=1e-3
    )


def test_dinov2_equals_transformers(transformers: Any, tmp_path: Path) -> None:
    from transformers.models.bit.image_processing_pil_bit import BitImageProcessorPil

    settings = transformers.Dinov2Config(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=2, image_size=28, patch_size=14
    )
    network = transformers.Dinov2Model(settings).eval()
    network.save_pretrained(tmp_path)
    processor = BitImageProcessorPil(
        size={"shortest_edge": 32}, crop_size={"height": 28, "width": 28}, do_center_crop=True,
        image_mean=[0.485, 0.456, 0.406], image_std=[0.229, 0.224, 0.225],
    )  # fmt: skip
    processor.save_pretrained(tmp_path)
    given = processor([picture(1).pixels], return_tensors="pt")
    expected = network(**given).pooler_output.detach().numpy()
    np.testing.assert_allclose([DinoV2(model=str(tmp_path)).look([picture(1)], [])[0]["vector"]], expected, atol=1e-4)


def test_detr_equals_transformers_and_its_own_processing(transformers: Any, tmp_path: Path) -> None:
    import torch
    from transformers.models.detr.image_processing_pil_detr import DetrImageProcessorPil

    backbone = transformers.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], out_features=["stage2"])
    settings = transformers.DetrConfig(
        backbone_config=backbone, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, num_queries=5, num_labels=4,
    )  # fmt: skip
    network = transformers.DetrForObjectDetection(settings).eval()
    network.save_pretrained(tmp_path)
    image = picture(2)
    processor = DetrImageProcessorPil(size={"shortest_edge": 64, "longest_edge": 106})
    given = processor([image.pixels], return_tensors="pt")
    with torch.inference_mode():
        found = network(**given)
    [expected] = processor.post_process_object_detection(found, threshold=0.0, target_sizes=[(48, 70)])
    [facts] = Detr(model=str(tmp_path), threshold=0.0, short=64).look([image], [])
    order = expected["scores"].argsort(descending=True, stable=True)
    assert [box["label"] for box in facts["boxes"]] == [
        f"LABEL_{label}" for label in expected["labels"][order].tolist()
    ]
    np.testing.assert_allclose([box["score"] for box in facts["boxes"]], expected["scores"][order], atol=1e-3)
    clipped = expected["boxes"][order].clamp(min=0).minimum(torch.tensor([70.0, 48, 70, 48]))
    np.testing.assert_allclose([box["box"] for box in facts["boxes"]], clipped, atol=0.05)


def test_vqa_gives_the_answer_and_chance_of_yes_that_generate_gives(transformers: Any, tmp_path: Path) -> None:
    import torch
    from transformers.models.blip.image_processing_pil_blip import BlipImageProcessorPil

    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    text = {
        "model_type": "t5", "vocab_size": len(WORDS), "d_model": 16, "d_ff": 16, "d_kv": 8, "num_layers": 1,
        "num_heads": 2, "decoder_start_token_id": 0, "pad_token_id": 0, "eos_token_id": 2,
    }  # fmt: skip
    settings = transformers.Blip2Config(
        vision_config=sizes | {"image_size": 28, "patch_size": 14}, qformer_config=sizes | {"encoder_hidden_size": 16},
        text_config=text, num_query_tokens=3, image_token_index=4,
    )  # fmt: skip
    network = transformers.Blip2ForConditionalGeneration(settings).eval()
    network.save_pretrained(tmp_path)
    images = BlipImageProcessorPil(size={"height": 28, "width": 28})
    processor = transformers.Blip2Processor(images, save_tokenizer(tmp_path), num_query_tokens=3)
    processor.save_pretrained(tmp_path)
    image = picture(3)
    [facts] = Vqa(model=str(tmp_path), question="is it {prompt} ?", most=4).look([image], [Prompt("a", "a cat")])
    given = processor(images=[image.pixels], text=["is it a cat ?"], return_tensors="pt")
    with torch.inference_mode():
        first = network(**given, decoder_input_ids=torch.tensor([[0]])).logits[0, -1].softmax(-1)
        told = network.generate(**given, max_new_tokens=4, do_sample=False)
    yes, no = (float(first[WORDS.index(word)]) for word in ("yes", "no"))
    assert facts["p_yes"] == pytest.approx(yes / (yes + no), abs=1e-4)
    assert facts["answer"] == processor.tokenizer.decode(told[0], skip_special_tokens=True).strip().lower()


def test_cutting_keeps_the_last_token() -> None:
    assert fitted([1, 2], 5).numbers == [1, 2]
    assert fitted([1, 5, 5, 5, 5, 2], 3) == ([1, 5, 2], 3)


def test_an_absent_extra_names_the_command() -> None:
    with pytest.raises(NotReady, match=r"clip needs no_such_module; run `pip install 'paragone\[hub\]'`"):
        hub.require_extra("clip", "no_such_module")


def test_a_folder_without_weights_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="holds no weights"):
        _ = ClipImage(model=str(tmp_path)).version


def test_a_model_that_is_nowhere_is_one_line_and_nothing_is_downloaded() -> None:
    pytest.importorskip("huggingface_hub", reason="install the hub extra to un-skip")
    with pytest.raises(NotReady, match="run `hf download nobody/no-such-model`, or give the folder"):
        ClipImage(model="nobody/no-such-model").check()


def test_another_file_is_another_version(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder, content in zip(folders, (b"1", b"2"), strict=True):
        folder.mkdir()
        (folder / "model.safetensors").write_bytes(content)
    versions = {DinoV2(model=str(folder)).version.partition("+")[2] for folder in folders}
    assert len(versions) == 2


def test_heims_clip_sees_images_divided_by_255_twice(transformers: Any, tmp_path: Path) -> None:
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    network = save_clip(transformers, tmp_path, "CLIP")
    save_tokenizer(tmp_path)
    image = picture(0)
    processor = CLIPImageProcessorPil(size={"shortest_edge": 32}, crop_size={"height": 32, "width": 32})
    # HEIM's tensor holds 0 to 1; the processor takes it for 0 to 255.
    given = processor([image.pixels.astype(np.float32) / 255], do_rescale=True, return_tensors="pt")
    assert float((given["pixel_values"] * 0.27 + 0.45).max()) < 0.1  # nearly black
    [fact] = ClipHeimImage(model=str(tmp_path)).look([image], [])
    expected = features(network.get_image_features(pixel_values=given["pixel_values"]))[0]
    np.testing.assert_allclose(fact["vector"], expected, atol=1e-4)
    [right] = ClipImage(model=str(tmp_path)).look([image], [])
    assert np.abs(fact["vector"] - right["vector"]).max() > 1e-2
