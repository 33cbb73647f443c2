"""How the shipped detector judges our own drawings: oracle, shuffled and damaged, skill by skill.

    OMP_NUM_THREADS=1 python benchmarks/referee.py [prompts per skill] [damage]

Val prompts, spread over the cells; without a number the papers' full splits. `paragone run dalleval` gives the same
numbers with intervals; this prints one table, and how fast the detector looks.
"""

import sys
import time

from paragone.annotators.scene_detector import SceneDetector
from paragone.core.catalogue import make
from paragone.core.types import Picture, Sample, View
from paragone.models.scene_damaged import SceneDamaged
from paragone.models.scene_oracle import SceneOracle
from paragone.models.scene_shuffled import SceneShuffled
from paragone.scenarios.paintskills import scenario
from paragone.scenes.damage import CONCERNS
from paragone.scenes.vocabulary import SKILLS

SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)


def accuracy(model, prompts, metric, detector) -> tuple[float, float]:
    """Percent right, and detector's CPU seconds an image."""
    right, seconds = 0.0, 0.0
    for prompt in prompts:
        picture = Picture(model.draw([prompt], 0)[0].image, "", "PNG", "RGB", 0)
        begun = time.process_time()
        facts = detector.look([picture], [])[0]
        seconds += time.process_time() - begun
        right += metric.judge(View(prompt, SAMPLE, {"scene_detector": facts})).value or 0.0
    return 100 * right / len(prompts), seconds / len(prompts)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else None
    kinds = CONCERNS if "damage" in sys.argv else {}
    detector = SceneDetector()
    for version, skills in SKILLS.items():
        for skill in skills:
            prompts = scenario(version=version, skill=skill).prompts
            # A prime stride: few prompts still meet all kinds of cells.
            prompts = [prompts[k * 1009 % len(prompts)] for k in range(count or len(prompts))]
            metric = make("metrics", f"skill_{skill}")
            right, seconds = accuracy(SceneOracle(), prompts, metric, detector)
            floor, _ = accuracy(SceneShuffled(), prompts, metric, detector)
            print(f"{version} {skill:<8} n {len(prompts):>5}  oracle {right:5.1f}  shuffled {floor:5.1f}", end="")
            for kind in kinds.get(skill, ()):
                low, _ = accuracy(SceneDamaged(kind=kind, amount=0.3), prompts, metric, detector)
                high, _ = accuracy(SceneDamaged(kind=kind, amount=0.8), prompts, metric, detector)
                print(f"  {kind} 0.3: {low:.1f}, 0.8: {high:.1f}", end="")
            print(f"  ({1 / seconds:.0f} images a CPU second)", flush=True)


if __name__ == "__main__":
    main()
