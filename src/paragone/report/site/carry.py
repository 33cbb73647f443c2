"""Bring a run's images along with a site that is to be copied elsewhere."""

import contextlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.store.folder import RunFolder


def carry_images(folder: RunFolder, images: Iterable[tuple[str, str]], root: Path) -> None:
    """Put each (hash, file) of the run below the root of the site, as a link where the disk can."""
    for _, file in images:
        source, target = folder.root / file, root / file
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
