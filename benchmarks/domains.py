"""How often an image is put into the wrong domain: photographs taken for simulator scenes, scenes for photographs.

    python -m benchmarks.domains --fit         # learns where scenes are, from training scenes alone
    python -m benchmarks.domains [FOLDER ...]  # measures on held-out scenes and on photographs

Photographs come from packages (scikit-image, scikit-learn) and from folders given; large ones are cut into quarters as
well. None was used to fit anything.
"""

import argparse
import importlib.util
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paragone.annotators.encoders.scene_domain import FITTED, Fitted, fitted
from paragone.core.catalogue import make
from paragone.core.keys import content_hash
from paragone.core.types import Picture, Pixels
from paragone.images.decode import decode
from paragone.stats.wilson import wilson

SKILLS = {"object": "v2", "count": "v2", "spatial": "v2", "color": "v1"}
SHRINKAGES = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)  # the likeliest is taken, by scenes alone
KEPT = 0.95  # of training scenes that were not fitted on: those within the line
LARGE = 400  # pixels: from here a photograph is cut into quarters as well
PHOTOGRAPHS = (
    *("astronaut.png", "camera.png", "chelsea.png", "coffee.png", "rocket.jpg", "motorcycle_left.png", "brick.png"),
    *("motorcycle_right.png", "grass.png", "gravel.png", "coins.png", "clock_motion.png"),
)


def scenes(split: str, each: int, model: str = "scene_oracle", **options: object) -> Iterator[Pixels]:
    """Scenes of every skill, drawn by the oracle or by one that errs in a known way."""
    artist = make("models", model, options)
    for skill, edition in SKILLS.items():
        chosen = {"skill": skill, "version": edition, "split": split, "n": each}
        for prompt in make("scenarios", "paintskills", chosen).load():
            [drawing] = artist.draw([prompt.only(artist.reads)], 0)
            yield decode(drawing.image).pixels if isinstance(drawing.image, bytes) else drawing.image


def photographs(folders: Sequence[Path]) -> Iterator[Pixels]:
    """Whole ones, and the quarters of large ones."""
    places = [_inside("skimage", "data") / name for name in PHOTOGRAPHS]
    places += [_inside("sklearn", "datasets/images") / name for name in ("china.jpg", "flower.jpg")]
    places += [path for folder in folders for path in sorted(folder.rglob("*.jpg"))]
    for path in places:
        pixels = decode(path.read_bytes()).pixels
        yield pixels
        height, width = pixels.shape[0] // 2, pixels.shape[1] // 2
        if min(pixels.shape[:2]) >= LARGE:
            corners = [(top, left) for top in (0, height) for left in (0, width)]
            yield from (np.ascontiguousarray(pixels[y : y + height, x : x + width]) for y, x in corners)


def _inside(package: str, folder: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None, f"install {package}"
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / folder


def vectors(images: Iterator[Pixels]) -> npt.NDArray[np.float64]:
    """What our encoder sees in each."""
    encoder = make("annotators", "clip_scene_image")
    pictures = (Picture(pixels, "", "PNG", "RGB", pixels.nbytes) for pixels in images)
    return np.array([encoder.look([picture], [])[0]["vector"] for picture in pictures], np.float64)


def fit(each: int) -> None:
    """Mean and spread from three quarters of the training scenes; shrinkage and line from the last quarter."""
    whole, empty = scenes("train", each), scenes("train", each // 3, "scene_damaged", kind="drop", amount=1.0)
    seen = vectors(itertools.chain(whole, empty))  # a model that forgets things draws scenes all the same
    learnt, held = seen[np.arange(len(seen)) % 4 > 0], seen[::4]
    best = max((_spread(learnt, amount) for amount in SHRINKAGES), key=lambda place: _likelihood(place, held))
    whitening = best.whitening.astype(np.float32)
    line = np.quantile(best.distances(held), KEPT)
    np.savez_compressed(FITTED, mean=best.mean.astype(np.float32), whitening=whitening, line=line)
    print(f"{len(learnt)} scenes, line {line:.2f} from {len(held)} more; {content_hash(FITTED.read_bytes())[:12]}")


def _spread(learnt: npt.NDArray[np.float64], shrinkage: float) -> Fitted:
    covariance = np.cov(learnt.T)
    even = np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    values, axes = np.linalg.eigh((1 - shrinkage) * covariance + shrinkage * even)
    return Fitted(learnt.mean(0), axes / np.sqrt(values), 0.0, "")


def _likelihood(place: Fitted, held: npt.NDArray[np.float64]) -> float:
    """Of scenes that were not fitted on, under a normal law, up to a constant."""
    size = np.linalg.slogdet(place.whitening)[1]
    return float(np.mean(size - place.distances(held) ** 2 / 2))


def tell(what: str, seen: npt.NDArray[np.float64], *, are_scenes: bool) -> None:
    """How many are on the wrong side."""
    is_scene = fitted().distances(seen) <= fitted().line
    wrong = int((~is_scene if are_scenes else is_scene).sum())
    low, high = wilson(wrong, len(seen), level=0.95)
    print(f"| {what} | {len(seen)} | {wrong} | {wrong / len(seen):.3f} [{low:.3f}, {high:.3f}] |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--each", type=int, default=50, help="scenes of each skill")
    given = parser.parse_args()
    if given.fit:
        fit(given.each)
        return
    print("| images | n | on the wrong side | share |\n|---|---|---|---|")
    tell("photographs and their quarters", vectors(photographs(given.folders)), are_scenes=False)
    tell("held-out scenes", vectors(scenes("val", given.each)), are_scenes=True)
    blurred = scenes("val", given.each, "scene_damaged", kind="blur", amount=0.5)
    tell("held-out scenes, blurred by half", vectors(blurred), are_scenes=True)
    dropped = scenes("val", given.each, "scene_damaged", kind="drop", amount=0.5)
    tell("held-out scenes, half of the things missing", vectors(dropped), are_scenes=True)


if __name__ == "__main__":
    main()
