"""Fewer triangles for a mesh: vertices that fall into one cell of a grid become one vertex."""

import numpy as np
import numpy.typing as npt

from paragone.scenes.meshes.mesh import Mesh, bounds

STEPS = 12  # halvings of the interval in which the cell's size is sought


def decimated(mesh: Mesh, most: int) -> Mesh:
    """The mesh with at most so many triangles, in the finest grid that gives them; colours and textures stay."""
    if len(mesh.triangles) <= most:
        return mesh
    longest = float(bounds(mesh).size.max())
    fine, coarse = longest / 4096, longest / 4
    for _ in range(STEPS):
        cell = (fine * coarse) ** 0.5
        if len(_kept(mesh, _clusters(mesh, cell))) > most:
            fine = cell
        else:
            coarse = cell
    return _merged(mesh, _clusters(mesh, coarse))


def _clusters(mesh: Mesh, cell: float) -> npt.NDArray[np.int64]:
    """For each vertex, the number of its cell among the cells that hold any."""
    place = np.floor((mesh.vertices - mesh.vertices.min(axis=0)) / cell).astype(np.int64)
    spans = place.max(axis=0) + 1
    flat = (place[:, 0] * spans[1] + place[:, 1]) * spans[2] + place[:, 2]
    return np.unique(flat, return_inverse=True)[1].astype(np.int64)


def _kept(mesh: Mesh, cluster: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The triangles whose corners stay apart, each place and paint once."""
    corners = cluster[mesh.triangles]
    a, b, c = corners.T
    apart = np.flatnonzero((a != b) & (b != c) & (c != a))
    # turned so that the smallest number comes first: copies of one triangle become equal, its back stays different
    turn = corners[apart].argmin(axis=1)
    turned = corners[apart][np.arange(len(apart))[:, None], (turn[:, None] + np.arange(3)) % 3]
    return apart[np.unique(turned, axis=0, return_index=True)[1]]


def _merged(mesh: Mesh, cluster: npt.NDArray[np.int64]) -> Mesh:
    count = int(cluster.max()) + 1
    weight = np.bincount(cluster, minlength=count)
    middle = np.stack(
        [np.bincount(cluster, mesh.vertices[:, axis].astype(np.float64), count) / weight for axis in range(3)], axis=1
    )
    kept = np.sort(_kept(mesh, cluster))
    return Mesh(
        vertices=middle.astype(np.float32),
        triangles=cluster[mesh.triangles[kept]].astype(np.int32),
        colours=mesh.colours[kept],
        tintable=np.asarray(mesh.tintable)[kept],
        uv=None if mesh.uv is None else mesh.uv[kept],
        texture=mesh.texture,
    )
