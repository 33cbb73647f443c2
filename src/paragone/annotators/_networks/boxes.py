"""Boxes as (x0, y0, x1, y1) rows: overlap, suppression of doubles, and the facts made of them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Boxes: TypeAlias = npt.NDArray[np.float32]  # (boxes, 4)
Scores: TypeAlias = npt.NDArray[np.float32]  # (boxes,)


def areas(boxes: Boxes) -> npt.NDArray[np.float32]:
    """Area of each box; 0 where it is turned inside out."""
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 0)
    return np.asarray(sides[:, 0] * sides[:, 1])


def overlaps(box: npt.NDArray[np.float32], boxes: Boxes, *, by_smaller: bool = False) -> npt.NDArray[np.float32]:
    """Intersection of one box with others over the union, or over the smaller of the two.

    >>> one = np.array([0, 0, 2, 2], np.float32)
    >>> overlaps(one, np.array([[1, 0, 3, 2]], np.float32)).round(4).tolist()
    [0.33329999446868896]
    """
    corners = np.concatenate([np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])], axis=1)
    common, own, others = areas(corners), areas(box[None])[0], areas(boxes)
    whole = np.minimum(own, others) if by_smaller else own + others - common
    return np.asarray(common / np.maximum(whole, 1e-9))


def suppress(boxes: Boxes, scores: Scores, overlap: float, *, by_smaller: bool = False) -> npt.NDArray[np.intp]:
    """Which boxes stay, best first, when those that overlap a better one too much are dropped."""
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    while order.size:
        best, order = order[0], order[1:]
        kept.append(int(best))
        order = order[overlaps(boxes[best], boxes[order], by_smaller=by_smaller) <= overlap]
    return np.array(kept, np.intp)


def suppress_by_label(
    boxes: Boxes, scores: Scores, labels: npt.NDArray[np.intp], overlap: float
) -> npt.NDArray[np.intp]:
    """The same within each label, best first over all."""
    # Far apart, boxes of different labels cannot overlap: one pass does for all labels.
    apart = (labels * (float(np.abs(boxes).max(initial=0)) * 2 + 1))[:, None]
    return suppress((boxes + apart).astype(np.float32), scores, overlap)


def within(boxes: Boxes, height: int, width: int) -> Boxes:
    """Boxes cut at the image's border."""
    limit = np.array([width, height, width, height], np.float32)
    return np.clip(boxes, 0, limit).astype(np.float32)


def fact(label: str, score: float, box: Sequence[float], **more: Any) -> Mapping[str, Any]:
    """One detection as a fact; pixels to a hundredth, since facts are kept as text."""
    return {"label": label, "score": round(float(score), 4), "box": [round(float(edge), 2) for edge in box], **more}
