"""Clean borders between paints: triangles that lie across a border are cut along it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.scenes.procedural._parts.part import Floats

Integers = npt.NDArray[np.int64]


class Cut(NamedTuple):
    """Vertices and triangles after cutting, and the number of each triangle's paint."""

    vertices: Floats
    triangles: Integers
    paint_of: Integers


def cut_at_borders(vertices: Floats, triangles: Integers, near: Floats) -> Cut:
    """Give each point the paint that it is nearest to; `near` is the distance of (paints, vertices).

    A triangle with corners in two paints is cut where both are equally near; one with three takes its first corner's.
    """
    label = near.argmin(axis=0)
    corner = label[triangles]
    a, b, c = corner.T
    whole = ((a == b) & (b == c)) | ((a != b) & (b != c) & (a != c))
    across, odd = triangles[~whole], corner[~whole]
    if not len(across):
        return Cut(vertices, triangles, a)
    # the corner that differs from both others comes first
    first = np.where(odd[:, 1] == odd[:, 2], 0, np.where(odd[:, 0] == odd[:, 2], 1, 2))
    o, p, q = across[np.arange(len(across))[:, None], (first[:, None] + np.arange(3)) % 3].T
    edges = np.sort(np.concatenate([np.stack([o, p], 1), np.stack([o, q], 1)]), axis=1)
    unique, place = np.unique(edges, axis=0, return_inverse=True)
    one, two = (len(vertices) + place.reshape(-1)).reshape(2, -1)
    return Cut(
        np.concatenate([vertices, _crossings(vertices, unique, near)]),
        np.concatenate(
            [triangles[whole], np.stack([o, one, two], 1), np.stack([one, p, q], 1), np.stack([one, q, two], 1)]
        ),
        np.concatenate([a[whole], label[o], label[p], label[p]]),
    )


def _crossings(vertices: Floats, edges: Integers, near: Floats) -> Floats:
    """The point of each edge where the paints of its two ends are equally near."""
    start, end = edges.T
    mine, other = near.argmin(axis=0)[start], near.argmin(axis=0)[end]
    lead_start = near[other, start] - near[mine, start]
    lead_end = near[mine, end] - near[other, end]
    share = lead_start / np.maximum(lead_start + lead_end, 1e-12)
    # not too near to a corner: no slivers
    points: Floats = vertices[start] + np.clip(share, 0.12, 0.88)[:, None] * (vertices[end] - vertices[start])
    return points
