"""What a careful colleague would notice about a folder of images before trusting its numbers."""

from collections import Counter
from collections.abc import Sequence

from paragone.core.types import View
from paragone.scoring.gather import Item

LOSSY = ("JPEG", "WEBP", "AVIF")


def notices(items: Sequence[Item], views: Sequence[View], reference: Sequence[Item]) -> list[str]:
    """Lossy or mixed formats, mixed sizes, duplicates, and images that are the reference itself."""
    seen = [view.facts["pixels"] for view in views if "pixels" in view.facts]
    formats = Counter(facts["format"] for facts in seen)
    sizes = Counter((facts["width"], facts["height"]) for facts in seen)
    told = []
    if len(formats) > 1:
        listed = ", ".join(f"{count} {name}" for name, count in formats.most_common())
        told.append(f"mixed formats ({listed}): compression changes FID and its kin")
    elif formats and next(iter(formats)) in LOSSY:
        told.append(f"all images are {next(iter(formats))}, which loses detail: compare only with others stored alike")
    if len(sizes) > 1:
        (width, height), count = sizes.most_common(1)[0]
        most = f"{count} of {len(seen)} are {width}x{height}"
        told.append(f"{len(sizes)} different sizes ({most}): each metric resizes as its protocol says")
    contents = Counter(item.content for item in items)
    twice = sum(count - 1 for count in contents.values() if count > 1)
    if twice:
        told.append(f"exact copies of other images: {twice}")
    real = {item.content for item in reference}
    copies = sum(item.content in real for item in items)
    if copies:
        told.append(f"images that are byte for byte in the reference: {copies}; distances to it come out too small")
    return told
