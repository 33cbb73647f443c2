"""What typos change: a model that reads no prompt, and one that typos confuse; python benchmarks/typos.py [FOLDER]

`constant` draws one scene for every prompt. `confused` draws the oracle's scene of a prompt and, where it has typos,
that of the floor, which is some other prompt's. CLIPScore is by the encoder of --encoder (`clip` where CLIP is here);
without one, by our own `clip_scene`, whose cosine is called alignment and not CLIPScore.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from paragone.analysis.perturbed import read_changes
from paragone.core.catalogue import make
from paragone.core.types import Drawing, Prompt
from paragone.images.encode import encode
from paragone.stages import run
from paragone.stages.planning.make import make_prompt_set
from paragone.stages.planning.plan import Plan, ScenarioEntry
from paragone.stages.planning.plan_file import read_plan
from paragone.store.folder import RunFolder

SCENARIO = {"use": "paintskills", "skill": "spatial", "limit": 40, "perturb": "typos"}
MODELS = ("constant", "confused")


def plan_of(root: Path, encoder: str) -> Plan:
    """Files of both models, judged by a dual encoder: its score by image, and R-precision of the whole set."""
    score = "alignment" if encoder == "clip_scene" else "clipscore"
    return read_plan(
        {
            "title": "What typos change",
            "scenarios": [SCENARIO],
            "models": [{"use": "folder", "name": name, "path": str(root / name)} for name in MODELS],
            "metrics": [
                {"use": score, "encoder": encoder},
                {"use": "rprecision", "encoder": encoder, "candidates": 10},
            ],
        }
    )


def write_files(root: Path) -> None:
    """One picture a prompt, named by its id."""
    prompts = make_prompt_set(ScenarioEntry.model_validate(SCENARIO)).prompts
    for model in MODELS:
        (root / model).mkdir()
        for prompt in prompts:
            asked = prompts[0] if model == "constant" else prompt
            picture = picture_of("scene_shuffled" if asked.origin else "scene_oracle", asked)
            (root / model / f"{prompt.id}.png").write_bytes(picture)


def picture_of(model: str, prompt: Prompt) -> bytes:
    """What a model of the simulator draws for a prompt."""
    [made] = make("models", model).draw([prompt], 0)
    assert isinstance(made, Drawing), made
    return made.image if isinstance(made.image, bytes) else encode(made.image)


def changes(root: Path, encoder: str) -> list[dict[str, Any]]:
    """The rows of the table `changes` of such a run."""
    write_files(root)
    folder: RunFolder = run(plan_of(root, encoder), root / "run")
    return read_changes(folder)


def main(root: Path, encoder: str) -> None:
    for row in changes(root, encoder):
        numbers = f"{row['value']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]"
        print(f"{row['model']:<9} {row['metric']:<24} {numbers}  n {row['n']}  {row['verdict']}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="keeps the run here (empty or new)")
    parser.add_argument("--encoder", default="clip_scene")
    given = parser.parse_args()
    if given.folder:
        given.folder.mkdir(parents=True, exist_ok=True)
        main(given.folder, given.encoder)
    else:
        with TemporaryDirectory() as place:
            main(Path(place), given.encoder)
