"""Tables in plain text that fit a width without breaking a word: cells wrap, and columns that do not fit come below."""

from collections.abc import Mapping, Sequence

GAP = "  "
NARROWEST = 16  # with less, a table is cut by the terminal and not by us
FIXED = "\u00a0"  # a space at which no line is broken


def keep_together(text: str) -> str:
    """A text that is never broken over two lines, such as a value and its interval."""
    return text.replace(" ", FIXED)


def table_lines(rows: Sequence[Mapping[str, str]], width: int | None, *, right: frozenset[str] = frozenset()) -> str:
    """Rows with a header, as wide as they need to be or as `width` allows; columns in `right` are flush right.

    >>> print(table_lines([{"metric": "Object accuracy", "a": "0.9", "b": "0.8"}], 18))
    metric    a    b
    Object    0.9  0.8
    accuracy
    """
    if not rows:
        return ""
    blocks = _blocks(rows, width)
    return "\n\n".join(_block(rows, columns, right) for columns in blocks)


def wrapped(text: str, width: int | None) -> list[str]:
    """The text in lines of at most `width`, broken between words only."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width is None or not lines[-1] or _wide(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line.replace(FIXED, " ") for line in lines]


def _blocks(rows: Sequence[Mapping[str, str]], width: int | None) -> list[dict[str, int]]:
    """Which columns stand side by side, and how wide each is; the first is repeated where there are several blocks."""
    names = list(rows[0])
    whole = {name: max(_wide(text) for text in (name, *(row[name] for row in rows))) for name in names}
    if width is None or _total(whole) <= width:
        return [whole]
    width = max(width, NARROWEST)
    least = {
        name: max(_wide(word) for text in (name, *(row[name] for row in rows)) for word in text.split(" "))
        for name in names
    }
    blocks: list[dict[str, int]] = [{}]
    for name in names:
        fits = _total({**blocks[-1], name: least[name]}) <= width
        if not fits and len(blocks[-1]) > (len(blocks) > 1):
            blocks.append({names[0]: least[names[0]]})
        blocks[-1][name] = least[name]
    return [_spread(block, whole, width) for block in blocks]


def _spread(least: Mapping[str, int], whole: Mapping[str, int], width: int) -> dict[str, int]:
    """Room that is left goes to the columns that want it, those that want least first."""
    given = dict(least)
    wanting = sorted((name for name in given if whole[name] > given[name]), key=lambda name: whole[name] - given[name])
    while wanting:
        share = max(width - _total(given), 0) // len(wanting)
        name = wanting.pop(0)
        given[name] += min(share, whole[name] - given[name])
    return given


def _block(rows: Sequence[Mapping[str, str]], widths: Mapping[str, int], right: frozenset[str]) -> str:
    header = {name: name for name in widths}
    lines: list[str] = []
    for row in (header, *rows):
        cells = {name: wrapped(row[name], wide) for name, wide in widths.items()}
        for number in range(max(len(cell) for cell in cells.values())):
            parts = [
                _filled(cell[number] if number < len(cell) else "", widths[name], flush_right=name in right)
                for name, cell in cells.items()
            ]
            lines.append(GAP.join(parts).rstrip())
    return "\n".join(lines)


def _total(widths: Mapping[str, int]) -> int:
    return sum(widths.values()) + len(GAP) * (len(widths) - 1)


def _filled(text: str, width: int, *, flush_right: bool) -> str:
    space = " " * max(0, width - _wide(text))
    return space + text if flush_right else text + space


def _wide(text: str) -> int:
    """Columns that a text takes on a terminal, where some letters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
