"""Measures an exported detector on rendered scenes: average precision, recall and colours, class by class.

    python -m paragone.baselines.detector.evaluate --model scene_detector.onnx --shards 4

The scenes are of the val split, which training never sees.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer

from paragone.baselines.detector import data
from paragone.baselines.detector.decode import COLOUR_NAMES, SIZE, Settings, decode, iou
from paragone.scenes.vocabulary import ALL_CLASSES

SAME_OBJECT = 0.5  # iou
SURE = 0.4  # the score from which the skill metrics count a detection


class Result(NamedTuple):
    """What was found of one class."""

    name: str
    things: int
    precision: float  # average precision at iou 0.5
    recall: float  # of detections that are sure
    colours: float  # of the painted ones found, with the right colour


def detect(model: Path, images: npt.NDArray[np.uint8], settings: Settings) -> list[list[dict[str, Any]]]:
    """The boxes in each image."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])
    found = []
    for image in images:
        answer = session.run(None, {"image": image.transpose(2, 0, 1)[None].astype(np.float32)})[0][0]
        found.append(decode(answer, settings, width=SIZE, height=SIZE))
    return found


def measure(examples: data.Examples, found: Sequence[Sequence[dict[str, Any]]], kind: int) -> Result:
    """One class: each detection, the surest first, takes the best thing that is still free."""
    rows = [
        (row["score"], k, row) for k, image in enumerate(found) for row in image if row["label"] == ALL_CLASSES[kind]
    ]
    free = examples.labels == kind
    total = int(free.sum())
    hits: list[tuple[float, bool]] = []
    coloured: list[bool] = []
    for score, k, row in sorted(rows, key=lambda item: -item[0]):
        overlap = iou(np.array([row["box"]]), examples.boxes[k].astype(np.float64))[0] * free[k]
        best = int(overlap.argmax())
        is_hit = bool(overlap[best] >= SAME_OBJECT)
        free[k, best] &= not is_hit
        hits.append((score, is_hit))
        if is_hit and score >= SURE and (painted := int(examples.colours[k, best])) >= 0:
            coloured.append(row["colour"] == COLOUR_NAMES[painted])
    precision = average_precision([is_hit for _, is_hit in hits], total)
    recall = sum(is_hit for score, is_hit in hits if score >= SURE) / max(total, 1)
    return Result(ALL_CLASSES[kind], total, precision, recall, float(np.mean(coloured)) if coloured else np.nan)


def average_precision(hits: Sequence[bool], total: int) -> float:
    """The area under the precision-recall curve, precision made to fall (as COCO does); NaN without things.

    >>> average_precision([True, False, True], 2)  # precision 1 up to recall 1/2, then 2/3
    0.8333333333333333
    """
    if total == 0:
        return float("nan")
    right = np.cumsum(hits)
    precision = right / np.arange(1, len(hits) + 1)
    best_from_here = np.maximum.accumulate(precision[::-1])[::-1]
    return float((best_from_here * np.asarray(hits)).sum() / total)


def main(
    model: Annotated[Path, typer.Option(help="an ONNX file that export.py wrote")],
    shards: Annotated[int, typer.Option(help="of 500 scenes each, two of v1 and three of v2 in five")] = 4,
) -> None:
    """Print a table."""
    examples, found = [], []
    for shard in range(shards):
        rendered = data.render_shard(shard, "val", seed=0)
        examples.append(rendered)
        found += detect(model, rendered.images, Settings())
    columns = [np.concatenate(parts) for parts in zip(*examples, strict=True)]
    results = [measure(data.Examples(*columns), found, kind) for kind in range(len(ALL_CLASSES))]
    typer.echo(f"{'class':<16}{'things':>8}{'AP50':>8}{'recall':>8}{'colour':>8}")
    for row in results:
        typer.echo(f"{row.name:<16}{row.things:>8}{row.precision:>8.3f}{row.recall:>8.3f}{row.colours:>8.3f}")
    means = [np.nanmean([row[k] for row in results]) for k in (2, 3, 4)]
    typer.echo(f"{'mean':<16}{sum(row.things for row in results):>8}{means[0]:>8.3f}{means[1]:>8.3f}{means[2]:>8.3f}")


if __name__ == "__main__":
    typer.run(main)
