"""A run folder at a URL, through fsspec: objects that are whole or absent under their final names."""

import functools
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from paragone.core.errors import BadOption, NotReady, ParagoneError, StoreError
from paragone.store.atomic import ASIDE

if TYPE_CHECKING:
    from paragone.store.remote_lock import RemoteLock

# Object stores, where a put is whole or absent by itself. Anywhere else a file is written aside and moved.
WHOLE_PUTS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "adl", "oss", "oci", "cos", "tos", "obs", "memory"}
TRIES = 3  # of a put: putting the same object twice changes nothing
AT_ONCE = 64  # objects asked for together


class Remote:
    """Objects under one URL by their place in the run folder. A copy in another process opens the URL afresh."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        for part in self.url.split("::"):
            if urlsplit(part).password:
                raise BadOption("a run folder's URL must not hold a password; fsspec takes it from the environment")
        self.lock: RemoteLock | None = None  # held while this process writes tables

    def __reduce__(self) -> tuple[type["Remote"], tuple[str]]:
        return Remote, (self.url,)

    def __str__(self) -> str:
        return self.url

    def put(self, place: str, data: bytes) -> None:
        """Make the object hold this; a reader sees all of it or what was there before."""
        if self.lock is not None:
            self.lock.ensure_held()
        self.put_unguarded(place, data)

    def put_unguarded(self, place: str, data: bytes) -> None:
        """`put` without asking whether the lock is still ours: for the lock itself."""
        for attempt in range(TRIES):
            try:
                with self._talking(f"write {place} to") as (files, path):
                    self._put(files, path(place), data, aside=path(f"{ASIDE}/{uuid.uuid4().hex}"))
                return
            except StoreError as error:
                if attempt + 1 == TRIES or isinstance(error.__cause__, (PermissionError, FileNotFoundError)):
                    raise
                time.sleep(2.0**attempt)

    def put_many(self, objects: Mapping[str, bytes]) -> None:
        """Put objects that nobody relies on being whole, such as pages, many at once."""
        with self._talking("write to") as (files, path):
            named = {path(place): data for place, data in objects.items()}
            if not self._puts_whole(files):
                for folder in {name.rpartition("/")[0] for name in named}:
                    files.makedirs(folder, exist_ok=True)
            files.pipe(named)

    def try_writing(self) -> None:
        """Put and remove a small object, or say in one line why that cannot be done."""
        probe = f"{ASIDE}/{uuid.uuid4().hex}-probe"
        self.put_unguarded(probe, b"")
        self.remove([probe])

    def create(self, place: str, data: bytes) -> None:
        """Put an object that is not there yet, or raise FileExistsError."""
        with self._talking(f"write {place} to") as (files, path):
            if not self._puts_whole(files):
                files.makedirs(path(place).rpartition("/")[0], exist_ok=True)
            if files.exists(path(place)):
                raise FileExistsError(place)
            try:
                files.pipe_file(path(place), data, mode="create")  # the store itself refuses the second of two
            except (NotImplementedError, TypeError):
                # Not every store can refuse. The lock reads itself again after a while: the last writer has won.
                files.pipe_file(path(place), data)

    def get(self, place: str) -> bytes:
        """An object's bytes, or FileNotFoundError."""
        with self._talking(f"read {place} from") as (files, path):
            return bytes(files.cat_file(path(place)))

    def get_many(self, places: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """Objects with their bytes, a few at a time."""
        wanted = list(places)
        for start in range(0, len(wanted), AT_ONCE):
            few = wanted[start : start + AT_ONCE]
            with self._talking("read from") as (files, path):
                found = [(place, bytes(data)) for place, data in zip(few, _cat(files, map(path, few)), strict=True)]
            yield from found

    def has(self, place: str) -> bool:
        """Whether the object is there."""
        with self._talking(f"look for {place} in") as (files, path):
            return bool(files.exists(path(place)))

    def names(self) -> list[str]:
        """What is at the URL itself: files and folders."""
        with self._talking("read") as (files, path):
            files.invalidate_cache()
            try:
                return [str(name).rstrip("/").rpartition("/")[2] for name in files.ls(path(""), detail=False)]
            except FileNotFoundError:
                return []

    def sizes(self, folder: str) -> dict[str, int]:
        """Every object below a folder, by its place, with its size in bytes."""
        with self._talking("read") as (files, path):
            files.invalidate_cache()
            found = files.find(path(folder), detail=True)
            start = path(folder)
            return {f"{folder}{name.rpartition(start)[2]}": int(entry["size"]) for name, entry in found.items()}

    def remove(self, places: Iterable[str]) -> None:
        """Take objects away; those that are gone already do not matter."""
        with self._talking("remove from") as (files, path):
            for place in places:
                if files.exists(path(place)):
                    files.rm_file(path(place))

    @staticmethod
    def _puts_whole(files: Any) -> bool:
        protocols = (files.protocol,) if isinstance(files.protocol, str) else files.protocol
        return any(name in WHOLE_PUTS for name in protocols)

    def _put(self, files: Any, target: str, data: bytes, *, aside: str) -> None:
        if self._puts_whole(files):
            files.pipe_file(target, data)
            return
        for name in (aside, target):
            files.makedirs(name.rpartition("/")[0], exist_ok=True)
        files.pipe_file(aside, data)
        files.mv(aside, target)

    @contextmanager
    def _talking(self, act: str) -> Iterator[Any]:
        """The file system and a function from place to path; whatever a backend raises becomes one line."""
        try:
            files, root = _opened(self.url)
            yield files, lambda place: f"{root.rstrip('/')}/{place}".rstrip("/")
        except (ParagoneError, FileExistsError):
            raise
        except FileNotFoundError as error:
            if act.startswith("read"):
                raise
            raise StoreError(f"cannot {act} {self.url}: there is no such place; make the bucket first") from error
        except Exception as error:  # every backend has errors of its own
            said = " ".join(str(error).split())[:200] or type(error).__name__
            raise StoreError(
                f"cannot {act} {self.url}: {said}; mend that and run the same command again: what is stored is kept"
            ) from error


def _cat(files: Any, paths: Iterable[str]) -> list[bytes]:
    named = list(paths)
    found = files.cat(named)
    return [found[name] for name in named] if isinstance(found, dict) else [found]


@functools.cache
def _opened(url: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise NotReady("a run folder at a URL needs the package fsspec; install paragone[storage]") from error
    try:
        files, root = fsspec.core.url_to_fs(url)
    except ImportError as error:
        raise NotReady(f"cannot open {url}: {error}") from error
    except ValueError as error:
        raise BadOption(f"cannot open {url}: {error}; give a folder, or a URL that fsspec knows") from error
    return files, str(root)
