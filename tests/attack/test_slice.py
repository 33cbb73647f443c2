"""A short slice of the attacks, the same each time; `make attack` goes on for minutes, and kills runs as well."""

from pathlib import Path

import numpy as np

from tests.attack.faults import inject
from tests.attack.fuzz import flip_parts, fuzz, image_reader
from tests.attack.pages import Page, attack_pages
from tests.attack.readers import file_readers
from tests.attack.services import attack_client


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def test_damaged_images_are_pictures_or_refused() -> None:
    assert fuzz(image_reader(), 1500, rng()) > 300


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    for reader in file_readers(tmp_path):
        for example in reader.examples:
            reader.read(example)  # is well-formed, or every refusal would mean nothing
        assert fuzz(reader, 150, rng()) > 0, reader.name


def test_whatever_a_service_sends_a_prompt_is_drawn_or_missing_with_its_reason() -> None:
    drawn, missing = attack_client(200, rng())
    assert drawn > 0
    assert missing > 100


def test_a_disk_that_fails_is_told_in_one_line_and_the_run_goes_on(tmp_path: Path) -> None:
    assert inject(tmp_path, 2, rng()) > 0


def test_no_flipped_bit_is_believed(tmp_path: Path) -> None:
    assert flip_parts(tmp_path, 100, rng()) == 0


def test_payloads_run_on_no_page(tmp_path: Path) -> None:
    assert attack_pages(tmp_path, rng()) > 10
    assert Page("<p onclick=x><a href=' JavaScript:x'>").dangers  # the detector detects
