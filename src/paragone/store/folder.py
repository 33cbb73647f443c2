"""The run folder: the tables, the images and the manifest of one run.

RUN/
  manifest.json   what was run: plan, protocols, versions, machine
  prompts/  samples/  scores/  estimates/  ranks/    tables: folders of Parquet
  ratings/                                           what people said of the images
  differences/  correlations/  efficiency/  people/  map/  calibrations/   made from those by analysis/; so is bias/
  facts/<annotator>/                                 one table per annotator
  images/ab/abcd....png                              by content hash
  report/                                            pages
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragone.core.errors import StoreError
from paragone.core.types import Column
from paragone.store.atomic import ASIDE, MANIFEST, write_whole
from paragone.store.images import ImageStore
from paragone.store.lock import in_turn, sole_writer
from paragone.store.mirror import bring
from paragone.store.parts import superseded
from paragone.store.remote import Remote
from paragone.store.remote_lock import LOCK, RemoteLock
from paragone.store.schema import TABLES, facts_schema, polars_schema
from paragone.store.table import Table

FORMAT = 3  # of run folders: raised when an older one cannot be read as it is

SECTIONS = ("plan", "scenarios", "models", "annotators", "metrics", "protocols")  # of every manifest


@dataclass(frozen=True)
class RunFolder:
    """A run on disk. Reading needs nothing; writing happens inside `with folder.writing():`.

    With a `remote` the run is at a URL, and the root is a copy of its tables on this machine (store/mirror.py).
    """

    root: Path
    remote: Remote | None = None

    def __str__(self) -> str:
        return str(self.remote or self.root)

    @property
    def name(self) -> str:
        """The last part of where it is."""
        return self.remote.url.rpartition("/")[2] if self.remote else self.root.resolve().name

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only writer, and begin by removing what a killed process left unfinished."""
        if self.remote is not None:
            with self._writing_there(self.remote):
                yield
            return
        if self.root.exists() and not self.root.is_dir():
            raise StoreError(f"{self.root} is a file; choose a folder with --out")
        if (
            not self.exists()
            and self.root.is_dir()
            and any(p.name not in (".lock", ASIDE) for p in self.root.iterdir())
        ):
            raise StoreError(f"{self.root} holds other files and no run; choose an empty or new folder with --out")
        with sole_writer(self.root):
            shutil.rmtree(self.root / ASIDE, ignore_errors=True)
            self._tidy()
            yield

    @contextmanager
    def _writing_there(self, remote: Remote) -> Iterator[None]:
        others = [name for name in remote.names() if name not in (LOCK, ASIDE)]
        if others and MANIFEST not in others:
            raise StoreError(f"{remote} holds other files and no run; choose an empty or new place with --out")
        with ExitStack() as held:
            with in_turn(self.root):  # readers of this machine refresh the copy too
                held.enter_context(sole_writer(self.root, str(remote)))
                held.enter_context(RemoteLock(remote))
                shutil.rmtree(self.root / ASIDE, ignore_errors=True)
                remote.remove(remote.sizes(ASIDE))
                bring(remote, self.root)
                self._tidy()
            yield

    def _tidy(self) -> None:
        """Finish what a killed process had begun: remove parts that were replaced already."""
        for table in self.every_table():
            table.remove(superseded(table.folder))

    def exists(self) -> bool:
        """Whether there is a run here."""
        return (self.root / MANIFEST).is_file()

    def table(self, name: str) -> Table:
        """A table by its name in store/schema.py."""
        return Table(self.root / name, polars_schema(name), root=self.root, remote=self.remote)

    def tables(self) -> dict[str, Table]:
        """Every fixed table by name."""
        return {name: self.table(name) for name in TABLES}

    def every_table(self) -> list[Table]:
        """The tables that there are, facts of all annotators among them; of facts only the key is known."""
        here = [table for table in self.tables().values() if table.folder.is_dir()]
        facts = sorted(path for path in (self.root / "facts").glob("*") if path.is_dir())
        return [*here, *(self.facts(path.name, {}) for path in facts)]

    def facts(self, annotator: str, columns: Mapping[str, Column]) -> Table:
        """The facts of one annotator."""
        return Table(self.root / "facts" / annotator, facts_schema(columns), root=self.root, remote=self.remote)

    @property
    def images(self) -> ImageStore:
        """The image files."""
        return ImageStore(self.root, self.remote)

    def read_manifest(self) -> dict[str, Any]:
        """What was run here."""
        try:
            manifest = json.loads((self.root / MANIFEST).read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise StoreError(
                f"{self} is not a run folder: it has no {MANIFEST}; `paragone run PLAN --out` makes one"
            ) from error
        except (OSError, ValueError, RecursionError) as error:
            raise StoreError(
                f"cannot read {self.root / MANIFEST}: {error}; restore it, or run the plan elsewhere"
            ) from error
        if not isinstance(manifest, dict) or not {"format", "paragone"} & set(manifest):
            raise StoreError(f"{self.root / MANIFEST} is no manifest of a run; restore it, or run the plan elsewhere")
        found = manifest.get("format", 1)  # the first had no number
        if found != FORMAT:
            raise StoreError(
                f"{self.root} is of format {str(found)[:20]}, and this version reads format {FORMAT}; run "
                "its plan again into a new folder, or read it with the version that made it"
            )
        absent = [name for name in SECTIONS if not isinstance(manifest.get(name), dict)]
        if absent:
            raise StoreError(f"{self.root / MANIFEST} lacks {absent[0]!r}; restore it, or run the plan elsewhere")
        return dict(manifest)

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Record what is run here."""
        text = json.dumps(manifest, indent=2, ensure_ascii=False)  # in the order of the plan
        if self.remote is not None:
            self.remote.put(MANIFEST, text.encode())
        write_whole(self.root / MANIFEST, text.encode(), aside=self.root / ASIDE)
