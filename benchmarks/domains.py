"""How often an image is put into the wrong domain: photographs taken for simulator scenes, noise for photographs.

    python -m benchmarks.domains --fit                      # learns where scenes are, from training scenes alone
    python -m benchmarks.domains --fit-photographs FOLDER   # learns where photographs are, from those of a folder
    python -m benchmarks.domains [FOLDER ...] [--others NAME=FOLDER ...]  # measures on what was not fitted

Photographs come from packages (scikit-image, scikit-learn) and from folders given; large ones are cut into quarters as
well. `--others` are images that are no photographs, such as those of a GAN that has learnt nothing yet.
"""

import argparse
import importlib.util
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from paragone.annotators._domain import DATA, Fitted, fitted
from paragone.core.catalogue import make
from paragone.core.keys import content_hash
from paragone.core.types import Picture, Pixels
from paragone.images.decode import decode
from paragone.images.resize import PIL_BILINEAR, resize
from paragone.stats.natural import SIDE, natural_statistics
from paragone.stats.wilson import wilson

SKILLS = {"object": "v2", "count": "v2", "spatial": "v2", "color": "v1"}
SHRINKAGES = (0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)  # the likeliest is taken, by scenes alone
KEPT = 0.95  # of training scenes that were not fitted on: those within the line
LARGE = 400  # pixels: from here a photograph is cut into quarters as well
TEXTURES = ("brick.png", "grass.png", "gravel.png")
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


def photographs(folders: Sequence[Path], but: Sequence[str] = ()) -> Iterator[Pixels]:
    """Whole ones, and the quarters of large ones."""
    places = [_inside("skimage", "data") / name for name in PHOTOGRAPHS if name not in but]
    places += [_inside("sklearn", "datasets/images") / name for name in ("china.jpg", "flower.jpg")]
    places += [path for folder in folders for path in sorted(folder.rglob("*.jpg"))]
    for path in places:
        yield from cut(decode(path.read_bytes()).pixels)


def cut(pixels: Pixels) -> Iterator[Pixels]:
    """The image, and the quarters of a large one."""
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
    line = float(np.quantile(best.distances(held), KEPT))
    _keep("scene_domain", best, line)
    print(f"{len(learnt)} scenes, line {line:.2f} from {len(held)} more")


def _keep(name: str, place: Fitted, line: float) -> None:
    path = DATA / f"{name}.npz"
    np.savez_compressed(path, mean=np.float32(place.mean), whitening=np.float32(place.whitening), line=line)
    print(f"{path.name} {content_hash(path.read_bytes())[:12]}")


def fit_photographs(folder: Path) -> None:
    """Mean and spread from all; the line from photographs that were left out of the fit, a quarter at a time."""
    pictures = [
        decode(path.read_bytes()).pixels for path in sorted(folder.iterdir()) if path.suffix in (".png", ".jpg")
    ]
    groups = [statistics(cut(picture)) for picture in pictures]  # the cuts of one picture stay together
    apart: list[float] = []
    for part in range(4):
        learnt = np.concatenate([group for number, group in enumerate(groups) if number % 4 != part])
        place = _of_statistics(learnt)
        apart += [one for group in groups[part::4] for one in place.distances(group)]
    line = float(np.quantile(apart, KEPT))
    _keep("photo_domain", _of_statistics(np.concatenate(groups)), line)
    print(f"{len(apart)} cuts of {len(groups)} photographs, line {line:.2f}")


def _of_statistics(learnt: npt.NDArray[np.float64]) -> Fitted:
    """As `_spread`, each statistic in its own unit."""
    scale = learnt.std(0)
    found = _spread((learnt - learnt.mean(0)) / scale, 0.05)
    return found._replace(mean=learnt.mean(0), whitening=found.whitening / scale[:, None])


def statistics(images: Iterable[Pixels]) -> npt.NDArray[np.float64]:
    """What photographs share, of each."""
    return np.array([natural_statistics(resize(one, (SIDE, SIDE), policy=PIL_BILINEAR)) for one in images])


def _spread(learnt: npt.NDArray[np.float64], shrinkage: float) -> Fitted:
    covariance = np.cov(learnt.T)
    even = np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    values, axes = np.linalg.eigh((1 - shrinkage) * covariance + shrinkage * even)
    return Fitted(learnt.mean(0), axes / np.sqrt(values), 0.0, "")


def _likelihood(place: Fitted, held: npt.NDArray[np.float64]) -> float:
    """Of scenes that were not fitted on, under a normal law, up to a constant."""
    size = np.linalg.slogdet(place.whitening)[1]
    return float(np.mean(size - place.distances(held) ** 2 / 2))


def tell(what: str, is_wrong: npt.NDArray[np.bool_]) -> None:
    """How many are on the wrong side."""
    wrong, n = int(is_wrong.sum()), len(is_wrong)
    low, high = wilson(wrong, n, level=0.95)
    print(f"| {what} | {n} | {wrong} | {wrong / n:.3f} [{low:.3f}, {high:.3f}] |")


def tell_scenes(folders: Sequence[Path], each: int) -> None:
    """The errors of what tells simulator scenes."""
    place = fitted("scene_domain")
    tell("photographs and their quarters", place.distances(vectors(photographs(folders))) <= place.line)
    kinds: dict[str, dict[str, object]] = {
        "held-out scenes": {},
        "held-out scenes, blurred by half": {"model": "scene_damaged", "kind": "blur", "amount": 0.5},
        "held-out scenes, half of the things missing": {"model": "scene_damaged", "kind": "drop", "amount": 0.5},
    }
    for what, options in kinds.items():
        seen = vectors(scenes("val", each, **options))  # type: ignore[arg-type]
        tell(what, place.distances(seen) > place.line)


def tell_photographs(folders: Sequence[Path], others: Mapping[str, Path]) -> None:
    """The errors of what tells photographs: of photographs as they are and spoilt, and of what is none."""
    place, rng = fitted("photo_domain"), np.random.default_rng(0)
    whole = [one for one in photographs(folders, TEXTURES)]
    spoilt = {"as they are": whole, "at 64 pixels": [_small(one) for one in whole], "blurred": map(_blurred, whole)}
    spoilt["as JPEG of quality 30"] = [_as_jpeg(one) for one in whole]
    for how, images in spoilt.items():
        tell(f"photographs and their quarters, {how}", place.distances(statistics(images)) > place.line)
    noise = [rng.integers(0, 256, (128, 128, 3), np.uint8) for _ in range(60)]
    made = {"white noise": noise, "smooth noise": [_blurred(one) for one in noise]}
    made["one colour"] = [np.full((64, 64, 3), rng.integers(0, 256, 3), np.uint8) for _ in range(60)]
    textures = [_inside("skimage", "data") / name for name in TEXTURES]
    made["close-ups of brick, grass, gravel, and quarters"] = [
        part for path in textures for part in cut(decode(path.read_bytes()).pixels)
    ]
    for name, folder in others.items():
        made[name] = [decode(path.read_bytes()).pixels for path in sorted(folder.rglob("*.png"))]
    for what, images in made.items():
        tell(what, place.distances(statistics(images)) <= place.line)


def _small(pixels: Pixels) -> Pixels:
    return resize(pixels, (64, 64), policy=PIL_BILINEAR).astype(np.uint8)


def _blurred(pixels: Pixels) -> Pixels:
    from PIL import Image, ImageFilter

    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(2)))


def _as_jpeg(pixels: Pixels) -> Pixels:
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=30)
    return decode(file.getvalue()).pixels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--fit-photographs", type=Path)
    parser.add_argument("--others", nargs="*", default=[], help="NAME=FOLDER")
    parser.add_argument("--each", type=int, default=50, help="scenes of each skill")
    given = parser.parse_args()
    if given.fit or given.fit_photographs:
        fit(given.each) if given.fit else fit_photographs(given.fit_photographs)
        return
    print("| images | n | on the wrong side | share |\n|---|---|---|---|")
    tell_photographs(given.folders, {name: Path(place) for name, place in (one.split("=", 1) for one in given.others)})
    tell_scenes(given.folders, given.each)


if __name__ == "__main__":
    main()
