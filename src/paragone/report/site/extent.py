"""How much of a run a static site shows: of a big one the first prompts, as a file for every image would take hours.

All that sums up the run is there in any case. What a page leads to and is not written is said by one page in its place,
and `paragone serve` makes every page when it is asked for.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import polars as pl

from paragone.report import urls
from paragone.report.read.reader import Reader
from paragone.store.folder import RunFolder

IMAGES = 10_000  # whose pages are written; a run with no more is written whole
LINK = re.compile(rb'href="(?P<up>(?:\.\./)*)(?P<path>(?:prompts?|image)/[^"#?]+\.html)')
THUMBNAIL = re.compile(rb"thumbs/[0-9a-f]{2}/([0-9a-f]{40})\.webp")


@dataclass(frozen=True)
class Extent:
    """The prompts that have pages of their own, by scenario."""

    prompts: Mapping[str, Collection[str]] | None = None  # None: every one
    words: str = ""  # for people, where some have none


@dataclass(frozen=True)
class UnwrittenPage:
    """What is said in place of a page that is not written."""

    title: str
    words: str
    advice: str


def extent_of(reader: Reader, shown_first: Collection[str]) -> Extent:
    """Every prompt of a run that is not big, or the first of each scenario and those at the paths `shown_first`."""
    images = {scenario: reader.images_on(scenario) for scenario in reader.scenarios}
    total = sum(images.values())
    if total <= IMAGES:
        return Extent()
    chosen, shown = {}, 0
    for scenario in reader.scenarios:
        ids = reader.prompts(scenario)["prompt_id"].to_list()
        first = set(ids[: max(1, len(ids) * IMAGES // total)])
        chosen[scenario] = {one for one in ids if one in first or urls.prompt(scenario, one) in shown_first}
        shown += images[scenario] * len(chosen[scenario]) // max(1, len(ids))
    words = (
        f"Pages of {shown:,} of the {total:,} images are written here: those of the first prompts, and of what the "
        f"first page shows. `paragone serve RUN` makes the page of any image when it is asked for; "
        "`paragone report RUN --all` writes them all."
    )
    return Extent(chosen, words)


def links_in(html: bytes) -> set[str]:
    """The pages of prompts and images that a page leads to."""
    return {found["path"].decode() for found in LINK.finditer(html)}


def with_links_to(html: bytes, written: Collection[str]) -> bytes:
    """The page with every other link to a prompt or an image leading to the page that tells of what is not written."""

    def link(found: re.Match[bytes]) -> bytes:
        is_there = found["path"].decode() in written
        return found[0] if is_there else b'href="' + found["up"] + urls.UNWRITTEN.encode()

    return LINK.sub(link, html)


def thumbnails_in(html: bytes) -> set[str]:
    """The first 40 digits of the hashes of the images that a page shows."""
    return {found.decode() for found in THUMBNAIL.findall(html)}


def images_named(folder: RunFolder, starts: Collection[str]) -> list[tuple[str, str]]:
    """Hash and file of the images whose hashes begin so."""
    if not starts:
        return []
    here = pl.col("image").str.head(40).is_in(list(starts)) & pl.col("file").is_not_null()
    some = folder.table("samples").batches(["image", "file"], where=here)
    return sorted({image: (image, file) for few in some for image, file in few.iter_rows()}.values())
