"""Skill accuracy of painters with intervals, by an ordinary run of Paragone on val prompts: our detector judges.

    python -m paragone.baselines.flow.evaluate runs/flow --prompts 60

Takes folders that `export` wrote under a name each, or all of early, middle and final of a training (exported first).
Without any it measures the shipped checkpoints. The prompts whose texts were held out of training are told apart.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import paragone
from paragone.baselines.flow.data import is_held_out
from paragone.core.catalogue import make
from paragone.core.types import Prompt
from paragone.scenes.vocabulary import SKILLS
from paragone.stats.wilson import wilson

SEED = 1  # of the val prompts
CHECKPOINTS = ("early", "middle", "final")


def plan_for(painters: Sequence[dict[str, Any]], prompts: int) -> dict[str, Any]:
    """The run: so many val prompts of each skill, the oracle above and the shuffled below."""
    skills = SKILLS["v2"]
    return {
        "title": "The painter's skills",
        "seeds": [0],
        "metrics": [{"use": f"skill_{skill}", "on": [skill]} for skill in skills],
        "scenarios": [
            {"use": "paintskills", "name": skill, "skill": skill, "seed": SEED, "n": prompts} for skill in skills
        ],
        "models": [{"use": "scene_oracle", "name": "oracle"}, *painters, {"use": "scene_shuffled", "name": "shuffled"}],
    }


def prompts_for(count: int) -> list[Prompt]:
    """The prompts that the plan asks for, of all skills."""
    options = [{"skill": skill, "seed": SEED, "n": count} for skill in SKILLS["v2"]]
    return [prompt for given in options for prompt in make("scenarios", "paintskills", given).load()]


def exported(folder: Path) -> list[dict[str, Any]]:
    """The checkpoints of a training as models, exported beside it."""
    from paragone.baselines.flow.export import write

    found = [name for name in CHECKPOINTS if (folder / f"{name}.pt").is_file()]
    for name in found:
        write(folder / f"{name}.pt", folder / "scenes", folder / "exported" / name)
    return [{"use": "scene_painter", "name": name, "path": str(folder / "exported" / name)} for name in found]


def table(run: paragone.Run) -> list[str]:
    """One line a model and skill: the accuracy of all prompts, and of those whose text no training scene had."""
    lines = [f"{'model':<12}{'skill':<10}{'accuracy':>9}  {'95 %':<14}{'n':>5}   held-out texts alone"]
    texts = dict(run.prompts.select("prompt_id", "text").iter_rows())
    scores = run.scores.filter(run.scores["value"].is_not_null())
    for row in run.estimates.sort("scenario", maintain_order=True).iter_rows(named=True):
        mine = scores.filter((scores["model"] == row["model"]) & (scores["metric"] == row["metric"]))
        held = [value for name, value in mine.select("prompt_id", "value").iter_rows() if is_held_out(texts[name])]
        spread = f"[{row['low']:.2f}, {row['high']:.2f}]"
        lines.append(
            f"{row['model']:<12}{row['scenario']:<10}{row['value']:>9.2f}  {spread:<14}{row['n']:>5}   {_alone(held)}"
        )
    return lines


def tell(models: Sequence[dict[str, Any]], prompts: int, out: Path) -> None:
    """Run the plan with these models, and print its table."""
    for line in table(paragone.run(plan_for(models, prompts), out)):
        typer.echo(line)


def _alone(values: Sequence[float]) -> str:
    if not values:
        return "none"
    low, high = wilson(sum(values), len(values))
    return f"{sum(values) / len(values):.2f} [{low:.2f}, {high:.2f}], n {len(values)}"


def painter(word: str) -> list[dict[str, Any]]:
    """The models that a word of the command names: NAME=FOLDER of an export, or the FOLDER of a training."""
    name, equals, folder = word.rpartition("=")
    return [{"use": "scene_painter", "name": name, "path": folder}] if equals else exported(Path(folder))


def main(
    painters: Annotated[list[str] | None, typer.Argument(help="NAME=FOLDER of an export, or of a training")] = None,
    prompts: Annotated[int, typer.Option(help="val prompts of each skill")] = 60,
    out: Annotated[Path, typer.Option(help="the run folder; the same command goes on where it was stopped")] = Path(
        "runs/painter"
    ),
) -> None:
    """Print the table; the run has the images and the report."""
    shipped = [{"use": "scene_painter", "name": name, "checkpoint": name} for name in ("early", "final")]
    chosen = [model for word in painters for model in painter(word)] if painters else shipped
    tell(chosen, prompts, out)


if __name__ == "__main__":
    typer.run(main)
