"""A short slice of the attacks, the same each time; `make attack` goes on for minutes, and kills runs as well."""

from pathlib import Path

import numpy as np

from tests.attack.fuzz import file_readers, flip_parts, fuzz, image_reader
from tests.attack.pages import Page, attack_pages


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def test_damaged_images_are_pictures_or_refused() -> None:
    assert fuzz(image_reader(), 1500, rng()) > 300


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    refused = {reader.name: fuzz(reader, 200, rng()) for reader in file_readers(tmp_path)}
    assert refused["npz"] > 50
    assert refused["jsonl"] > 20


def test_no_flipped_bit_is_believed(tmp_path: Path) -> None:
    assert flip_parts(tmp_path, 100, rng()) == 0


def test_payloads_run_on_no_page(tmp_path: Path) -> None:
    assert attack_pages(tmp_path, rng()) > 10
    assert Page("<p onclick=x><a href=' JavaScript:x'>").dangers  # the detector detects
