"""Generated prompts, pictures and facts that contracts are checked on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from paragone.core.components import Annotator
from paragone.core.expect import Expect, Question, Relation, Thing
from paragone.core.keys import content_hash
from paragone.core.types import Facts, Picture, Prompt, Reference
from paragone.images.encode import encode

DIMENSION = 8  # of every vector
LABELS = ("dog", "car", "person", "cat")
TAGS = {"category": "pets", "language": "en", "prompt_toxicity": "0.1", "women": "0.4"}
Maker = Callable[[np.random.Generator], Any]


def example_prompts(count: int = 6) -> list[Prompt]:
    """Prompts that offer everything there is to read."""
    return [_prompt(number) for number in range(count)]


def with_references(prompts: Sequence[Prompt], folder: Path) -> list[Prompt]:
    """The prompts, each with a real image that lies in the folder."""
    return [replace(prompt, reference=_reference(folder / f"{prompt.id}.png", n)) for n, prompt in enumerate(prompts)]


def _reference(path: Path, number: int) -> Reference:
    data = encode(example_pictures()[number % 3].pixels)
    path.write_bytes(data)
    return Reference(path, content_hash(data))


def _prompt(number: int) -> Prompt:
    first, second = LABELS[number % 4], LABELS[(number + 1) % 4]
    expect = Expect(
        objects=(Thing(first, 1 + number % 3, "red"), Thing(second)),
        relations=(Relation(1, "left", 0),),
        words=("STOP",),
        references=(f"a {first} and a {second}", f"there is a {first}"),
        distractors=(f"a {second} with nothing", f"no {first} above {number} hills"),
        questions=(Question(f"is there a {first}?", "yes", ("yes", "no")),),
        group=("person", "woman", "man")[number % 3],
        caption=f"somebody saw a {first}",
        scene={"skill": "spatial", "version": "v2", "split": "val", "seed": 0, "index": number},
    )
    text = f"a {second} is left of a {first}, number {number}"
    reference = Reference(Path(f"{number}.png"), content_hash(str(number).encode()))
    return Prompt(f"p{number}", text, TAGS, expect, "p0", reference)


def example_pictures() -> Sequence[Picture]:
    """A gradient, a picture of one pixel, and noise."""
    ramp = np.linspace(0, 255, 64, dtype=np.uint8)
    noise = np.random.default_rng(0).integers(0, 256, (48, 80, 3), dtype=np.uint8)
    images = [np.stack(np.broadcast_arrays(ramp, ramp[:, None], 128), axis=-1), np.full((1, 1, 3), 7), noise]
    return [
        Picture(image.astype(np.uint8), content_hash(image.tobytes()), "PNG", "RGB", image.nbytes) for image in images
    ]


def example_facts(
    annotator: Annotator, rng: np.random.Generator, makers: Mapping[str, Maker] | None = None
) -> dict[str, Any]:
    """What an annotator might state: for each column the maker of its name, else a value of its kind.

    A maker is found by `column`, or by `annotator.column` where several annotators have a column of that name.
    """
    known = {**_MAKERS, **(makers or {})}
    found = {name: known.get(f"{annotator.name}.{name}", known.get(name)) for name in annotator.columns}
    return {name: (found[name] or _KINDS[kind])(rng) for name, kind in annotator.columns.items()}


def _boxes(rng: np.random.Generator) -> list[dict[str, Any]]:
    """Up to three detections, in pixels of an image of 64 by 64."""
    found = []
    for _ in range(rng.integers(0, 4)):
        x, y = rng.integers(0, 40, 2).tolist()
        label, score = str(rng.choice(LABELS)), float(rng.uniform(0.3, 1.0))
        found.append({"label": label, "score": score, "box": [x, y, x + 20, y + 16], "colour": "red"})
    return found


def _faces(rng: np.random.Generator) -> list[dict[str, Any]]:
    """A face with its five landmarks, large enough to be looked at more closely."""
    x, y = rng.integers(0, 10, 2).tolist()
    points = {
        "eye_left": (9, 12),
        "eye_right": (23, 12),
        "nose": (16, 19),
        "mouth_left": (10, 25),
        "mouth_right": (22, 25),
    }
    landmarks = {name: [float(x + right), float(y + down)] for name, (right, down) in points.items()}
    box = [float(edge) for edge in (x, y, x + 50, y + 54)]
    return [{"label": "face", "score": float(rng.uniform(0.6, 1.0)), "box": box, "whole": box, "landmarks": landmarks}]


def _looked_at(**more: Maker) -> Maker:
    """What a network states of the one face."""

    def boxes(rng: np.random.Generator) -> list[dict[str, Any]]:
        found = {name: maker(rng) for name, maker in more.items()}
        return [{"label": "face", "score": float(rng.uniform(0.6, 1.0)), "box": [0.0, 0.0, 60.0, 64.0], **found}]

    return boxes


def _gender(rng: np.random.Generator) -> str:
    return str(rng.choice(["female", "male"]))


def _tone(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 11))


def _vector(rng: np.random.Generator) -> Any:
    return rng.normal(size=DIMENSION).astype(np.float32)


_KINDS: Mapping[str, Maker] = {
    "number": lambda rng: float(rng.uniform()),
    "integer": lambda rng: int(rng.integers(1, 65)),
    "flag": lambda rng: bool(rng.random() < 0.5),
    "text": lambda rng: f"a {rng.choice(LABELS)} and a {rng.choice(LABELS)}",
    "vector": _vector,
    "json": lambda _: [],
}
_MAKERS: Mapping[str, Maker] = {
    "clip_l14_image.vector": lambda rng: rng.normal(size=768).astype(np.float32),
    "boxes": _boxes,
    "faces.boxes": _faces,
    "faces_mtcnn.boxes": _faces,
    "face_mesh.boxes": _looked_at(points=lambda rng: rng.uniform(0, 64, (478, 3)).round(1).tolist()),
    "gender_face.boxes": _looked_at(label=_gender),
    "gender_faceres.boxes": _looked_at(label=_gender),
    "gender_clip.label": _gender,
    "gender_vqa.label": _gender,
    "skin_cheeks.boxes": _looked_at(tone=_tone, tone_dalleval=_tone, ita=lambda rng: float(rng.uniform(-80, 80))),
    "skin_trust.boxes": _looked_at(tone=_tone, tone_dalleval=_tone, ita=lambda rng: float(rng.uniform(-80, 80))),
    "skin_heim.tone": _tone,
    "is_black": lambda _: False,
    "attributes_vqa.worn": lambda rng: [str(rng.choice(["a suit", "a dress"]))],
    "sizes": lambda _: [32, 16, 8, 4],
    "box_counts.counts": lambda rng: np.cumsum(rng.integers(1, 30, 4)).tolist(),
    "references": lambda rng: np.concatenate([_vector(rng), _vector(rng)]),
    "distractors": lambda rng: np.concatenate([_vector(rng), _vector(rng)]),
    "parts": lambda _: 1,
    "width": lambda _: 64,
    "height": lambda _: 64,
    "caption_meteor.counts": lambda _: np.array([2, 2, 0, 0, 2, 2, *[0] * 14, 2, 2, 2], np.float32),
    "answers": lambda rng: {"alignment": [[rater, float(rng.integers(1, 6)), "so", 2.0] for rater in "abc"]},
    "phash": lambda rng: f"{int(rng.integers(0, 2**63)):016x}",
}


def same(one: Any, other: Any) -> bool:
    """Whether two facts, or scores of facts, are equal but for rounding."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, (list, tuple, np.ndarray)) and isinstance(other, (list, tuple, np.ndarray)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, (float, np.floating)) and isinstance(other, (float, np.floating)):
        return bool(np.isclose(one, other, rtol=1e-4, atol=1e-4, equal_nan=True))
    return bool(one == other)


def facts_of(
    names: Sequence[str],
    annotators: Mapping[str, Annotator],
    rng: np.random.Generator,
    makers: Mapping[str, Maker] | None = None,
) -> dict[str, Facts]:
    """Facts of several annotators about one picture."""
    return {name: example_facts(annotators[name], rng, makers) for name in names}
