"""How well a trained `watermark_own` tells marked from unmarked pictures: on held-out subjects and marks.

python benchmarks/watermark.py --weights FILE --photos FOLDER [--pairs 40]
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paragone.annotators.originality.watermark_own import WatermarkOwn
from paragone.baselines.watermark.examples import Pair, pair_of
from paragone.baselines.watermark.marks import KINDS
from paragone.baselines.watermark.pictures import part_of, photographs, scenes
from paragone.core.types import Picture, Pixels

RESAMPLES = 2000
SCENES = 12


def chances(weights: Path, images: Sequence[Pixels]) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """What the annotator says of each."""
    seen = WatermarkOwn(str(weights)).see([Picture(image, "", "PNG", "RGB", 0) for image in images])
    return np.array([fact["chance"] for fact in seen])


def area(plain: "np.ndarray", marked: "np.ndarray") -> float:  # type: ignore[type-arg]
    """The chance that a marked picture has the higher probability: the area under the ROC curve."""
    wins = (marked[:, None] > plain[None, :]).mean() + 0.5 * (marked[:, None] == plain[None, :]).mean()
    return float(wins)


def interval(pairs: Sequence[Pair], plain: "np.ndarray", marked: "np.ndarray") -> tuple[float, float]:  # type: ignore[type-arg]
    """Of the area, from resampling subjects: crops of one picture are no chance of their own."""
    rng = np.random.default_rng(0)
    subjects = sorted({pair.subject for pair in pairs})
    rows = {subject: [n for n, pair in enumerate(pairs) if pair.subject == subject] for subject in subjects}
    drawn = []
    for _ in range(RESAMPLES):
        chosen = [row for place in rng.integers(len(subjects), size=len(subjects)) for row in rows[subjects[place]]]
        drawn.append(area(plain[chosen], marked[chosen]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="what the training wrote; its card lies beside it")
    parser.add_argument("--photos", type=Path, default=None, help="a folder of photographs beside those of packages")
    parser.add_argument("--pairs", type=int, default=40, help="of each kind of mark")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    held = [one for one in photographs(given.photos) if part_of(one.subject) == "held"]
    pictures = [*held, *scenes(SCENES, "val")]
    print(
        f"{len(held)} photographs of {len({one.subject for one in held})} subjects and {SCENES} scenes, none trained on"
    )
    pairs = [
        pair_of(pictures[int(rng.integers(len(pictures)))], kind, rng, is_held=True)
        for kind in KINDS
        for _ in range(given.pairs)
    ]
    plain, marked = (chances(given.weights, [getattr(pair, side) for pair in pairs]) for side in ("plain", "marked"))
    at = json.loads(given.weights.with_suffix(".json").read_text(encoding="utf-8"))["threshold"]
    for kind in (*KINDS, "all"):
        chosen = [n for n, pair in enumerate(pairs) if kind in (pair.kind, "all")]
        few = [pairs[n] for n in chosen]
        low, high = interval(few, plain[chosen], marked[chosen])
        found, alarms = (marked[chosen] >= at).mean(), (plain[chosen] >= at).mean()
        value = area(plain[chosen], marked[chosen])
        print(f"{kind:12} AUC {value:.3f} [{low:.3f}, {high:.3f}], found {found:.2f}, false alarms {alarms:.2f}")
    curve = [(cut, float((marked >= cut).mean()), float((plain >= cut).mean())) for cut in (0.1, 0.3, 0.5, 0.7, 0.9)]
    for cut, found, alarms in curve:
        print(f"at {cut:.1f}: found {found:.2f}, false alarms {alarms:.2f}")


if __name__ == "__main__":
    main()
