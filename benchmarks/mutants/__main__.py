"""How many small changes to our code the tests notice: `make mutants PACKAGE=stages SAMPLE=60 SEED=0`.

A full run takes many hours, so places are drawn at random, one change is made at each, and the tests that belong to the
package and run that line are run until one fails. What survives is shown as a diff; the score goes to docs/mutants.md.
"""

import argparse
import datetime
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import numpy as np
from changes import Change, change_at, places_of
from trial import PATIENCE_S, Known, Tree, load_heavy, survives

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "mutants.md"
TESTS = {  # package -> the tests that belong to it (besides the examples in its docstrings)
    "core": ["tests/unit/core"],
    "stages": [
        *("tests/unit/stages", "tests/unit/analysis/test_perturbed.py", "tests/unit/analysis/test_perturbed_sets.py")
    ],
    "stats": ["tests/unit/stats"],
    "metrics": ["tests/unit/metrics", "tests/unit/scenes/test_skill_metrics.py"],
    "store": ["tests/unit/store", "tests/unit/test_damage.py"],
}


def main() -> None:
    """Draw, try and count the mutants of one package, or of all five."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--package", choices=TESTS, default=None)
    parser.add_argument("--sample", type=int, default=60, help="places to change in each package")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="mutants at once; the numbers are the same")
    parser.add_argument("--budget", type=float, default=30.0, help="seconds of tests for each mutant")
    given = parser.parse_args()
    sys.dont_write_bytecode = False
    load_heavy()
    for package in [given.package] if given.package else TESTS:
        with tempfile.TemporaryDirectory(prefix="mutants-") as place:
            killed, tried, all_places = try_package(Tree(ROOT, Path(place)), package, given)
        write_row(
            package,
            killed,
            tried,
            f"{all_places:,} | `make mutants PACKAGE={package} SAMPLE={given.sample} SEED={given.seed}`",
        )


def try_package(tree: Tree, package: str, given: argparse.Namespace) -> tuple[int, int, int]:
    """How many mutants of a sample were noticed, how many there were, and of how many places they were drawn."""
    folder = tree.root / "src" / "paragone" / package
    tests = [name for name in TESTS[package] if (tree.root / name).exists()]
    known = Known(tree, package, [*tests, str(folder.relative_to(tree.root))])
    parsed = [places_of(path) for path in sorted(folder.rglob("*.py"))]
    everywhere = [(place, module) for module, places in parsed for place in places]
    rng = np.random.default_rng(given.seed)
    chosen = [everywhere[index] for index in rng.permutation(len(everywhere))[: given.sample]]
    changes = [change_at(place, int(rng.integers(len(place.others))), module) for place, module in chosen]
    free: SimpleQueue[Tree] = SimpleQueue()
    for number in range(given.processes):
        free.put(Tree(tree.root, tree.root / f"copy{number}"))

    def is_noticed(change: Change) -> bool:
        tests = known.tests_of(change.path, change.lines, given.budget)
        own = free.get()
        path = own.root / change.path.relative_to(tree.root)
        patience_s = PATIENCE_S + 5 * sum(known.seconds[name] for name in tests)
        is_alive = not tests or survives(own, path, change.text, tests, patience_s)
        free.put(own)
        if is_alive:
            print(f"\nsurvived {len(tests)} tests\n{change.diff(tree.root)}", flush=True)
        return not is_alive

    killed = 0
    with ThreadPoolExecutor(given.processes) as pool:
        for number, is_killed in enumerate(pool.map(is_noticed, changes), 1):
            killed += is_killed
            print(f"{package} {number}/{len(changes)}: {killed} killed", file=sys.stderr, flush=True)
    return killed, len(changes), len(everywhere)


def write_row(package: str, killed: int, tried: int, rest: str) -> None:
    """Print a package's score with its interval, and put it into its row of the page."""
    sys.path.insert(0, str(ROOT / "src"))
    from paragone.stats.wilson import wilson  # only now: children must load the changed copy, not this one

    low, high = wilson(killed, tried)
    score = f"{killed / tried:.0%} [{low:.0%}, {high:.0%}]"
    print(f"\n{package}: {killed} of {tried} killed, {score}", flush=True)
    row = f"| `{package}` | {score} | {killed} of {tried} | {rest} | {datetime.date.today()} |"
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    PAGE.write_text(
        "\n".join(row if line.startswith(f"| `{package}` |") else line for line in lines) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
