"""Draws what annotators saw on the image they saw it in, so that a person can judge it with one look."""

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from paragone.core.types import Facts, Picture

COLOURS = ("#ff3b30", "#34c759", "#0a84ff", "#ffcc00", "#bf5af2", "#ff9f0a", "#64d2ff")
TILE = 420  # pixels of the longer side
CAPTION = 15  # pixels a line of words takes


def draw(picture: Picture, facts: Mapping[str, Facts]) -> Image.Image:
    """The image with boxes, landmarks, meshes and corners on it, and what has no place written below."""
    image = Image.fromarray(picture.pixels)
    scale = TILE / max(image.size)
    image = image.resize((max(round(image.width * scale), 1), max(round(image.height * scale), 1)))
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(12)
    for colour, (name, seen) in zip(COLOURS, facts.items(), strict=False):
        for box in seen.get("boxes", []):
            _draw_box(pen, box, colour, scale, font)
        if name == "foreground" and seen.get("box"):
            pen.rectangle([edge * scale for edge in seen["box"]], outline="white")
    return _with_words(image, _words(facts), font)


def _draw_box(pen: ImageDraw.ImageDraw, box: Mapping[str, Any], colour: str, scale: float, font: Any) -> None:
    if "points" in box:
        for x, y, _ in box["points"]:
            pen.point((x * scale, y * scale), fill=colour)
        return
    if "corners" in box:
        pen.polygon([(x * scale, y * scale) for x, y in box["corners"]], outline=colour)
    else:
        pen.rectangle([edge * scale for edge in box["box"]], outline=colour, width=2)
    for x, y in box.get("landmarks", {}).values():
        pen.ellipse([x * scale - 2, y * scale - 2, x * scale + 2, y * scale + 2], outline=colour)
    if box["label"] != "face" and "corners" not in box:
        place, label = (
            (box["box"][0] * scale + 2, max(box["box"][1] * scale - 15, 0)),
            f"{box['label']} {box['score']:.2f}",
        )
        left, top, right, bottom = pen.textbbox(place, label, font=font)
        pen.rectangle((left - 2, top - 2, right + 2, bottom + 2), fill=colour)
        pen.text(place, label, fill="black", font=font)


def _words(facts: Mapping[str, Facts]) -> list[str]:
    lines = []
    if "mobilenet_v2" in facts:
        best = [f"{label['label']} {label['score']:.2f}" for label in facts["mobilenet_v2"]["labels"][:3]]
        lines.append("classes: " + ", ".join(best))
    if "ocr" in facts:
        lines.append("text: " + (facts["ocr"]["text"].replace("\n", " / ")[:64] or "none"))
    parts = []
    if "nsfw" in facts:
        parts.append(f"nsfw {facts['nsfw']['nsfw']:.3f}")
    if "foreground" in facts:
        parts.append(f"foreground {facts['foreground']['share']:.0%}")
    if "face_mesh" in facts:
        tones = [box["cheek_rgb"] for box in facts["face_mesh"]["boxes"] if box["cheek_rgb"]]
        parts += [f"cheek rgb {'/'.join(str(round(value)) for value in tone)}" for tone in tones[:1]]
    return [*lines, ", ".join(parts)]


def _with_words(image: Image.Image, lines: Sequence[str], font: Any) -> Image.Image:
    tile = Image.new("RGB", (TILE, TILE + CAPTION * 3 + 6), "black")
    tile.paste(image, ((TILE - image.width) // 2, (TILE - image.height) // 2))
    pen = ImageDraw.Draw(tile)
    for row, line in enumerate(lines):
        pen.text((4, TILE + 2 + row * CAPTION), line, fill="white", font=font)
    return tile


def sheet(tiles: Sequence[Image.Image], columns: int) -> Image.Image:
    """Tiles in rows."""
    width, height = tiles[0].size
    rows = -(-len(tiles) // columns)
    page = Image.new("RGB", (width * columns, height * rows))
    for place, tile in enumerate(tiles):
        page.paste(tile, (place % columns * width, place // columns * height))
    return page
