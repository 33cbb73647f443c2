"""CUB-200-2011 or MS-COCO 2014 as training data for DAMSM and the GANs, with the sources' splits, crops and tokens.

    paragone data fetch cub-200-2011 cub-attngan-captions
    python -m paragone.baselines.damsm.collect cub --out cub.npz

Photographs and captions are those of `paragone data`, or the files that you name: archives, or folders of them.
"""

import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path, PurePosixPath
from typing import Annotated, NamedTuple

import numpy as np
import typer
from PIL import Image

from paragone.assets.cache import path_of
from paragone.baselines.damsm.photographs import Box, Photographs, bird_square, gathered, kept_size
from paragone.core.errors import BadInput, BadOption
from paragone.core.foreign import reading
from paragone.core.types import Pixels
from paragone.images.decode import decode
from paragone.inputs.birds import read_birds
from paragone.inputs.captions import Caption, read_captions

TABLES = frozenset({"images.txt", "bounding_boxes.txt"})


def members(place: Path, ends: Set[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a folder, zip or tar whose path ends so, each with that end; nothing is unpacked."""
    depths = {len(PurePosixPath(end).parts) for end in ends}

    def end_of(name: str) -> str:
        parts = PurePosixPath(name).parts
        return next((end for depth in depths if (end := "/".join(parts[-depth:])) in ends), "")

    if place.is_dir():
        for path in sorted(place.rglob("*")):
            if end := end_of(path.relative_to(place).as_posix()):
                yield end, path.read_bytes()
        return
    with reading(lambda said: f"{place} cannot be read as an archive of photographs ({said}); get it anew"):
        yield from _of_archive(place, end_of)


def _of_archive(place: Path, end_of: Callable[[str], str]) -> Iterator[tuple[str, bytes]]:
    if zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as bundle:
            yield from ((end, bundle.read(name)) for name in bundle.namelist() if (end := end_of(name)))
        return
    with tarfile.open(place) as pack:
        for member in pack:
            if (end := end_of(member.name)) and (stream := pack.extractfile(member)):
                yield end, stream.read()


def cub(captions: Path, photographs: Path, limit: int | None = None) -> Photographs:
    """Birds of AttnGAN's train split, each cut to a square about its box; its class is the kind of bird."""
    found = dict(list(read_birds(captions, "train").items())[:limit])
    tables = {name: data.decode("utf-8") for name, data in members(photographs, TABLES)}
    if set(tables) != TABLES:
        raise BadInput(f"{photographs} lacks {', '.join(sorted(TABLES - set(tables)))}; give CUB_200_2011.tgz whole")
    boxes = boxes_of(tables["images.txt"], tables["bounding_boxes.txt"])

    def cut(name: str, image: Image.Image) -> Image.Image:
        return image.crop(bird_square(boxes[name], image.size))

    images = _images(photographs, {f"{name}.jpg": name for name in found}, cut)
    names = [name for name in found if name in images]
    every = [text for split in ("train", "test") for some in read_birds(captions, split).values() for text in some]
    return gathered(
        [images[name] for name in names],
        [found[name] for name in names],
        classes=[int(name.partition(".")[0]) for name in names],
        every_text=every,
        longest=18,
    )


def coco(captions: Path, photographs: Path, limit: int | None = None) -> Photographs:
    """Photographs of train 2014, whole; each is a class of its own."""
    by_image: dict[str, list[Caption]] = {}
    train = read_captions(captions, "train")
    for caption in train:
        by_image.setdefault(caption.image, []).append(caption)
    chosen = dict(list(by_image.items())[:limit])
    files = {f"COCO_train2014_{int(image):012d}.jpg": image for image in chosen}
    images = _images(photographs, files, lambda _, image: image)
    names = [image for image in chosen if image in images]
    every = [caption.text for caption in (*train, *read_captions(captions, "val"))]
    return gathered(
        [images[name] for name in names],
        [[caption.text for caption in chosen[name]] for name in names],
        classes=range(len(names)),
        every_text=every,
        longest=15,
    )


def boxes_of(names: str, boxes: str) -> Mapping[str, Box]:
    """The box of each photograph, out of CUB's two tables."""
    with reading(lambda said: f"the tables of boxes are not those of CUB-200-2011 ({said}); get the archive anew"):
        name_of = dict(line.split() for line in names.splitlines() if line.strip())
        rows = [line.split() for line in boxes.splitlines() if line.strip()]
        return {
            name_of[number].removesuffix(".jpg"): (float(x), float(y), float(width), float(height))
            for number, x, y, width, height in rows
        }


def _images(
    photographs: Path, names: Mapping[str, str], cut: Callable[[str, Image.Image], Image.Image]
) -> dict[str, Pixels]:
    found = {}
    for end, data in members(photographs, names.keys()):
        whole = Image.fromarray(decode(data, name=end).pixels)
        found[names[end]] = kept_size(cut(names[end], whole))
    if not found:
        raise BadInput(f"{photographs} has none of the photographs, such as {next(iter(names))}; check the path")
    return found


class Source(NamedTuple):
    """How a data set is made, and where `paragone data` keeps what it is made of."""

    make: Callable[[Path, Path, int | None], Photographs]
    captions: str
    photographs: str


SOURCES = {
    "cub": Source(cub, "cub-attngan-captions", "cub-200-2011"),
    "coco": Source(coco, "mscoco-2014-captions", "mscoco-2014-train-images"),
}


def save(found: Photographs, out: Path) -> None:
    """Write it as one file, aside first."""
    part = out.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **found._asdict())
    part.replace(out)


def main(
    name: Annotated[str, typer.Argument(help=" or ".join(SOURCES))],
    out: Annotated[Path, typer.Option(help="the .npz to write")],
    captions: Annotated[Path | None, typer.Option(help="birds.zip, or annotations_trainval2014.zip")] = None,
    photographs: Annotated[Path | None, typer.Option(help="the archive of photographs, or a folder")] = None,
    limit: Annotated[int | None, typer.Option(help="only so many photographs")] = None,
) -> None:
    """Collect a data set for training."""
    if name not in SOURCES:
        raise BadOption(f"there is no data set {name!r}; there are {', '.join(SOURCES)}")
    source = SOURCES[name]
    made = source.make(captions or path_of(source.captions), photographs or path_of(source.photographs), limit)
    save(made, out)
    typer.echo(f"{out}: {made.size} photographs, {len(made.captions)} captions, {len(made.words)} words")


if __name__ == "__main__":
    typer.run(main)
