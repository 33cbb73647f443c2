"""A simulated study with planted truth: how often intervals hold it, and how many careless people are found.

    python benchmarks/study_truth.py --runs 200

Each run plants a mean for each of three models, draws prompts, people (severity, noise) and single answers on 1 to 5,
and assigns items as the study page does. The truth of a model is its mean over endless prompts and people, found once
by drawing very many. Careless people (10, 20, 40 %) answer by chance; the rules of the study page look for them.
"""

import argparse
from dataclasses import dataclass

import numpy as np

from paragone.rating.design.assign import Load, Slot, assign
from paragone.rating.results.models import mean_rows
from paragone.rating.results.quality import rater_quality
from paragone.rating.results.read import Vote
from paragone.rating.store.study import Item, Shown

MODELS = {"a": 2.6, "b": 3.0, "c": 3.3}
PROMPT, OWN, SEVERITY, TASTE, NOISE = 0.5, 0.4, 0.4, 0.15, 0.7  # standard deviations


@dataclass(frozen=True)
class Size:
    prompts: int = 40
    people: int = 25
    each: int = 40
    per_item: int = 8


def answers(score: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(score), 1, 5)


def truth_of(model: str, rng: np.random.Generator, n: int = 4_000_000) -> float:
    spread = np.sqrt(PROMPT**2 + OWN**2 + SEVERITY**2 + TASTE**2 + NOISE**2)
    return float(answers(MODELS[model] + rng.normal(0, spread, n)).mean())


def simulate(size: Size, careless: float, rng: np.random.Generator) -> tuple[list[Vote], set[str]]:
    names, by_prompt = list(MODELS), rng.normal(0, PROMPT, size.prompts)
    own = rng.normal(0, OWN, (len(names), size.prompts))
    items = {}
    for m, model in enumerate(names):
        for p in range(size.prompts):
            shown = (Shown("x", None, model, "s", f"p{p}", 0, "h"),)
            items[m * size.prompts + p] = Item(
                m * size.prompts + p, "item", model, f"p{p}", "", sensitive=False, images=shown
            )
    taken: dict[int, int] = {}
    votes, bad = [], set()
    for person in range(size.people):
        is_careless = person < round(careless * size.people)
        name, severity, taste = f"r{person:03}", rng.normal(0, SEVERITY), rng.normal(0, TASTE, len(names))
        bad.update([name] if is_careless else [])
        slots = [Slot(k, one.arm, one.prompt_key, size.per_item, taken.get(k, 0)) for k, one in items.items()]
        for place, turn in enumerate(assign(slots, Load(size.each), rng=rng)):
            m, p = divmod(turn.item, size.prompts)
            taken[turn.item] = taken.get(turn.item, 0) + 1
            score = MODELS[names[m]] + by_prompt[p] + own[m, p] + severity + taste[m] + rng.normal(0, NOISE)
            value = float(rng.integers(1, 6)) if is_careless else float(answers(np.array(score)))
            votes.append(Vote(name, items[turn.item], "item", "q", value, "", 3.0, None, place))
    return votes, bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    truth = {model: truth_of(model, rng) for model in MODELS}
    held: dict[str, list[bool]] = {}
    for _ in range(given.runs):
        votes, _ = simulate(Size(), 0.0, rng)
        for row in mean_rows("q", votes):
            wanted = truth[row.model] - (truth[row.other] if row.other else 0.0)
            found = row.estimate
            name = f"{row.model} - {row.other}" if row.other else row.model
            held.setdefault(name, []).append(bool(found.low <= wanted <= found.high))
    print(f"coverage of 95 % intervals, {given.runs} studies of {Size()}")
    for name, inside in held.items():
        print(f"  {name:8} {np.mean(inside):.3f} (+-{1.96 * np.sqrt(0.05 * 0.95 / given.runs):.3f} by chance)")
    for share in (0.1, 0.2, 0.4):
        found = right = wrong = total = 0
        for _ in range(max(given.runs // 5, 10)):
            votes, bad = simulate(Size(), share, rng)
            named = {one.rater for one in rater_quality(votes) if one.reasons}
            found, total = found + len(named & bad), total + len(bad)
            wrong, right = wrong + len(named - bad), right + Size().people - len(bad)
        print(
            f"careless {share:.0%}: recall {found / total:.3f} ({found} of {total}), honest named {wrong / right:.3f}"
        )


if __name__ == "__main__":
    main()
