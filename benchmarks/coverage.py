"""How often our 95 % intervals hold the truth, by simulation: writes docs/coverage.md.

python benchmarks/coverage.py                      all cases, nine minutes of one core; writes the page
python benchmarks/coverage.py --only "win rates"   the cases with these words in their kind or name; prints only

A new kind of number joins by a module with a function `cases` (see _coverage_case.py), named in FAMILIES.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path

import _coverage_changes
import _coverage_coefficients
import _coverage_frechet
import _coverage_means
import _coverage_ranks
import _coverage_sets
import _coverage_texts
from _coverage_case import ENOUGH, TARGET, Case, Row, run

if __name__ == "coverage":  # the other scripts of this folder import numba, which looks for the package of this name
    raise ImportError("benchmarks/coverage.py is a script")

FAMILIES: Sequence[Callable[[], Iterable[Case]]] = (
    _coverage_means.cases,
    _coverage_texts.cases,
    _coverage_ranks.cases,
    _coverage_coefficients.cases,
    _coverage_sets.cases,
    _coverage_frechet.cases,
    _coverage_changes.cases,
)
PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
HEAD = "| case | prompts | held | width | |\n|---|---|---|---|---|"
INTRODUCTION = """# How often the intervals hold the truth

Every row simulates prompts (and several images of each, where it says so) many times over, makes our 95 % interval each
time, and counts how often it holds the true value. **held** is that share, with its Monte Carlo error (one standard
error); nominal is 0.950. **width** is the mean width over that of the interval of someone who knows how far the value
varies (2 x 1.96 true standard deviations): 1 is the best one can hope for, and few prompts must pay for what they do
not know. In brackets is the width itself, of ranks and of values that never varied.

The target is {low:.0%} to {high:.0%} wherever there are {enough} prompts or more. A row that misses it by more than two
Monte Carlo errors is marked: **below target**, *below (few prompts)*, or *wide* (held more often than it says, so wider
than it need be). A p-value of a paired difference is below 0.05 exactly where its interval leaves out zero, so the rows
of differences show its errors too. Which interval is used when, and why: [statistics.md](statistics.md).

Rows below the target are marked where they happen, in tables (`~`, and why) and in the report. Where the sample decides
whether there is a warning, **missed without a warning** is the share of all intervals that miss the truth and do not
say that they may: up to 0.05 is what every 95 % interval promises. Of scores missing by their value all that can be
seen is how many are, and from 5 % on that is told. FID is in the table of endless
images to show what its interval does not promise, and `fid_infinity` what it does.

`python benchmarks/coverage.py --runs {runs} --seed {seed}` writes this page ({minutes:.0f} minutes of one core).
"""


def chosen(only: str) -> list[Case]:
    """The cases with these words in their kind or name, those of one kind together."""
    cases = [case for family in FAMILIES for case in family() if only in f"{case.kind}: {case.name}"]
    kinds = list(dict.fromkeys(case.kind for case in cases))
    names = list(dict.fromkeys(case.name for case in cases))
    return sorted(cases, key=lambda case: (kinds.index(case.kind), names.index(case.name), case.prompts))


def line(row: Row) -> str:
    """One row of the page."""
    name = row.case.name + (f": {row.position}" if row.position else "")
    width = f"{row.width / row.best:.2f}" if row.best > 1e-9 else f"({row.width:.2f})"
    held = "no interval" if math.isnan(row.held) else f"{row.held:.3f} +- {row.error:.3f}"
    without = f" none in {row.without} of {row.without + row.runs}" if row.without and row.runs else ""
    return f"| {name} | {row.case.prompts} | {held} | {width} | {row.mark}{without} |"


def tables(rows: Iterable[Row]) -> str:
    """A table for each kind of number."""
    parts = [
        f"## {kind[0].upper()}{kind[1:]}\n\n{HEAD}\n" + "\n".join(line(row) for row in group)
        for kind, group in groupby(rows, key=lambda row: row.case.kind)
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Simulate, print every row as it comes, and write the page if everything was simulated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="words in the kind or the name of a case")
    parser.add_argument("--runs", type=int, default=1000, help="simulations of a case; costly ones get fewer")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    start = time.process_time()  # the page says what it costs, not how busy the machine was
    rows = []
    for case in chosen(options.only):
        for row in run(case, runs=options.runs, seed=options.seed):
            rows.append(row)
            print(f"{case.kind}: {line(row)}", flush=True)
    minutes = (time.process_time() - start) / 60
    missed = [row for row in rows if row.mark.startswith("**")]
    print(f"{len(rows)} rows in {minutes:.1f} minutes; {len(missed)} of them below the target")
    if not options.only:
        facts = {"low": TARGET[0], "high": TARGET[1], "enough": ENOUGH, "runs": options.runs, "seed": options.seed}
        PAGE.write_text(f"{INTRODUCTION.format(**facts, minutes=minutes)}\n{tables(rows)}", encoding="utf-8")


if __name__ == "__main__":
    main()
