"""`make attack`: every attack for some minutes, with the counts as a table; `--seed` repeats one exactly."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tests.attack.faults import inject
from tests.attack.fuzz import flip_parts, fuzz, image_reader
from tests.attack.kills import campaign
from tests.attack.pages import attack_pages
from tests.attack.readers import file_readers
from tests.attack.services import attack_client

STEP = 500  # inputs between two looks at the clock


def main() -> None:
    """Run all attacks, each for its share of the time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=20)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        readers = [image_reader(), *file_readers(root)]
        share = (
            asked.minutes * 60 / (len(readers) + 14)
        )  # seconds; images have four shares, kills and faults three each
        for reader in readers:
            inputs = refused = 0
            until = time.monotonic() + share * (4 if reader.name == "images" else 1)
            while time.monotonic() < until:
                refused += fuzz(reader, STEP, rng)
                inputs += STEP
            _tell(f"fuzzed {reader.name}", f"{inputs:,} inputs, {refused:,} refused, no other error")
        believed = flip_parts(root / "flips", 2000, rng)
        _tell("flipped bits in a part", f"2,000 flips, {believed} believed")
        _tell("payloads in pages", f"{attack_pages(root / 'pages', rng)} pages, nothing that runs")
        drawn, missing = attack_client(2000, rng)
        _tell("replies of a hostile service", f"2,000 prompts, {drawn} drawn, {missing:,} missing with a reason")
        kills = max(4, int(share * 3 / 4))
        _tell("kills", f"{kills} kills, {campaign(root / 'kills', kills, rng)} runs equal to one that never was")
        faults = max(4, int(share * 3 / 4))
        _tell(
            "faults of the disk", f"{faults} runs, {inject(root / 'faults', faults, rng)} told in one line, all went on"
        )
    sys.exit(1 if believed else 0)


def _tell(what: str, found: str) -> None:
    sys.stdout.write(f"{what:28} {found}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
