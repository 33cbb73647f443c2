"""Fine-tuning on a real but tiny pipeline: it learns, resumes bit by bit, and its output is run at once."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paragone.core.errors import BadInput, BadOption

pytestmark = [pytest.mark.slow]  # importing the library takes longer than every test here
pytest.importorskip("diffusers", reason="pip install paragone[hub] to test fine-tuning")
pytest.importorskip("peft", reason="pip install paragone[hub] to test fine-tuning")
torch = pytest.importorskip("torch", reason="pip install paragone[hub] to test fine-tuning")

FEW = {"train_batch_size": 2, "max_train_steps": 4, "checkpointing_steps": 2, "learning_rate": 1e-2}


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> str:
    from tests.unit.models.test_diffusers import tiny_pipeline

    place = tmp_path_factory.mktemp("pipeline")
    tiny_pipeline().save_pretrained(place)
    return str(place)


def tuned(pipeline: str, folder: Path, *, kill_at: int = 0, **changes: Any) -> Any:
    from paragone.baselines.finetune.data import paintskills
    from paragone.baselines.finetune.tune import Settings, start, tune

    torch.set_num_threads(1)
    folder.mkdir(exist_ok=True)
    data = paintskills("v2", "spatial", resolution=16).first(0.5)

    def tell(row: dict[str, float]) -> None:
        if row["step"] == kill_at:
            raise KeyboardInterrupt

    settings = Settings(**{**FEW, **changes})
    if kill_at:
        with pytest.raises(KeyboardInterrupt):
            tune(start(pipeline, settings, folder), data, folder, tell=tell, look=lambda: None)
    tuning = start(pipeline, settings, folder)
    tune(tuning, data, folder, tell=lambda row: None, look=lambda: None)
    return tuning


@pytest.mark.parametrize("rank", [0, 2])
def test_killed_and_resumed_is_the_same_to_the_bit_and_something_was_learnt(
    pipeline: str, tmp_path: Path, rank: int
) -> None:
    whole = tuned(pipeline, tmp_path / "whole", rank=rank)
    killed = tuned(pipeline, tmp_path / "killed", rank=rank, kill_at=2)
    assert all(torch.equal(a, b) for a, b in zip(whole.learning, killed.learning, strict=True))
    more = tuned(pipeline, tmp_path / "more", rank=rank, max_train_steps=5)
    assert not all(torch.equal(a, b) for a, b in zip(whole.learning, more.learning, strict=True))
    frozen = [weight for part in (whole.pipeline.vae, whole.pipeline.text_encoder) for weight in part.parameters()]
    assert not any(weight.requires_grad for weight in frozen)


def test_what_it_writes_is_drawn_with_by_the_diffusers_model(pipeline: str, tmp_path: Path) -> None:
    from paragone.core.catalogue import make
    from paragone.core.types import Drawing, Prompt

    tuned(pipeline, tmp_path / "lora", rank=2)
    tuned(pipeline, tmp_path / "full", rank=0)
    assert (tmp_path / "lora" / "pytorch_lora_weights.safetensors").is_file()
    drawn = []
    for options in (
        {"path": pipeline},
        {"path": pipeline, "lora": str(tmp_path / "lora")},
        {"path": str(tmp_path / "full")},
    ):
        (answer,) = make("models", "diffusers", {**options, "steps": 2}).draw([Prompt("p", "a dog")], 0)
        assert isinstance(answer, Drawing)
        drawn.append(np.asarray(answer.image).tobytes())
    assert len(set(drawn)) == 3, "both tunings change the image"


def test_the_command_tunes_logs_draws_and_says_what_to_run(pipeline: str, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from paragone.cli.main import app

    words = ["finetune", pipeline, "--share", "0.1", "--rank", "2", "--resolution", "16", "--train_batch_size", "2"]
    out = tmp_path / "out"
    more = ["--max-train-steps", "2", "--checkpointing_steps", "1", "--validation_prompt", "a dog"]
    result = CliRunner().invoke(app, [*words, *more, "--output_dir", str(out)])
    assert result.exit_code == 0, result.output
    assert f'--model "diffusers path={pipeline} lora={out}"' in result.output
    assert (out / "validation_000002.png").is_file()
    assert (out / "log.csv").read_text(encoding="utf-8").count("\n") == 3


def test_the_ablation_plan_judges_three_tunings_beside_the_papers_rows(
    pipeline: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tomllib

    import paragone

    for share in ("100", "50", "10"):
        (tmp_path / "runs" / "finetune").mkdir(parents=True, exist_ok=True)
        tuned(pipeline, tmp_path / "runs" / "finetune" / share, max_train_steps=1)
    shipped = Path(paragone.__file__).parent / "plans" / "ablation.toml"
    plan = tomllib.loads(shipped.read_text(encoding="utf-8"))
    small = {"path": pipeline, "steps": 1, "width": 32, "height": 32}
    plan["models"] = [model | small if model["use"] == "diffusers" else model for model in plan["models"]]
    monkeypatch.chdir(tmp_path)
    run = paragone.run({**plan, "limit": 1}, tmp_path / "run")
    found = run.estimates.filter(scenario="v2 spatial")
    assert set(found["model"]) == {"oracle", "100 %", "50 %", "10 %", "shuffled"}
    assert found["value"].null_count() == 0


def test_a_share_is_balanced_and_lies_within_the_larger_one() -> None:
    from paragone.baselines.finetune.data import paintskills

    whole = paintskills("v2", "spatial", resolution=16)
    tenth = whole.first(0.1)
    assert (whole.count, tenth.count) == (13_500, 1_350)
    assert tenth.get(7)[1] == whole.get(7)[1]
    with pytest.raises(BadOption, match="share"):
        whole.first(0)
    with pytest.raises(BadOption, match="no skill"):
        paintskills("v2", "color", resolution=16)


def test_a_folder_of_captioned_images_and_what_is_wrong_with_others(tmp_path: Path) -> None:
    from paragone.baselines.finetune.data import image_folder

    with pytest.raises(BadInput, match="no metadata"):
        image_folder(tmp_path, resolution=8)
    Image.new("RGB", (10, 20), "red").save(tmp_path / "a.png")
    listed = tmp_path / "metadata.jsonl"
    listed.write_text(json.dumps({"file_name": "a.png", "text": "red"}) + "\n", encoding="utf-8")
    pixels, text = image_folder(tmp_path, resolution=8).get(0)
    assert (pixels.shape, text) == ((8, 8, 3), "red")
    listed.write_text('{"file_name": "b.png", "text": "x"}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"not there, the first is 'b\.png'"):
        image_folder(tmp_path, resolution=8)
    listed.write_text("[1]\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 1"):
        image_folder(tmp_path, resolution=8)
