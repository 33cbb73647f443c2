"""`paragone train`: train our own baselines on simulator scenes."""

from pathlib import Path

import typer

from paragone.cli.terminal.help_words import ReadableHelp
from paragone.core.errors import BadOption, NotReady

app = typer.Typer(
    cls=ReadableHelp,
    help="Train our own baselines on simulator scenes (needs paragone[torch]).",
    no_args_is_help=True,
)


@app.callback()
def _train() -> None: ...


@app.command()
def flow(
    data: str = typer.Option("v2", help="The edition of PaintSkills to train on; the painter knows v2."),
    minutes: float = typer.Option(240.0, help="Of CPU time; the rate falls during the last three tenths."),
    steps: int = typer.Option(0, help="Count steps instead of minutes: then a killed training resumes bit by bit."),
    out: Path = typer.Option(Path("runs/flow"), help="The folder; the same command goes on where it was stopped."),
    scenes: int = typer.Option(12_000, help="Training scenes to render first; those that are there are kept."),
    share: float = typer.Option(1.0, help="The part of the training scenes to use, as DALL-Eval's ablation does."),
    seed: int = typer.Option(0, help="Another seed gives another model."),
    processes: int = typer.Option(2, help="For rendering; training has one thread."),
    tensorboard: bool = typer.Option(False, help="Log for TensorBoard as well, into OUT/tensorboard."),
) -> None:
    """Train the text-to-image model `scene_painter` by flow matching, on a CPU."""
    _check(data, minutes, steps, share, scenes)
    try:
        import torch
    except ModuleNotFoundError as error:
        raise NotReady("training needs torch; install paragone[torch]") from error
    from paragone.baselines.flow import data as rendered
    from paragone.baselines.flow.sheet import write_sheet
    from paragone.baselines.flow.torch_voices import voices_of
    from paragone.baselines.flow.train import Settings, start, train
    from paragone.baselines.logs import writer_for

    torch.set_num_threads(1)
    shards = range(-(-scenes // rendered.SHARD))
    rendered.render_all(out / "scenes", shards, split="train", seed=seed, processes=processes)
    rendered.render_all(out / "scenes", range(-(-len(shards) // 12)), split="val", seed=seed, processes=processes)
    training = start(Settings(minutes=minutes, steps=steps, seed=seed, share=share), out)
    log = writer_for(out, tensorboard=tensorboard)

    def tell(row: dict[str, float]) -> None:
        log(row)
        typer.echo("  ".join(f"{name} {value:.4g}" for name, value in row.items()))

    def sheet(name: str) -> None:
        write_sheet(voices_of(training.mean), out / f"samples_{name}.jpg")

    train(training, out, tell=tell, sheet=sheet)
    typer.echo(f"trained: {out / 'best.pt'}; export it: python -m paragone.baselines.flow.export --help")


def _check(data: str, minutes: float, steps: int, share: float, scenes: int) -> None:
    if data != "v2":
        raise BadOption(f"no training data {data!r} for the painter; it is made for v2 (15 objects, 13 backgrounds)")
    if not 0 < share <= 1:
        raise BadOption(f"a share of {share} of the scenes; take more than 0 and at most 1")
    if minutes <= 0 or steps < 0 or scenes < 1:
        raise BadOption(f"{minutes} minutes, {steps} steps, {scenes} scenes; minutes and scenes are above 0")
