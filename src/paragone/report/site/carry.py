"""Bring a run's images along with a site that is to be copied elsewhere."""

import os
from collections.abc import Iterable
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.store.folder import RunFolder


def carry_images(folder: RunFolder, images: Iterable[tuple[str, str]], root: Path) -> None:
    """Put each (hash, file) of the run below the root of the site, as a link where the disk can.

    Each is read through the run's own store first: a run from elsewhere may name any file of this machine.
    """
    for _, file in images:
        target = root / file
        try:
            data = folder.images.get(file)
        except StoreError:  # a page says so of an image that is gone
            continue
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            if folder.remote is not None:
                raise OSError("nothing here to link to")
            os.link(folder.root / file, target, follow_symlinks=False)
        except OSError:
            target.write_bytes(data)
