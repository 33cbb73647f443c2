"""`paragone finetune`: tune a diffusers pipeline on PaintSkills, as DALL-Eval does; then run it at once."""

from pathlib import Path

import typer

from paragone.core.errors import BadOption, NotReady


def _flag(name: str) -> tuple[str, str]:
    """A flag under the name that diffusers' scripts have, and with dashes."""
    return f"--{name.replace('_', '-')}", f"--{name}"


def finetune(
    model: str = typer.Argument(help="A folder or hub id of a pipeline like Stable Diffusion 1 and 2."),
    data: str = typer.Option("v2", help="v1 or v2 of PaintSkills, or a folder with metadata.jsonl (file_name, text)."),
    skill: str = typer.Option("spatial", help="DALL-Eval tunes one model a skill: object, count, color, spatial."),
    share: float = typer.Option(1.0, help="The part of the data to use; DALL-Eval's ablation has 1, 0.5 and 0.1."),
    rank: int = typer.Option(4, help="Of the LoRA."),
    full: bool = typer.Option(False, "--full", help="Tune the whole U-Net instead of a LoRA."),
    output_dir: Path = typer.Option(Path("runs/finetune"), *_flag("output_dir"), help="The same command resumes."),
    resolution: int = typer.Option(512, help="Pixels on a side."),
    caption_column: str = typer.Option("text", *_flag("caption_column"), help="Of a folder's metadata.jsonl."),
    center_crop: bool = typer.Option(False, *_flag("center_crop"), help="Crop a folder's images, not squeeze them."),
    random_flip: bool = typer.Option(False, *_flag("random_flip"), help="Mirror half of the images."),
    train_batch_size: int = typer.Option(16, *_flag("train_batch_size"), help="Images of a batch."),
    num_train_epochs: int = typer.Option(5, *_flag("num_train_epochs"), help="Where no number of steps is given."),
    max_train_steps: int | None = typer.Option(None, *_flag("max_train_steps"), help="Steps of the optimiser."),
    gradient_accumulation_steps: int = typer.Option(
        1, *_flag("gradient_accumulation_steps"), help="Batches of a step."
    ),
    learning_rate: float | None = typer.Option(None, *_flag("learning_rate"), help="1e-4, or 1e-5 with --full."),
    lr_scheduler: str = typer.Option("constant", *_flag("lr_scheduler"), help="constant, cosine, linear, ..."),
    lr_warmup_steps: int = typer.Option(500, *_flag("lr_warmup_steps"), help="Not with constant."),
    adam_weight_decay: float = typer.Option(1e-2, *_flag("adam_weight_decay"), help="Of AdamW."),
    max_grad_norm: float = typer.Option(1.0, *_flag("max_grad_norm"), help="Gradients are cut to this length."),
    checkpointing_steps: int = typer.Option(500, *_flag("checkpointing_steps"), help="Steps between checkpoints."),
    validation_prompt: str = typer.Option("", *_flag("validation_prompt"), help="Drawn at each checkpoint."),
    mixed_precision: str = typer.Option("no", *_flag("mixed_precision"), help="no or bf16."),
    device: str = typer.Option("auto", help="auto, cpu, cuda or mps."),
    seed: int = typer.Option(0, help="Another seed gives another tuning."),
    tensorboard: bool = typer.Option(False, help="Log for TensorBoard as well."),
) -> None:
    """Tune a pipeline on PaintSkills, by LoRA or whole; a GPU is needed for real ones (docs/painter.md: cost)."""
    if mixed_precision not in ("no", "bf16"):
        raise BadOption(f"mixed_precision {mixed_precision!r}; no and bf16 are there")
    if min(rank, train_batch_size, resolution, gradient_accumulation_steps, checkpointing_steps) < 1:
        raise BadOption("rank, resolution, train_batch_size, accumulation and checkpointing steps are 1 or more")
    try:
        import diffusers  # noqa: F401
        import peft  # noqa: F401
        import torch
    except ModuleNotFoundError as error:
        raise NotReady(f"fine-tuning needs the package {error.name}; install paragone[hub]") from error
    from paragone.baselines.finetune import data as captioned
    from paragone.baselines.finetune.tune import Settings, start, tune
    from paragone.baselines.logs import writer_for

    side = {"resolution": resolution}
    if data in ("v1", "v2"):
        images = captioned.paintskills(data, skill, seed=seed, **side)  # type: ignore[arg-type]
    else:
        images = captioned.image_folder(Path(data), caption_column=caption_column, center_crop=center_crop, **side)
    images = images.first(share)
    if random_flip and not images.may_flip:
        raise BadOption("a mirrored image of `a dog is left to a car` is wrong; leave out --random_flip")
    steps = max_train_steps or -(-images.count // (train_batch_size * gradient_accumulation_steps)) * num_train_epochs
    best_device = "cuda" if torch.cuda.is_available() else "cpu"
    settings = Settings(
        rank=0 if full else rank,
        train_batch_size=train_batch_size,
        max_train_steps=steps,
        gradient_accumulation_steps=gradient_accumulation_steps,
        learning_rate=learning_rate or (1e-5 if full else 1e-4),
        lr_scheduler=lr_scheduler,
        lr_warmup_steps=lr_warmup_steps,
        adam_weight_decay=adam_weight_decay,
        max_grad_norm=max_grad_norm,
        checkpointing_steps=checkpointing_steps,
        random_flip=random_flip,
        mixed_precision=mixed_precision,
        seed=seed,
        device=best_device if device == "auto" else device,
    )
    output_dir.mkdir(parents=True, exist_ok=True)
    tuning = start(model, settings, output_dir)
    log = writer_for(output_dir, tensorboard=tensorboard)

    def tell(row: dict[str, float]) -> None:
        log(row)
        typer.echo(f"step {row['step']:.0f} of {steps}  loss {row['loss']:.4f}  rate {row['rate']:.2g}")

    def look() -> None:
        if validation_prompt:
            from PIL import Image

            Image.fromarray(tuning.draw(validation_prompt)).save(output_dir / f"validation_{tuning.steps:06d}.png")

    tune(tuning, images, output_dir, tell=tell, look=look)
    words = f"path={output_dir}" if full else f"{'path' if Path(model).is_dir() else 'id'}={model} lora={output_dir}"
    typer.echo(f'tuned on {images.count} images; now: paragone run dalleval --model "diffusers {words}"')
