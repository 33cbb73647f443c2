"""Labelled images as logits: folders of classes and tables, a classifier of our own, and what is refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from paragone.analysis.logits import logits_by
from paragone.cli.main import app
from paragone.core.components import Annotator
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.inputs.labelled import Labelled, read_labelled


@dataclass(frozen=True)
class Grey(Annotator):
    """Two classes, dark and light: the logits are how far from white and from black."""

    version: ClassVar[str] = "1"
    columns: ClassVar[Mapping[str, Column]] = {"logits": "vector"}

    @property
    def name(self) -> str:
        return "grey"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        means = [float(picture.pixels.mean()) / 255 for picture in pictures]
        return [{"logits": np.array([1 - mean, mean])} for mean in means]


@pytest.fixture
def images(tmp_path: Path) -> Path:
    for name, value in (("light/a.png", 255), ("dark/b.png", 0), ("dark/deep/c.png", 51)):
        path = tmp_path / "images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (4, 4), (value, value, value)).save(path)
    return tmp_path / "images"


def test_a_folder_of_classes_gives_logits_and_labels(images: Path) -> None:
    found = read_labelled(images, ["dark", "light"])
    assert [(one.path.name, one.label) for one in found] == [("b.png", 0), ("c.png", 0), ("a.png", 1)]
    logits, labels = logits_by(Grey(), found)
    assert labels.tolist() == [0, 0, 1]
    assert logits.round(3).tolist() == [[1.0, 0.0], [0.8, 0.2], [0.0, 1.0]]


def test_a_table_gives_numbers_and_a_class_that_there_is_not_is_refused(images: Path) -> None:
    table = images / "labels.csv"
    table.write_text("image,label\nlight/a.png,1\ndark/b.png,7\n")
    found = read_labelled(table)
    assert found == [Labelled(images / "light/a.png", 1), Labelled(images / "dark/b.png", 7)]
    with pytest.raises(BadInput, match=r"b\.png has the class 7; grey has 2, from 0"):
        logits_by(Grey(), found)
    with pytest.raises(BadInput, match="'dark' is no number of a class; give --classes"):
        read_labelled(images)
    with pytest.raises(BadInput, match="the 1 classes have no 'light'"):
        read_labelled(images, ["dark"])


def test_what_gives_no_logits_is_refused(images: Path) -> None:
    from paragone.core.catalogue import make

    with pytest.raises(BadInput, match="pixels gives no logits of a whole image"):
        logits_by(make("annotators", "pixels"), read_labelled(images, ["dark", "light"]))


def test_a_folder_without_a_classifier_is_told_what_to_add(images: Path) -> None:
    called = CliRunner().invoke(app, ["calibrate", str(images)])
    assert called.exit_code != 0
    assert "--classifier mobilenet_v2" in " ".join(str(called.exception or called.output).split())


def test_images_that_are_all_right_give_no_temperature(tmp_path: Path) -> None:
    np.savez(tmp_path / "logits.npz", logits=np.array([[3.0, 0.0]] * 4), labels=np.zeros(4, np.int64))
    said = CliRunner().invoke(app, ["calibrate", str(tmp_path / "logits.npz")]).output
    assert "No T fits: the classifier is right on these 4 images as a whole" in " ".join(said.split())
    assert "In a plan" not in said
