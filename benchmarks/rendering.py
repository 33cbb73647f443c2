"""How many scenes a second the simulator composes and renders, on one core.

    OMP_NUM_THREADS=1 python benchmarks/rendering.py [scenes]

Scenes a CPU second, so that a busy machine counts less; best of three. `balls` is the standard load: three things of
5,000 triangles each at 256 x 256 with shadows and 2 x 2 samples. The others are the shipped data sets. Where moderngl
and EGL are installed (`pip install moderngl`; Debian's libegl1 and libgl1-mesa-dri), OpenGL draws the balls too.
"""

import sys
import time
from collections.abc import Callable

import numpy as np
from _opengl import Peer
from PIL import Image

from paragone.scenes.compose import Series, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.meshes.solids import ball
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.rendering.render import Placed, Sun, render


def per_second(work: Callable[[int], object], count: int) -> float:
    """Calls a CPU second, the best of three rounds."""
    work(0)
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        for number in range(count):
            work(number)
        best = max(best, count / (time.process_time() - begun))
    return best


def by_moderngl(balls: list[Placed], count: int) -> str:
    """The same by OpenGL, or why not; and how far both agree on which sample belongs to which thing."""
    try:
        peer = Peer(Camera())
    except ModuleNotFoundError:
        return f"{'balls by moderngl':<24}       - (not installed; pip install moderngl to compare with OpenGL)"
    except Exception as error:  # no EGL, no driver: each fails in its own way
        return f"{'balls by moderngl':<24}       - ({type(error).__name__}: {error})"
    _, ids = peer(balls, Camera(), Sun())
    ours = render(balls, Camera()).instances
    quads = ids.reshape(256, 2, 256, 2)
    same = np.mean([(quads[:, j, :, i] == ours) for j in (0, 1) for i in (0, 1)])
    speed = per_second(lambda _: peer(balls, Camera(), Sun()), count)
    return f"{'balls by moderngl':<24}{speed:8.0f} scenes a CPU second ({peer.name}; {same:.2%} of samples as ours)"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    grey = np.full((256, 256, 3), 150, np.uint8)
    balls = [Placed(ball(r, 50), (x, y, 0.0)) for r, x, y in ((0.9, -1.2, 0.0), (0.7, 1.2, -0.5), (0.8, 0.3, 1.5))]
    print(
        f"{'balls':<24}{per_second(lambda _: render(balls, Camera(), background=grey), count):8.0f} scenes a CPU second"
    )
    print(by_moderngl(balls, count))
    pack = load_pack("procedural")
    for version, skill in (("v2", "object"), ("v2", "count"), ("v2", "spatial"), ("v1", "color")):
        series = Series(version, skill, "val")
        composed = per_second(lambda number, series=series: scene_at(series, 7 * number, pack), count)
        scenes = [scene_at(series, 7 * number, pack) for number in range(count)]
        rendered = per_second(lambda number, scenes=scenes: draw(scenes[number], pack), count)
        print(f"{version + ' ' + skill:<24}{rendered:8.0f} scenes a CPU second, and {composed:.0f} composed")
    picture = Image.fromarray(draw(scene_at(Series("v2", "count", "val"), 3, pack), pack).rgb)
    print(f"{'PNG, level 1':<24}{per_second(lambda _: picture.save('/dev/null', 'PNG', compress_level=1), count):8.0f}")


if __name__ == "__main__":
    main()
