"""The gallery and its thumbnails."""

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from tests.report_run import Wanted, build_run

from paragone.images.encode import encode
from paragone.report.pages.gallery import Query, gallery_page
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site
from paragone.report.site.thumbs import SIDE, make_thumbnails
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=12, side=16)
    return Reader(build_run(tmp_path_factory.mktemp("run"), wanted))


def test_the_gallery_puts_the_worst_first_whichever_way_is_worse(reader: Reader) -> None:
    for metric, sign in (("fractal", -1), ("diversity", 1)):
        page = gallery_page(reader, Query("things", metric, order="worst"))
        values = [sign * float(tile.score) for tile in page.tiles]
        assert values == sorted(values)
        assert len(set(values)) > 1


def test_the_gallery_filters_by_model_tag_range_and_verdict(reader: Reader) -> None:
    query = Query("things", "counting", model="aurora", tag="colour=red", verdict="right", low=0.5)
    page = gallery_page(reader, query)
    assert page.tiles
    assert {(tile.model, tile.score) for tile in page.tiles} == {("aurora", "1")}
    assert all(" red " in tile.text for tile in page.tiles)


def test_the_gallery_shows_where_two_models_differ_most(reader: Reader) -> None:
    page = gallery_page(reader, Query("things", "fractal", model="aurora", other="basalt", order="models"))
    couples = list(zip(page.tiles[::2], page.tiles[1::2], strict=True))
    gaps = [abs(float(one.score) - float(other.score)) for one, other in couples]
    assert [one.prompt_id for one, _ in couples] == [other.prompt_id for _, other in couples]
    assert all(math.isclose(a, b, abs_tol=0.02) or a > b for a, b in itertools.pairwise(gaps))


def test_thumbnails_are_small_and_made_once(tmp_path: Path) -> None:
    folder, site = RunFolder(tmp_path), Site(tmp_path / "report")
    pixels = np.zeros((SIDE * 2, SIDE, 3), dtype=np.uint8)
    file = folder.images.put(encode(pixels), "PNG")
    images = [(Path(file).stem, file)]
    make_thumbnails(images, folder.images, site)
    make_thumbnails(images, folder.images, site)
    assert site.counts["written"] == 1
    (made,) = (tmp_path / "report" / "thumbs").rglob("*.webp")
    from paragone.images.decode import decode

    assert decode(made.read_bytes()).pixels.shape == (SIDE, SIDE // 2, 3)


def test_a_broken_image_has_no_thumbnail_and_stops_nothing(tmp_path: Path) -> None:
    folder, site = RunFolder(tmp_path), Site(tmp_path / "report")
    file = folder.images.put(b"this is no image", "PNG")
    make_thumbnails([(Path(file).stem, file), ("0" * 64, "images/00/none.png")], folder.images, site)
    assert site.counts["written"] == 0
