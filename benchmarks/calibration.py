"""IS against IS* on planted logits: sharpening a classifier inflates the first and not the second; and T's interval.

    python benchmarks/calibration.py [--runs 400] [--figure docs/images/calibration.svg]

A classifier of 20 classes whose logits z are right (labels are drawn from softmax(z)) is made too sure or too unsure
by a factor. T is fitted on 2,000 labelled images and used on 5,000 others, as IS* asks.
"""

import argparse
from pathlib import Path

import numpy as np

from paragone.stats.fidelity import inception_score
from paragone.stats.fidelity.calibration import expected_calibration_error, fit_temperature, temperature_interval

CLASSES, LABELLED, DRAWN, SPREAD = 20, 2_000, 5_000, 2.0
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


def planted(rng: np.random.Generator, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Logits that are right, and labels drawn from them."""
    logits = rng.normal(scale=SPREAD, size=(count, CLASSES))
    labels = (logits + rng.gumbel(size=logits.shape)).argmax(axis=1)  # the Gumbel trick: a draw from the softmax
    return logits, labels


def sharpened(rng: np.random.Generator) -> list[tuple[float, float, float, float, float, float]]:
    """For each factor: T, the calibration error before and after, IS and IS*."""
    logits, labels = planted(rng, LABELLED)
    drawn, _ = planted(rng, DRAWN)
    rows = []
    for factor in FACTORS:
        wrong = logits * factor
        found = fit_temperature(wrong, labels)
        errors = [expected_calibration_error(wrong, labels, temperature=one).error for one in (1.0, found)]
        scores = [inception_score(drawn * factor, 10, one).mean for one in (1.0, found)]
        rows.append((factor, found, *errors, *scores))
    return rows


def coverage(rng: np.random.Generator, runs: int, count: int, factor: float) -> float:
    """How often the interval of T holds the factor."""
    held = 0
    for _ in range(runs):
        logits, labels = planted(rng, count)
        low, high = temperature_interval(logits * factor, labels)
        held += low <= factor <= high
    return held / runs


def figure(rows: list[tuple[float, float, float, float, float, float]]) -> str:
    """IS and IS* by the factor, both axes logarithmic, readable on light and dark."""
    top = max(row[4] for row in rows) * 1.1
    floor = min(row[4] for row in rows) * 0.9

    def place(factor: float, value: float) -> tuple[float, float]:
        x = 50 + 280 * np.log2(factor / FACTORS[0]) / np.log2(FACTORS[-1] / FACTORS[0])
        return float(x), float(190 - 160 * np.log(value / floor) / np.log(top / floor))

    parts = [
        '<line x1="50" y1="190" x2="330" y2="190" stroke="#888"/><line x1="50" y1="30" x2="50" y2="190" stroke="#888"/>'
    ]
    for factor in FACTORS:
        x, _ = place(factor, floor)
        parts.append(f'<text x="{x:.1f}" y="204" text-anchor="middle">{factor:g}</text>')
    for value in (2, 3, 5, 10, 15):
        if floor <= value <= top:
            parts.append(f'<text x="44" y="{place(1, value)[1] + 3:.1f}" text-anchor="end">{value}</text>')
    for name, column, colour in (("IS", 4, "#d97a3a"), ("IS*", 5, "#3b82b8")):
        points = [place(row[0], row[column]) for row in rows]
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="'
            + " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            + '"/>'
        )
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" style="fill:{colour};font-weight:600">{name}</text>')
    parts.append('<text x="190" y="220" text-anchor="middle">logits times this factor (1: calibrated)</text>')
    parts.append('<text x="50" y="18">score of the same 5,000 images</text>')
    style = "<style>text{font:11px sans-serif;fill:#888}</style>"
    opening = '<svg xmlns="http://www.w3.org/2000/svg" width="380" height="230" viewBox="0 0 380 230">'
    return f"{opening}{style}{''.join(parts)}</svg>\n"


def main() -> None:
    """Print both tables, and write the figure where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--figure", type=Path)
    given = parser.parse_args()
    rng = np.random.default_rng(0)
    rows = sharpened(rng)
    print("factor  T       ECE before  after   IS      IS*")
    for factor, found, before, after, plain, starred in rows:
        print(f"{factor:<7g} {found:<7.4f} {before:<11.4f} {after:<7.4f} {plain:<7.3f} {starred:.3f}")
    print("\nimages  factor  the interval of T holds it in")
    for count in (100, 500, 2000):
        for factor in (0.5, 2.0):
            print(f"{count:<7} {factor:<7g} {coverage(rng, given.runs, count, factor):.3f} of {given.runs}")
    if given.figure:
        given.figure.write_text(figure(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
