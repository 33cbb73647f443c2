"""`paragone show`: one image, its prompt, its facts and its scores with reasons."""

from typing import Any

import typer

from paragone.cli.status import RUN
from paragone.cli.terminal.formats import Form, printing, put


@printing
def show(
    run: str = RUN,
    name: str = typer.Argument(help="A prompt id, or 4 or more digits of an image's hash or a sample's key."),
    model: str | None = typer.Option(None, "--model", "--models", help="Only this model's drawing."),
    seed: int | None = typer.Option(None, "--seed", help="Only the drawing with this seed."),
    *,
    form: Form,
) -> None:
    """Show what is behind a number: an image's prompt, facts, and scores with the reason in words."""
    from paragone.stages.one_sample import describe_sample, find_samples
    from paragone.store.opening import open_run

    folder = open_run(run)
    folder.read_manifest()
    found = [describe_sample(folder, sample) for sample in find_samples(folder, name, model=model, seed=seed)]
    if form != "text":
        put(form, found if form == "json" else _rows(found))
        return
    for one in found:
        _print(str(folder), one)


def _rows(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each score of each image."""
    names = ("model", "scenario", "prompt_id", "seed")
    return [
        {name: one["sample"][name] for name in names}
        | {name: score[name] for name in ("metric", "value", "reason")}
        | {"prompt": one["prompt"]["text"]}
        for one in found
        for score in one["scores"]
    ]


def _print(root: str, one: dict[str, Any]) -> None:
    from paragone.cli.terminal.screen import cell

    sample, prompt = one["sample"], one["prompt"]
    typer.echo(f"{sample['model']} on {sample['scenario']}, prompt {prompt['prompt_id']}, seed {sample['seed']}")
    typer.echo(f"  prompt  {prompt['text']}")
    for name, value in prompt["expect"].items():
        typer.echo(f"  expect  {name}: {value}")
    place = f"{root}/{sample['file']}" if sample["file"] else f"{sample['outcome']}: {sample['reason']}"
    typer.echo(f"  image   {place}")
    for annotator, facts in one["facts"].items():
        for column, value in facts.items():
            text = f"{len(value)} numbers" if isinstance(value, list) else cell(value)
            typer.echo(f"  fact    {annotator}.{column}: {text}")
    for score in one["scores"]:
        typer.echo(
            f"  score   {score['metric']}: {cell(score['value'])}{'  ' + score['reason'] if score['reason'] else ''}"
        )
    typer.echo("")
