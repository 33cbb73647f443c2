"""Write a run's report as a static site, a batch of prompts at a time; what has not changed is left alone."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from paragone.analysis.differences import store_baselines
from paragone.analysis.people import take_ratings
from paragone.analysis.ratings import ratings_in
from paragone.report import urls
from paragone.report.export.files import put_exports
from paragone.report.page_table import PAGES, PageKind, RunPages
from paragone.report.pages.first.board import board_of
from paragone.report.pages.prompts import prompt_pages
from paragone.report.read.prompt_batch import PromptBatch
from paragone.report.read.reader import Reader
from paragone.report.site.carry import carry_images
from paragone.report.site.extent import (
    Extent,
    UnwrittenPage,
    extent_of,
    images_named,
    links_in,
    thumbnails_in,
    with_links_to,
)
from paragone.report.site.files import STATIC, Site
from paragone.report.site.gallery_data import put_gallery_data
from paragone.report.site.render import frame_of, page_html, page_json
from paragone.report.site.thumbs import make_thumbnails
from paragone.report.site.upload import FOLDER, begin, upload
from paragone.store.folder import RunFolder

DERIVED = (
    *("estimates", "ranks", "differences", "changes", "aspects", "correlations", "people", "map", "calibrations"),
    "notices",
)


def build_report(
    folder: RunFolder, out: Path | None = None, *, notify: Callable[[str], None] = lambda line: None
) -> str:
    """Write the site into the run folder, or with its images into `out`, and give its first page.

    `notify` gets a line for people where a big run's images do not all have pages.
    """
    build = Build(folder, out)
    build.run()
    if build.extent.words:
        notify(build.extent.words)
    return build.address


class Build:
    """One build of a site; `baselines` are models to compare with all others, where there are many.

    Of a big run only the first prompts get pages, unless `every` one is asked for, now or the last time.
    """

    def __init__(
        self,
        folder: RunFolder,
        out: Path | None = None,
        *,
        ratings: Path | None = None,
        baselines: Sequence[str] = (),
        every: bool = False,
    ) -> None:
        store_baselines(folder, baselines)
        if (given := ratings or ratings_in(folder.root)) is not None:
            take_ratings(folder, given)
        self.reader = Reader(folder)
        self.site = Site(out or folder.root / FOLDER)
        self.extent = Extent()
        self._every = every
        self._pages = RunPages(self.reader)
        self._carries_images = out is not None
        self._frame = frame_of(self.reader, images="" if self._carries_images else "../")
        self._written: set[str] = set()  # pages of prompts and images, and lists of them, of a big run
        self._small: set[str] = set()  # thumbnails that other pages of it show

    def run(self) -> Path:
        """Build what changed since the last time."""
        known = self.site.recall()
        self._every = self._every or known.get("every", False)
        if not self._every:
            self._narrow()
        remote = None if self._carries_images else self.reader.folder.remote
        was_uploaded = remote is not None and begin(self.site, remote)
        for path in sorted(STATIC.iterdir()):
            self.site.put(f"static/{path.name}", path.read_bytes())
        self._put_all("manifest")
        memory = {"prompt_batches": self._prompt_batches(known.get("prompt_batches", {}))}
        self.site.remember(memory | self._summary(known) | {"every": self._every})
        if remote is not None:
            upload(self.site, remote, self.site.written if was_uploaded else None)
        return self.site.root / urls.BOARD

    @property
    def address(self) -> str:
        """Where the first page is."""
        remote = None if self._carries_images else self.reader.folder.remote
        return str(self.site.root / urls.BOARD) if remote is None else f"{remote}/{FOLDER}/{urls.BOARD}"

    def _narrow(self) -> None:
        """Choose the prompts that get pages, where not all do; those of the first page are among them."""
        first = page_html("board.html", board_of(self.reader), self._frame, path=urls.BOARD)
        self.extent = extent_of(self.reader, links_in(first))
        if self.extent.prompts is None:
            return
        self._frame = replace(self._frame, extent=self.extent.words)
        self._pages.firsts = {scenario: len(few) for scenario, few in self.extent.prompts.items()}
        for kind in (kind for kind in PAGES if kind.path == urls.PROMPTS):
            self._written.update(urls.fill(kind.path, **labels) for labels in kind.every(self._pages))
        page = UnwrittenPage("Not written here", "This page is not written here.", self.extent.words)
        self.site.put(urls.UNWRITTEN, page_html("unwritten.html", page, self._frame, path=urls.UNWRITTEN))
        self.site.put(urls.twin(urls.UNWRITTEN), page_json(page))

    def _put_all(self, rests_on: str) -> list[str]:
        """Write every page of the kinds that rest on this part of a run, and give their paths."""
        return [
            self._put(kind, labels) for kind in PAGES if kind.rests_on == rests_on for labels in kind.every(self._pages)
        ]

    def _put(self, kind: PageKind, labels: dict[str, str]) -> str:
        """Write a page and its JSON twin."""
        path = urls.fill(kind.path, **labels)
        page = kind.make(self._pages, labels)
        html = page_html(kind.template, page, self._frame, path=path)
        if self.extent.prompts is not None:
            html = with_links_to(html, self._written)
            self._small |= thumbnails_in(html) if kind.rests_on == "summary" else set()
        self.site.put(path, html)
        self.site.put(urls.twin(path), page_json(page))
        return path

    def _prompt_batches(self, known: dict[str, str]) -> dict[str, str]:
        """Pages of prompts and images, with thumbnails."""
        memory = {}
        shared = self._shared_fingerprint()
        for scenario in self.reader.scenarios:
            chosen = self.extent.prompts and self.extent.prompts[scenario]
            for number, batch in enumerate(self.reader.prompt_batches(scenario, chosen)):
                name = f"{scenario} {number}"
                memory[name] = shared + batch.fingerprint()
                self._put_images(_images(batch))
                self._written.update(_paths(batch) if chosen else ())
                if known.get(name) != memory[name] or not all(map(self.site.has, _paths(batch))):
                    for page in prompt_pages(self.reader, batch):
                        self._pages.hold(page)
                        self._put_all("prompt")
        return memory

    def _put_images(self, images: list[tuple[str, str]]) -> None:
        """The thumbnails of (hash, file), and the images themselves with a site that is to be copied."""
        make_thumbnails(images, self.reader.folder.images, self.site)
        if self._carries_images:
            carry_images(self.reader.folder, images, self.site.root)

    def _summary(self, known: dict[str, Any]) -> dict[str, Any]:
        """Leaderboard, metrics, comparisons, gallery and exports: all that sums up the run."""
        state = self._shared_fingerprint() + self._summary_fingerprint()
        if known.get("summary") == state and all(map(self.site.has, known.get("paths", [None]))):
            return {name: known[name] for name in ("summary", "paths")}
        paths = self._put_all("summary")
        self._put_images(images_named(self.reader.folder, self._small))
        put_gallery_data(self.reader, self.site, self.extent.prompts)
        put_exports(self.reader, self.site)
        return {"summary": state, "paths": paths}

    def _shared_fingerprint(self) -> str:
        """What every page shows of the run."""
        manifest = {name: part for name, part in self.reader.manifest.items() if name not in ("updated", "machine")}
        flagged = sorted(self.reader.sensitive_images)
        text = json.dumps([manifest, self.reader.models, flagged, self.extent.words], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def _summary_fingerprint(self) -> str:
        folder = self.reader.folder
        parts = sorted(
            f"{path.relative_to(folder.root)} {path.stat().st_size}"
            for name in ("prompts", "samples", "scores")
            for path in folder.table(name).parts()
        )
        digest = hashlib.sha256(json.dumps(parts).encode())
        for path in (path for name in DERIVED for path in folder.table(name).parts()):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:32]


def _images(batch: PromptBatch) -> list[tuple[str, str]]:
    there = batch.samples.filter(batch.samples["file"].is_not_null()).unique("image", maintain_order=True)
    return list(there.select("image", "file").iter_rows())


def _paths(batch: PromptBatch) -> Iterable[str]:
    for prompt_id in batch.prompts["prompt_id"]:
        yield urls.prompt(batch.scenario, prompt_id)
    for key in batch.samples["key"]:
        yield urls.image(key)
