"""TISE's own caption files, which are pickles: read as plain values, nothing in them runs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paragone.assets.pickled_plain import read_plain
from paragone.core.errors import BadInput
from paragone.core.expect import Expect, Thing
from paragone.core.types import Prompt
from paragone.scenarios.captions._classes import CLASSES

TEXT = ("caption", "text")
ID = ("caption_id", "id", "cap_id")


def prompts_of(path: Path, part: str) -> list[Prompt]:
    """The prompts of one of TISE's parts out of its file, or out of a folder of label files for SOA."""
    if path.is_dir():
        files = sorted(path.glob("label_*.pkl"))
        if not files:
            raise BadInput(f"{path} has no files label_*.pkl; give the folder of SOA's captions")
        found = [prompt for file in files for prompt in _labelled(file.stem, read_plain(file), file)]
    else:
        held = read_plain(path)
        found = list(_grouped(held, part, path) if isinstance(held, Mapping) else _rows(held, part, path))
    if not found:
        raise BadInput(f"{path.name} holds no captions; fetch it anew")
    return _numbered(found)


def _grouped(held: Mapping[Any, Any], part: str, path: Path) -> Iterator[Prompt]:
    """A table by word (PA), by label (SOA), or by id (the others)."""
    for name, rows in held.items():
        if part == "pa":
            for prompt in _rows(rows, part, path):
                id = f"{str(name).replace(' ', '_')}_{prompt.id}"
                yield Prompt(id, prompt.text, {"word": str(name)}, prompt.expect)
        elif part == "soa":
            yield from _labelled(str(name), rows, path)
        elif isinstance(rows, Mapping):
            yield from _rows([{"caption_id": name, **rows}], part, path)
        else:
            yield from _rows([{"caption_id": name, "caption": rows}], part, path)


def _labelled(stem: str, rows: Any, path: Path) -> Iterator[Prompt]:
    """Captions of one class; its number is in the file's name: label_01_bicycle."""
    digits = stem.removeprefix("label_").split("_")[0]
    if not digits.isdigit() or int(digits) >= len(CLASSES):
        raise BadInput(f"{path.name}: {stem!r} is no label such as label_01_bicycle; give SOA's own files")
    label = CLASSES[int(digits)]
    for prompt in _rows(rows, "soa", path):
        yield Prompt(f"{stem}_{prompt.id}", prompt.text, {"class": label}, Expect(objects=(Thing(label),)))


def _rows(rows: Any, part: str, path: Path) -> Iterator[Prompt]:
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise BadInput(f"{path.name} holds a {type(rows).__name__} where a list of captions should be; fetch it anew")
    for place, row in enumerate(rows):
        given = {"caption": row} if isinstance(row, str) else row
        if not isinstance(given, Mapping):
            raise BadInput(f"{path.name}: entry {place} is a {type(row).__name__}, not a caption; fetch it anew")
        text = next((given[name] for name in TEXT if isinstance(given.get(name), str)), "").strip()
        id = next((str(given[name]) for name in ID if given.get(name) is not None), f"{place:06d}")
        if not text:
            raise BadInput(f"{path.name}: entry {place} has no caption; fetch it anew")
        yield Prompt(id, text, expect=_expect(given, part, f"{path.name}: entry {place}"))


def _expect(row: Mapping[str, Any], part: str, where: str) -> Expect:
    try:
        if part == "pa":
            return Expect(distractors=(str(row["false_caption"]),))
        if part == "rprecision":
            return Expect(distractors=tuple(str(text) for text in row["mismatched_captions"]))
        if part == "ca":
            counts = {str(label): round(float(count)) for label, count in row["counting_info"].items()}
            return Expect(objects=tuple(Thing(label, count) for label, count in counts.items()))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"{where} lacks what {part!r} needs ({error}); give TISE's own file") from error
    return Expect()


def _numbered(prompts: Sequence[Prompt]) -> list[Prompt]:
    """Ids made different where a file has one twice."""
    seen: dict[str, int] = {}
    found = []
    for prompt in prompts:
        times = seen[prompt.id] = seen.get(prompt.id, 0) + 1
        id = prompt.id if times == 1 else f"{prompt.id}-{times}"
        found.append(Prompt(id, prompt.text, prompt.tags, prompt.expect))
    return found
