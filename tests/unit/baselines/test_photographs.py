"""CUB and COCO as training data: the sources' crops, tokens and splits, on small archives of their formats."""

import io
import json
import pickle
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

torch = pytest.importorskip("torch", reason="the extra torch is not installed")

from paragone.baselines.attngan import train as gan  # noqa: E402
from paragone.baselines.damsm import collect, data, folder  # noqa: E402
from paragone.baselines.damsm import train as damsm_train  # noqa: E402
from paragone.baselines.damsm.photographs import Photographs, bird_square, kept_size, part_of, shortened  # noqa: E402
from paragone.core.errors import BadInput, BadOption  # noqa: E402

NAMES = [f"00{kind}.Bird/B_{kind}_{place}" for kind in (1, 2) for place in range(3)]


def photograph(width: int, height: int, level: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), (level, 100, 100)).save(file, format="PNG")
    return file.getvalue()


@pytest.fixture
def birds(tmp_path: Path) -> tuple[Path, Path]:
    texts = io.BytesIO()
    with zipfile.ZipFile(texts, "w") as bundle:
        for name in [*NAMES, "009.Last/L_1"]:
            bundle.writestr(f"text/{name}.txt", f"this bird of {name[:3]} is red\nit has a Beak's tip\n")
    captions = tmp_path / "birds.zip"
    with zipfile.ZipFile(captions, "w") as bundle:
        bundle.writestr("birds/text.zip", texts.getvalue())
        bundle.writestr("birds/train/filenames.pickle", pickle.dumps(NAMES, protocol=2))
        bundle.writestr("birds/test/filenames.pickle", pickle.dumps(["009.Last/L_1"], protocol=2))
    files = {"images.txt": "", "bounding_boxes.txt": ""}
    photographs = tmp_path / "CUB_200_2011.tgz"
    with tarfile.open(photographs, "w:gz") as pack:
        for number, name in enumerate(NAMES, 1):
            files["images.txt"] += f"{number} {name}.jpg\n"
            files["bounding_boxes.txt"] += f"{number} 60.0 27.0 40.0 20.0\n"
            add(pack, f"CUB_200_2011/images/{name}.jpg", photograph(200, 150, number))
        for name, text in files.items():
            add(pack, f"CUB_200_2011/{name}", text.encode())
    return captions, photographs


def add(pack: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    pack.addfile(info, io.BytesIO(content))


def test_a_birds_square_by_hand() -> None:
    # Half of the square's side is int(0.75 * 40) = 30; its centre is (80, 37), so the top is cut off at 0.
    assert bird_square((60.0, 27.0, 40.0, 20.0), (200, 150)) == (50, 7, 110, 67)
    assert bird_square((60.0, 17.0, 40.0, 20.0), (200, 150)) == (50, 0, 110, 57)


def test_the_shorter_side_becomes_76_and_a_part_of_64_is_cut_out() -> None:
    assert kept_size(Image.new("RGB", (500, 375))).shape == (76, 101, 3)
    assert kept_size(Image.new("L", (60, 90))).shape == (114, 76, 3)
    image = np.tile(np.arange(101, dtype=np.uint8)[None, :, None], (76, 1, 3))
    parts = [part_of(image, np.random.default_rng(seed)) for seed in range(20)]
    assert {part.shape for part in parts} == {(64, 64, 3)}
    steps = {int(part[0, 1, 0]) - int(part[0, 0, 0]) for part in parts}
    assert steps == {1, -1}, "some are mirrored"
    assert len({int(part.min()) for part in parts}) > 5


def test_of_a_long_caption_some_words_are_kept_in_their_order() -> None:
    text = " ".join(f"w{place:02d}" for place in range(30))
    kept = shortened(text, 18, np.random.default_rng(0)).split()
    assert len(kept) == 18
    assert kept == sorted(kept)
    assert kept != text.split()[:18], "not simply the first ones"


def test_cub_has_the_train_split_its_classes_and_the_words_of_both_splits(birds: tuple[Path, Path]) -> None:
    found = collect.cub(*birds)
    assert found.size == 6
    assert found.classes.tolist() == [1, 1, 1, 2, 2, 2]
    assert found.shapes.tolist() == [[76, 76]] * 6  # squares of 60 pixels, enlarged
    assert found.photograph(4)[0, 0].tolist() == [5, 100, 100]
    assert found.vocabulary["009"] >= 1, "a word of the test split"
    assert sorted(found.vocabulary.values()) == list(range(1, len(found.words) + 1))
    assert found.longest == 18
    seen = found.visit(np.array([5, 0]), np.random.default_rng(0))
    assert [int(image[0, 0, 0]) for image in seen.images] == [6, 1]
    assert set(seen.texts) <= {"this bird of 001 is red", "this bird of 002 is red", "it has a beak s tip"}
    assert collect.cub(*birds, 2).size == 2


def test_a_folder_serves_as_well_as_the_archive(birds: tuple[Path, Path], tmp_path: Path) -> None:
    with tarfile.open(birds[1]) as pack:
        pack.extractall(tmp_path / "unpacked", filter="data")
    assert np.array_equal(collect.cub(birds[0], tmp_path / "unpacked").pixels, collect.cub(*birds).pixels)


def test_coco_has_train_photographs_whole_and_each_its_own_class(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "annotations.zip", "w") as bundle:
        for split, start in (("train", 9), ("val", 42)):
            rows = [{"id": start + n, "image_id": start + n // 2, "caption": f"{split} cat {n}"} for n in range(4)]
            bundle.writestr(f"annotations/captions_{split}2014.json", json.dumps({"annotations": rows, "images": []}))
    with zipfile.ZipFile(tmp_path / "train2014.zip", "w") as bundle:
        for image in (9, 10):
            bundle.writestr(f"train2014/COCO_train2014_{image:012d}.jpg", photograph(500, 375, image))
    found = collect.coco(tmp_path / "annotations.zip", tmp_path / "train2014.zip")
    assert (found.size, found.longest, found.classes.tolist()) == (2, 15, [0, 1])
    assert found.shapes.tolist() == [[76, 101]] * 2
    assert found.captions[found.owners == 1].tolist() == ["train cat 2", "train cat 3"]
    assert "val" in found.vocabulary


def test_damsm_and_a_gan_train_on_photographs(birds: tuple[Path, Path], tmp_path: Path) -> None:
    collect.main("cub", tmp_path / "cub.npz", *birds)
    found = data.load(tmp_path / "cub.npz")
    assert isinstance(found, Photographs)
    whole, again = (damsm_train.Training(found, features=128, seed=0) for _ in range(2))
    assert whole.step() == again.step()
    folder.save(whole.damsm, tmp_path / "damsm", {"trunk": "small", "features": 128})
    training = gan.Training("attngan", found, folder.load(tmp_path / "damsm"), seed=0)
    assert np.isfinite(training.step()).all()


def test_what_is_missing_is_said(birds: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no data set 'birds'"):
        collect.main("birds", tmp_path / "x.npz")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=r"lacks bounding_boxes\.txt, images\.txt"):
        collect.cub(birds[0], tmp_path / "empty")
    (tmp_path / "no.tgz").write_bytes(b"not an archive")
    with pytest.raises(BadInput, match="cannot be read as an archive"):
        collect.cub(birds[0], tmp_path / "no.tgz")
    with pytest.raises(BadInput, match="are not those of CUB"):
        collect.boxes_of("1 a.jpg", "2 1 1 1 1")
