"""Write docs/parity.md: every metric beside the peer that others use, on the same input."""

import sys
from pathlib import Path

import _parity_cases as parity

PAGE = Path(__file__).parents[1] / "docs" / "parity.md"
HEAD = """# Parity: our numbers beside those of the libraries others use

Written by `python benchmarks/parity.py`; a test checks that it is in step. Both sides get the same arrays, made from
fixed seeds in `benchmarks/_parity_data.py`: features, logits, images or words, so no network is in between. The
difference is relative to the larger number and must be at most 1e-6, or 1e-4 in the rows marked float32, where the peer
itself computes in that. Ours, for metrics of sets, is what the public metric gives of two cohorts (`Fid().judge(drawn,
real)`), every image of a prompt of its own; only HEIM's KID, which needs 1,000 images, is a function below its metric.

- Below the dimension and with constant features a covariance is singular; the peers' matrix roots lose about half their
  digits there, and what differs is theirs (ours comes from singular values of a small matrix).
- torch-fidelity and prdc differ in whether a ball includes its edge; ours does. On ties (drawings that copy real ones)
  prdc gives less.
- On flat windows torchmetrics' UIQI is decided by rounding; ours is 0 there. Such images are not in the table.
- MS-SSIM is compared with `edges="full"`, the rule of torchmetrics 1.x; the default is that of 0.11, which HEIM pins.
- Peers that ask for torchvision are loaded with an empty stand-in for it; only their arithmetic is called.
- SOA, CA, PA, R-precision and the clip scores have no installable reference; tests/unit/metrics checks them by
  hand-worked values.

| metric | reference | version | called | input | ours | reference's | relative difference |
|---|---|---|---|---|---|---|---|
"""


def line(row: parity.Row) -> str:
    """One line of the table."""
    case = row.case
    reference = case.peer + (" (float32)" if case.tolerance > parity.EXACT else "")
    shown = [
        case.metric,
        reference,
        row.version,
        f"`{case.call}`",
        case.input,
        f"{row.ours:.10g}",
        f"{row.theirs:.10g}",
    ]
    return "| " + " | ".join([*shown, f"{row.difference:.1e}"]) + " |"


def main() -> int:
    """Compare, write and say what could not be compared."""
    rows, absent = [], set()
    for case in parity.cases():
        row = parity.compare(case)
        if row is None:
            absent.add(case.peer)
        else:
            rows.append(row)
    if absent:
        print(f"not installed, page not written: {', '.join(sorted(absent))}")
        return 1
    rows.sort(key=lambda row: (row.case.metric, row.case.peer))
    PAGE.write_text(HEAD + "\n".join(line(row) for row in rows) + "\n", encoding="utf-8")
    worst = max(rows, key=lambda row: row.difference / row.case.tolerance)
    print(f"{len(rows)} comparisons; the worst, {worst.case.label}, differs by {worst.difference:.1e}")
    return int(any(row.difference > row.case.tolerance for row in rows))


if __name__ == "__main__":
    sys.exit(main())
