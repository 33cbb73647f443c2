"""The diffusers model through the real library, on a real but tiny pipeline of random weights."""

import json
import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Drawing, Missing, Prompt

pytestmark = [pytest.mark.slow]  # importing the library takes longer than every test here
pytest.importorskip("diffusers", reason="pip install paragone[hub] to test the diffusers model")

TEXTS = ["a cat", "a dog", "two red cubes left of a sphere", "x", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("pipeline")
    tiny_pipeline().save_pretrained(place)
    return str(place)


def tiny_pipeline() -> Any:
    """Stable Diffusion in every part, but a few thousand parameters large."""
    import torch
    from diffusers import AutoencoderKL, DDIMScheduler, StableDiffusionPipeline, UNet2DConditionModel
    from transformers import CLIPTextConfig, CLIPTextModel, CLIPTokenizer

    letters = [chr(code) for code in range(33, 127)]
    words = ["<|startoftext|>", "<|endoftext|>", *letters, *[f"{letter}</w>" for letter in letters]]
    with torch.random.fork_rng():
        torch.manual_seed(0)
        unet = UNet2DConditionModel(
            sample_size=8,
            block_out_channels=(8, 16),
            layers_per_block=1,
            down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"),
            up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
            cross_attention_dim=8,
            norm_num_groups=2,
            attention_head_dim=2,
        )
        vae = AutoencoderKL(
            block_out_channels=(8, 8),
            down_block_types=("DownEncoderBlock2D",) * 2,
            up_block_types=("UpDecoderBlock2D",) * 2,
            norm_num_groups=2,
        )
        text = CLIPTextConfig(
            hidden_size=8,
            intermediate_size=16,
            num_attention_heads=2,
            num_hidden_layers=1,
            vocab_size=len(words),
            bos_token_id=0,
            eos_token_id=1,
            pad_token_id=1,
        )
        return StableDiffusionPipeline(
            vae=vae,
            unet=unet,
            text_encoder=CLIPTextModel(text),
            tokenizer=CLIPTokenizer(vocab={word: i for i, word in enumerate(words)}, merges=[], model_max_length=77),
            scheduler=DDIMScheduler(clip_sample=False, steps_offset=1),
            safety_checker=None,
            feature_extractor=None,
            requires_safety_checker=False,
        )


def model_of(folder: str, **options: Any) -> Model:
    model: Model = make("models", "diffusers", {"path": folder, "steps": 2, "device": "cpu", **options})
    return model


def draw(model: Model, texts: list[str], seed: int = 0) -> list[Drawing]:
    answers = model.draw([Prompt(str(i), text) for i, text in enumerate(texts)], seed)
    assert len(answers) == len(texts)
    assert not [answer for answer in answers if isinstance(answer, Missing)]
    return [answer for answer in answers if isinstance(answer, Drawing)]


def pixels(drawings: list[Drawing]) -> list[bytes]:
    return [np.asarray(drawing.image).tobytes() for drawing in drawings]


def test_an_image_does_not_depend_on_its_batch(folder: str) -> None:
    model = model_of(folder, batch=3)
    together = pixels(draw(model, TEXTS[:3])) + pixels(draw(model, TEXTS[3:]))
    backwards = pixels(draw(model, TEXTS[:1:-1])) + pixels(draw(model, TEXTS[1::-1]))
    alone = [pixels(draw(model, [text]))[0] for text in TEXTS]
    assert together == alone
    assert backwards[::-1] == alone
    assert len(set(alone)) == len(TEXTS)


def test_a_batch_of_one_differs_from_larger_ones_by_rounding_only(folder: str) -> None:
    one, three = (draw(model_of(folder, batch=batch), TEXTS[:3]) for batch in (1, 3))
    for left, right in zip(one, three, strict=True):
        difference = np.asarray(left.image).astype(int) - np.asarray(right.image).astype(int)
        assert np.abs(difference).max() <= 1
    assert model_of(folder, batch=1).revision != model_of(folder, batch=3).revision


def test_seeds_and_only_seeds_change_the_image(folder: str) -> None:
    model = model_of(folder)
    (first,), (again,), (other,) = (pixels(draw(model, ["a cat"], seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert pixels(draw(pickle.loads(pickle.dumps(model)), ["a cat"], 1)) == [first]


def test_the_library_alone_gives_the_same_image_from_what_is_recorded(folder: str) -> None:
    import torch
    from diffusers import DiffusionPipeline

    (ours,) = draw(model_of(folder, guidance=3.0), ["a cat"], seed=4)
    pipeline = DiffusionPipeline.from_pretrained(folder)
    pipeline.set_progress_bar_config(disable=True)
    generator = torch.Generator("cpu").manual_seed(ours.details["generator_seed"])
    theirs = pipeline("a cat", num_inference_steps=2, guidance_scale=3.0, generator=generator).images[0]
    assert np.array_equal(np.asarray(theirs), ours.image)
    (same_noise,) = draw(model_of(folder, noise="seed"), ["a cat"], seed=4)
    assert same_noise.details["generator_seed"] == 4


def test_an_image_that_is_alone_in_its_batch_does_not_pay_for_the_others(folder: str) -> None:
    model = model_of(folder, batch=16, steps=4)
    draw(model, ["warm up"])
    started = time.monotonic()
    (alone,) = draw(model, ["a cat"])
    whole = time.monotonic() - started
    assert alone.seconds is not None
    assert alone.seconds <= whole / 16
    assert alone.details["batch"] == 16


def test_what_matters_is_recorded(folder: str) -> None:
    (drawing,) = draw(model_of(folder, width=32, height=16, negative="blurry"), ["a cat"])
    assert np.asarray(drawing.image).shape == (16, 32, 3)
    settings = drawing.details["settings"]
    assert isinstance(settings, dict)
    recorded = {name: settings[name] for name in ("pipeline", "scheduler", "dtype", "device", "safety_checker", "lora")}
    assert recorded == {
        **{"pipeline": "StableDiffusionPipeline", "scheduler": "DDIMScheduler", "dtype": "float32", "device": "cpu"},
        **{"safety_checker": "off", "lora": None},
    }
    assert settings["negative_prompt"] == "blurry"
    assert isinstance(settings["parameters"], int)
    assert drawing.details["prompt_sent"] == "a cat"
    assert drawing.seconds is not None
    json.dumps(drawing.details)


def test_peak_memory_is_that_of_the_drawing_itself(folder: str) -> None:
    model = model_of(folder)
    (small,) = draw(model, ["a cat"])
    ballast = np.ones(2**28, dtype=np.uint8)  # 256 MiB that are gone again when the next drawing begins
    (during,) = draw(model, ["a cat"])
    del ballast
    (after,) = draw(model, ["a cat"])
    peaks = [int(str(drawing.details["peak_memory_mib"])) for drawing in (small, during, after)]
    assert small.details["memory_of"] == "process"
    assert peaks[1] - peaks[0] == pytest.approx(256, abs=64)
    assert peaks[2] - peaks[0] == pytest.approx(0, abs=64)


def test_a_scheduler_changes_the_image_and_one_that_does_not_fit_is_told(folder: str) -> None:
    plain, other = (draw(model_of(folder, scheduler=name), ["a cat"]) for name in ("", "DDPMScheduler"))
    assert pixels(plain) != pixels(other)
    with pytest.raises(BadOption, match="DDIMScheduler"):
        draw(model_of(folder, scheduler="NoSuchScheduler"), ["a cat"])


def test_a_lora_changes_the_image_by_its_scale(folder: str, tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="pip install peft to test LoRA weights")
    save_lora(folder, tmp_path)
    plain = draw(model_of(folder), ["a cat"])
    none, full = (draw(model_of(folder, lora_path=str(tmp_path), lora_scale=scale), ["a cat"]) for scale in (0.0, 1.0))
    assert pixels(none) == pixels(plain)
    assert pixels(full) != pixels(plain)


def save_lora(folder: str, place: Path) -> None:
    import torch
    from diffusers import StableDiffusionPipeline
    from peft import LoraConfig
    from peft.utils import get_peft_model_state_dict

    pipeline = StableDiffusionPipeline.from_pretrained(folder)
    pipeline.unet.add_adapter(LoraConfig(r=2, target_modules=["to_q", "to_v"], init_lora_weights=False))
    with torch.no_grad():
        for weight in pipeline.unet.parameters():
            weight.mul_(3.0) if weight.requires_grad else None
    StableDiffusionPipeline.save_lora_weights(place, unet_lora_layers=get_peft_model_state_dict(pipeline.unet))


def test_what_the_safety_checker_says_is_recorded_and_it_can_be_left_out(tmp_path: Path) -> None:
    save_prudish(tmp_path)
    kept, off = (model_of(str(tmp_path), safety=safety) for safety in ("keep", "off"))
    (black,), (shown,) = (draw(model, ["a cat"]) for model in (kept, off))
    assert kept.revision != off.revision
    for drawing, is_flagged, state in ((black, True, "on"), (shown, False, "off")):
        settings = drawing.details["settings"]
        assert isinstance(settings, dict)
        assert (drawing.details["safety_flagged"], settings["safety_checker"]) == (is_flagged, state)
    assert not np.asarray(black.image).any()
    assert np.asarray(shown.image).any()


def save_prudish(place: Path) -> None:
    """The tiny pipeline with a real safety checker that takes offence at everything."""
    import torch
    from diffusers.pipelines.stable_diffusion.safety_checker import StableDiffusionSafetyChecker
    from transformers import CLIPConfig
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    small = {"hidden_size": 8, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
    sight = {**small, "image_size": 16, "patch_size": 8, "projection_dim": 8}
    with torch.random.fork_rng():
        checker = StableDiffusionSafetyChecker(CLIPConfig(vision_config=sight, text_config=small, projection_dim=8))
    with torch.no_grad():
        checker.concept_embeds_weights.fill_(-2.0)  # below every cosine
    eyes = CLIPImageProcessorPil(size={"shortest_edge": 16}, crop_size={"height": 16, "width": 16})
    pipeline = tiny_pipeline()
    pipeline.register_modules(safety_checker=checker, feature_extractor=eyes)
    pipeline.register_to_config(requires_safety_checker=True)
    pipeline.save_pretrained(place)


def test_weights_or_settings_that_are_not_there_are_told_in_one_line(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(BadOption, match="does not take 'colour'"):
        draw(model_of(folder, call={"colour": "red"}), ["a cat"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotReady, match="fetch the weights or give path"):
        draw(model_of(str(tmp_path / "empty")), ["a cat"])
    with pytest.raises(NotReady, match=r"no model_index\.json"):
        make("models", "diffusers", {"path": str(tmp_path / "empty")}).check()
    with pytest.raises(NotReady, match="there is no LoRA at"):
        make("models", "diffusers", {"path": folder, "lora_path": str(tmp_path / "no")}).check()
    with pytest.raises(NotReady, match="cannot load the LoRA"):
        draw(model_of(folder, lora_path=str(tmp_path / "empty")), ["a cat"])
    with pytest.raises(NotReady, match="HF_HUB_OFFLINE is set"):
        make("models", "sdxl").check()
    make("models", "diffusers", {"path": folder}).check()
    with pytest.raises(BadOption, match="either id"):
        make("models", "diffusers", {})
    with pytest.raises(BadOption, match="dtype is one of"):
        model_of(folder, dtype="int3")


def test_the_revision_follows_the_weights_not_their_place(folder: str, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    assert model_of(str(copy)).revision == model_of(folder).revision
    config = copy / "scheduler" / "scheduler_config.json"
    config.write_text(config.read_text().replace("0.02", "0.03"))
    assert model_of(str(copy)).revision != model_of(folder).revision
    assert model_of(folder, steps=3).revision != model_of(folder).revision
    assert model_of(folder, device="auto").revision == model_of(folder).revision
