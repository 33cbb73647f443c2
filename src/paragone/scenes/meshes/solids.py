"""The plainest meshes: a box and a ball."""

import numpy as np

from paragone.scenes.meshes.mesh import Mesh


def box(width: float, depth: float, height: float) -> Mesh:
    """A grey box on the ground."""
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)]
    vertices = np.array([(x * width / 2, y * depth / 2, z * height) for x, y, z in signs], np.float32)
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = np.array([t for a, b, c, d in sides for t in ((a, b, c), (a, c, d))], np.int32)
    return Mesh(vertices, triangles, np.full((12, 3), 0.6, np.float32))


def ball(radius: float, steps: int) -> Mesh:
    """A grey ball on the ground, of 2 x steps x steps triangles."""
    around = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    points = [
        (np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a) + 1)
        for a in np.linspace(0, np.pi, steps + 1)
        for b in around
    ]
    corners = []
    for i in range(steps):
        for j in range(steps):
            a, b = i * steps + j, i * steps + (j + 1) % steps
            corners += [(a, b + steps, b), (a, a + steps, b + steps)]
    vertices = (np.array(points) * radius).astype(np.float32)
    return Mesh(vertices, np.array(corners, np.int32), np.full((len(corners), 3), 0.6, np.float32))
