"""The open_clip road of the CLIP annotators, against open_clip itself on a tiny random model."""

import subprocess
import sys
from pathlib import Path

import pytest


def test_open_clip_gives_what_open_clip_gives(tmp_path: Path) -> None:
    for package in ("torch", "open_clip"):
        # Looked for, not imported: what stands in for torchvision must not reach the other tests.
        if not any((Path(folder) / package).is_dir() for folder in sys.path):
            pytest.skip(f"needs {package}; install the hub extra to un-skip")
    script = Path(__file__).with_name("open_clip_on_a_stub.py")
    done = subprocess.run([sys.executable, script, tmp_path], capture_output=True, text=True, check=False)
    assert done.stdout.strip().endswith("equal"), done.stderr
