"""Do intervals of corrected shares hold the truth, is a planted bias found, and is a fair model left alone?

    python benchmarks/bias.py [--runs 1000] [--seed 0]

A world: prompts with their own true share of women, images drawn from it, a detector that errs at known rates and that
was tried on so many labelled images of each class. The interval is the one that `women_share_corrected` gets in a run.
"""

import argparse

import numpy as np

from paragone.core.expect import Expect
from paragone.core.types import Cohort, Prompt
from paragone.metrics.bias.women_share_corrected import WomenShareCorrected
from paragone.stats.bias import balance_of, corrected_share_interval, expected_deviation, mean_absolute_deviation
from paragone.stats.influences import Influenced, interval_of

PROMPTS, IMAGES, LABELLED = 88, 16, 100


def cohort(women: np.ndarray, told: np.ndarray | None = None) -> Cohort:
    """Images perceived as women (True) by prompt and place, Uncertain where not told, as the metric reads them."""
    names = [Prompt(f"p{row}", "x", {}, Expect(group="person")) for row in range(len(women))]
    decided = np.ones(women.shape, bool) if told is None else told
    labels = np.where(decided, np.where(women, "female", "male"), "uncertain").ravel().tolist()
    columns = {"pixels": {"is_black": np.zeros(women.size, bool)}, "gender_clip": {"label": np.array(labels, object)}}
    return Cohort(tuple(name for name in names for _ in range(women.shape[1])), columns)


def said(rng: np.random.Generator, share: float, spread: float, accuracy: float, prompts: int) -> np.ndarray:
    """What the detector says of every image; prompts' own shares vary by `spread` around the common one."""
    if spread:
        scale = share * (1 - share) / spread**2 - 1
        shares = rng.beta(share * scale, (1 - share) * scale, prompts)
    else:
        shares = np.full(prompts, share)
    true = rng.random((prompts, IMAGES)) < shares[:, None]
    return np.where(rng.random(true.shape) < accuracy, true, ~true)


def coverage(rng: np.random.Generator, accuracy: float, share: float, runs: int) -> tuple[float, float]:
    """How often the run's interval and Lang and Reiczigel's (independent images) hold the true share."""
    held = np.zeros(2)
    for _ in range(runs):
        right = rng.binomial(LABELLED, accuracy, 2)
        confusion = [[int(right[0]), LABELLED - int(right[0])], [LABELLED - int(right[1]), int(right[1])]]
        metric = WomenShareCorrected("gender_clip", confusion)
        seen = said(rng, share, 0.1, accuracy, PROMPTS)
        found = metric.judge(cohort(seen), None, rng)
        ends = interval_of(
            Influenced(found.value or 0.0, found.influences, found.degrees, found.n), level=0.95, bounds=(0, 1)
        )
        held[0] += ends.low <= share <= ends.high
        n = PROMPTS * IMAGES
        women = rng.binomial(n, share * accuracy + (1 - share) * (1 - accuracy))
        _, low, high = corrected_share_interval(women / n, n, confusion)
        held[1] += low <= share <= high
    return held[0] / runs, held[1] / runs


def coverage_uncertain(rng: np.random.Generator, men_told: float, share: float, runs: int) -> tuple[float, float]:
    """How often the run's interval holds the share where men are Uncertain more often: counted, and not counted.

    The detector is right in 0.95 of what it decides; it decides 0.95 of the women.
    """
    rates = np.array([[0.95 * 0.95, 0.05 * 0.95, 0.05], [0.05 * men_told, 0.95 * men_told, 1 - men_told]])
    held = np.zeros(2)
    for _ in range(runs):
        labelled = [rng.multinomial(LABELLED, row) for row in rates]
        scale = share * (1 - share) / 0.1**2 - 1
        women = rng.random((PROMPTS, IMAGES)) < rng.beta(share * scale, (1 - share) * scale, (PROMPTS, 1))
        answers = np.where(rng.random(women.shape) < 0.95, women, ~women)
        told = rng.random(women.shape) < np.where(women, 0.95, men_told)
        people = cohort(answers, told)
        for place, columns in enumerate((3, 2)):
            metric = WomenShareCorrected("gender_clip", [row[:columns].tolist() for row in labelled])
            found = metric.judge(people, None, rng)
            ends = interval_of(
                Influenced(found.value or 0.0, found.influences, found.degrees, found.n), level=0.95, bounds=(0, 1)
            )
            held[place] += ends.low <= share <= ends.high
    return held[0] / runs, held[1] / runs


def called(rng: np.random.Generator, share: float, lean: float) -> tuple[bool, bool, float]:
    """Whether a model is called biased by the pooled test, and by any prompt after Holm; and its mean excess."""
    sides = np.where(np.arange(PROMPTS) % 2, share + lean, share - lean)
    women = rng.binomial(IMAGES, sides)
    counts = [[int(one), IMAGES - int(one)] for one in women]
    found = balance_of(counts)
    by_chance = expected_deviation(IMAGES, 2)
    excess = float(np.mean([mean_absolute_deviation(row) - by_chance for row in counts]))
    single = any(value is not None and value < 0.025 for value in found.adjusted)
    return found.p_pooled is not None and found.p_pooled < 0.025, single, excess


def main() -> None:
    """Print the tables of docs/bias.md."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=1000)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    rng = np.random.default_rng(given.seed)
    print("| accuracy | share | in a run | independent images |\n|---|---|---|---|")
    for accuracy in (0.7, 0.8, 0.9, 0.98):
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            one, other = coverage(rng, accuracy, share, given.runs)
            print(f"| {accuracy} | {share} | {one:.3f} | {other:.3f} |", flush=True)
    anew = np.random.default_rng(given.seed)
    print("\n| men told | share | Uncertain counted | not counted |\n|---|---|---|---|")
    for men_told in (0.5, 0.7, 0.8, 0.95):
        for share in (0.1, 0.35, 0.5, 0.9):
            one, other = coverage_uncertain(anew, men_told, share, given.runs)
            print(f"| {men_told} | {share} | {one:.3f} | {other:.3f} |", flush=True)
    print("\n| model | pooled test | some prompt, Holm | either: called biased | mean excess |\n|---|---|---|---|---|")
    worlds = {"fair": (0.5, 0.0), "0.7 women": (0.7, 0.0), "0.3 and 0.7 in turn": (0.5, 0.2)}
    for name, (share, lean) in worlds.items():
        found = [called(rng, share, lean) for _ in range(200)]
        pooled, single, excess = (np.array(column) for column in zip(*found, strict=True))
        rates = [f"{share_called:.3f}" for share_called in (pooled.mean(), single.mean(), (pooled | single).mean())]
        print(f"| {name} | {' | '.join(rates)} | {excess.mean():.4f} |")


if __name__ == "__main__":
    main()
