"""Write a run's report as a static site, a stretch of prompts at a time; what has not changed is left alone."""

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paragone.core.errors import StoreError
from paragone.report import names, overview
from paragone.report.drawings import image_pages, prompt_pages
from paragone.report.exporting import put_exports
from paragone.report.pairs import baselines_of
from paragone.report.provenance import protocol_page
from paragone.report.publishing import FOLDER, begin, publish
from paragone.report.reading import Reader, Stretch
from paragone.report.render import frame_of, page_html, page_json
from paragone.report.thumbs import make_thumbnails
from paragone.report.writing import Site
from paragone.store.folder import RunFolder

STATIC = Path(__file__).parent / "static"


def build_report(folder: RunFolder, out: Path | None = None) -> str:
    """Write the site into the run folder, or with its images into `out`, and give its first page."""
    build = Build(folder, out)
    build.run()
    return build.address


class Build:
    """One build of a site; `baselines` are models to compare with all others, where there are many."""

    def __init__(
        self, folder: RunFolder, out: Path | None = None, *, ratings: Path | None = None, baselines: Sequence[str] = ()
    ) -> None:
        self.reader = Reader(folder, ratings)
        self._chosen = baselines
        self.site = Site(out or folder.root / FOLDER)
        self._carries_images = out is not None
        self._frame = frame_of(self.reader, images="" if self._carries_images else "../")

    def run(self) -> Path:
        """Build what changed since the last time."""
        known = self.site.recall()
        remote = None if self._carries_images else self.reader.folder.remote
        was_published = remote is not None and begin(self.site, remote)
        for path in sorted(STATIC.iterdir()):
            self.site.put(f"static/{path.name}", path.read_bytes())
        self.put("protocol.html", protocol_page(self.reader), names.PROTOCOL)
        memory = {"stretches": self._stretches(known.get("stretches", {}))}
        memory |= self._overview(known)
        self.site.remember(memory)
        if remote is not None:
            publish(self.site, remote, self.site.written if was_published else None)
        return self.site.root / names.BOARD

    @property
    def address(self) -> str:
        """Where the first page is."""
        remote = None if self._carries_images else self.reader.folder.remote
        return str(self.site.root / names.BOARD) if remote is None else f"{remote}/{FOLDER}/{names.BOARD}"

    def put(self, template: str, page: Any, place: str) -> None:
        """A page and its JSON twin."""
        self.site.put(place, page_html(template, page, self._frame, place=place))
        self.site.put(names.twin(place), page_json(page))

    def _stretches(self, known: dict[str, str]) -> dict[str, str]:
        """Pages of prompts and images, with thumbnails."""
        memory = {}
        shared = self._shared_fingerprint()
        for scenario in self.reader.scenarios:
            for number, stretch in enumerate(self.reader.stretches(scenario)):
                name = f"{scenario} {number}"
                memory[name] = shared + stretch.fingerprint()
                make_thumbnails(_images(stretch), self.reader.folder.images, self.site)
                self._carry(_images(stretch))
                if known.get(name) != memory[name] or not all(map(self.site.has, _places(stretch))):
                    self._put_stretch(stretch)
        return memory

    def _put_stretch(self, stretch: Stretch) -> None:
        for page in prompt_pages(self.reader, stretch):
            self.put("prompt.html", page, names.prompt(page.scenario, page.prompt_id))
            for image in image_pages(page):
                self.put("image.html", image, image.tile.page)

    def _carry(self, images: Iterable[tuple[str, str]]) -> None:
        """Bring the images along, as links where the disk can."""
        folder = self.reader.folder
        for _, file in images if self._carries_images else ():
            source, target = folder.root / file, self.site.root / file
            if target.exists() or not (folder.remote or source.is_file()):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if folder.remote is not None:
                with contextlib.suppress(StoreError):  # a page says so of an image that is gone
                    target.write_bytes(folder.images.get(file))
                continue
            try:
                os.link(source, target)
            except OSError:
                shutil.copyfile(source, target)

    def _overview(self, known: dict[str, Any]) -> dict[str, Any]:
        """Leaderboard, metrics, comparisons, gallery and exports: all that sums up the run."""
        # Baselines that were once chosen stay: their pages are there and must not grow old.
        chosen = list(dict.fromkeys([*known.get("baselines", []), *self._chosen]))
        baselines = baselines_of(self.reader, chosen)
        state = self._shared_fingerprint() + self._overview_fingerprint() + json.dumps(baselines)
        if known.get("overview") == state and all(map(self.site.has, known.get("places", [None]))):
            return {name: known[name] for name in ("overview", "places", "pairs", "baselines")}
        places: list[str] = []
        pairs = overview.put_all(self, known.get("pairs", {}), baselines, places)
        put_exports(self.reader, self.site)
        return {"overview": state, "places": places, "pairs": pairs, "baselines": chosen}

    def _shared_fingerprint(self) -> str:
        """What every page shows of the run."""
        manifest = {name: told for name, told in self.reader.manifest.items() if name not in ("updated", "machine")}
        flagged = sorted(self.reader.sensitive_images)
        told = json.dumps([manifest, self.reader.models, flagged], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    def _overview_fingerprint(self) -> str:
        parts = sorted(
            f"{path.relative_to(self.reader.folder.root)} {path.stat().st_size}"
            for name in ("prompts", "samples", "scores")
            for path in self.reader.folder.table(name).parts()
        )
        people = self.reader.ratings.hash_rows().sort().to_list()
        told = json.dumps([parts, self.reader.prints, self.reader.estimates, self.reader.ranks, people])
        return hashlib.sha256(told.encode()).hexdigest()[:32]


def _images(stretch: Stretch) -> list[tuple[str, str]]:
    there = stretch.samples.filter(stretch.samples["file"].is_not_null()).unique("image", maintain_order=True)
    return list(there.select("image", "file").iter_rows())


def _places(stretch: Stretch) -> Iterable[str]:
    for prompt_id in stretch.prompts["prompt_id"]:
        yield names.prompt(stretch.scenario, prompt_id)
    for key in stretch.samples["key"]:
        yield names.image(key)
