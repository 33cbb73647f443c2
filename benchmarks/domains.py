"""How often an image is put into the wrong domain: photographs taken for simulator scenes, noise for photographs.

    python -m benchmarks.domains --fit                      # learns where scenes are, from training scenes alone
    python -m benchmarks.domains --fit-apart FOLDER         # then what tells scenes from its photographs, sharp or not
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
BLURS = (0, 2, 4, 8, 16)  # pixels at SHARP: how unsharp a photograph may be and is one all the same
TRIED = (2, 4, 8, 12)  # blurs that are measured; not all of them were fitted
SHARP = 224  # pixels a side, where blur is measured
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


def fit_apart(folder: Path, each: int, shrinkage: float = 0.01) -> None:
    """A plane between training scenes, sharp and blurred, and photographs of any sharpness (Fisher's discriminant)."""
    empty = scenes("train", each // 3, "scene_damaged", kind="drop", amount=1.0)
    blurred = scenes("train", each // 2, "scene_damaged", kind="blur", amount=0.5)
    here = vectors(itertools.chain(scenes("train", each), empty, blurred))
    cuts = [one for picture in _pictures(folder) for one in cut(picture)]
    there = vectors(_blurred(one, radius) for radius in BLURS for one in cuts)
    whitening = _shrunk((np.cov(here.T) + np.cov(there.T)) / 2, shrinkage)
    normal = whitening @ whitening.T @ (here.mean(0) - there.mean(0))
    side = np.append(normal, -normal @ (here.mean(0) + there.mean(0)) / 2)
    place = fitted("scene_domain")
    _keep("scene_domain", place, place.line, side=side.astype(np.float32))


def _pictures(folder: Path) -> list[Pixels]:
    return [decode(path.read_bytes()).pixels for path in sorted(folder.iterdir()) if path.suffix in (".png", ".jpg")]


def _keep(name: str, place: Fitted, line: float, **more: npt.NDArray[np.float32]) -> None:
    path = DATA / f"{name}.npz"
    parts = {"mean": np.float32(place.mean), "whitening": np.float32(place.whitening), "line": np.float64(line)}
    np.savez_compressed(path, **parts, **more)  # type: ignore[arg-type]
    print(f"{path.name} {content_hash(path.read_bytes())[:12]}")


def fit_photographs(folder: Path) -> None:
    """Mean and spread for each sharpness from all; the line from those left out of the fit, a quarter at a time."""
    groups = [_at_each_sharpness(picture) for picture in _pictures(folder)]  # the cuts of one picture stay together
    apart: list[float] = []
    for part in range(4):
        place = _of_sharpnesses([group for number, group in enumerate(groups) if number % 4 != part])
        apart += [one for group in groups[part::4] for cuts in group for one in place.distances(cuts)]
    line = float(np.quantile(apart, KEPT))
    _keep("photo_domain", _of_sharpnesses(groups), line)
    print(f"{len(apart) // len(BLURS)} cuts of {len(groups)} photographs, line {line:.2f}")


def _at_each_sharpness(picture: Pixels) -> npt.NDArray[np.float64]:
    """Statistics of the cuts  # (blurs, cuts, statistics)."""
    return np.array([statistics(_blurred(one, radius) for one in cut(picture)) for radius in BLURS])


def _of_sharpnesses(groups: Sequence[npt.NDArray[np.float64]]) -> Fitted:
    places = [_of_statistics(cuts) for cuts in np.concatenate(groups, axis=1)]
    mean, whitening = (np.array([getattr(place, part) for place in places]) for part in ("mean", "whitening"))
    return Fitted(mean, whitening, 0.0, "")


def _of_statistics(learnt: npt.NDArray[np.float64]) -> Fitted:
    """As `_spread`, each statistic in its own unit."""
    scale = learnt.std(0)
    found = _spread((learnt - learnt.mean(0)) / scale, 0.05)
    return found._replace(mean=learnt.mean(0), whitening=found.whitening / scale[:, None])


def statistics(images: Iterable[Pixels]) -> npt.NDArray[np.float64]:
    """What photographs share, of each."""
    return np.array([natural_statistics(resize(one, (SIDE, SIDE), policy=PIL_BILINEAR)) for one in images])


def _spread(learnt: npt.NDArray[np.float64], shrinkage: float) -> Fitted:
    return Fitted(learnt.mean(0), _shrunk(np.cov(learnt.T), shrinkage), 0.0, "")


def _shrunk(covariance: npt.NDArray[np.float64], shrinkage: float) -> npt.NDArray[np.float64]:
    """What makes such a spread round."""
    even = np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    values, axes = np.linalg.eigh((1 - shrinkage) * covariance + shrinkage * even)
    whitening: npt.NDArray[np.float64] = axes / np.sqrt(values)
    return whitening


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
    tell("photographs and their quarters", place.holds(vectors(photographs(folders))))
    for radius in TRIED:
        seen = vectors(_blurred(one, radius) for one in photographs(folders))
        tell(f"the same, blurred by {radius} of {SHARP} pixels", place.holds(seen))
    kinds: dict[str, dict[str, object]] = {
        "held-out scenes": {},
        "held-out scenes, blurred by half": {"model": "scene_damaged", "kind": "blur", "amount": 0.5},
        "held-out scenes, half of the things missing": {"model": "scene_damaged", "kind": "drop", "amount": 0.5},
    }
    for what, options in kinds.items():
        seen = vectors(scenes("val", each, **options))  # type: ignore[arg-type]
        tell(what, ~place.holds(seen))


def tell_photographs(folders: Sequence[Path], others: Mapping[str, Path]) -> None:
    """The errors of what tells photographs: of photographs as they are and spoilt, and of what is none."""
    place = fitted("photo_domain")
    for how, images in _spoilt(list(photographs(folders, TEXTURES))).items():
        tell(f"photographs and their quarters, {how}", ~place.holds(statistics(images)))
    made = _no_photographs(np.random.default_rng(0))
    for name, folder in others.items():
        made[name] = [decode(path.read_bytes()).pixels for path in sorted(folder.rglob("*.png"))]
    for what, images in made.items():
        tell(what, place.holds(statistics(images)))


def _spoilt(whole: Sequence[Pixels]) -> dict[str, Iterable[Pixels]]:
    rng = np.random.default_rng(1)
    found: dict[str, Iterable[Pixels]] = {"as they are": whole, "at 64 pixels": map(_small, whole)}
    found |= {f"blurred by {radius} of {SHARP} pixels": [_blurred(one, radius) for one in whole] for radius in TRIED}
    found |= {f"as JPEG of quality {quality}": [_as_jpeg(one, quality) for one in whole] for quality in (30, 5)}
    return found | {"with noise of 20 of 255": [_noisy(one, rng) for one in whole]}


def _no_photographs(rng: np.random.Generator) -> dict[str, Sequence[Pixels]]:
    noise = [rng.integers(0, 256, (SHARP, SHARP, 3), np.uint8) for _ in range(60)]
    made: dict[str, Sequence[Pixels]] = {"white noise": noise}
    made |= {f"noise blurred by {radius} pixels": [_blurred(one, radius) for one in noise] for radius in TRIED}
    made["one colour"] = [np.full((64, 64, 3), rng.integers(0, 256, 3), np.uint8) for _ in range(60)]
    made["flat rectangles"] = [_rectangles(rng) for _ in range(60)]
    textures = [_inside("skimage", "data") / name for name in TEXTURES]
    close = [part for path in textures for part in cut(decode(path.read_bytes()).pixels)]
    made["close-ups of brick, grass, gravel, and quarters"] = close
    return made | {
        f"the same, blurred by {radius} pixels": [_blurred(one, radius) for one in close] for radius in TRIED
    }


def _rectangles(rng: np.random.Generator) -> Pixels:
    image = np.full((128, 128, 3), rng.integers(0, 256, 3), np.uint8)
    for _ in range(3):
        top, left, height, width = (*rng.integers(0, 96, 2), *rng.integers(16, 64, 2))
        image[top : top + height, left : left + width] = rng.integers(0, 256, 3)
    return image


def _noisy(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    sharp = resize(pixels, (SHARP, SHARP), policy=PIL_BILINEAR)
    return np.clip(sharp + rng.normal(0, 20, sharp.shape), 0, 255).astype(np.uint8)


def _small(pixels: Pixels) -> Pixels:
    return resize(pixels, (64, 64), policy=PIL_BILINEAR).astype(np.uint8)


def _blurred(pixels: Pixels, radius: float) -> Pixels:
    """At SHARP pixels a side."""
    from PIL import Image, ImageFilter

    sharp = Image.fromarray(pixels).resize((SHARP, SHARP), Image.Resampling.BILINEAR)
    return np.asarray(sharp.filter(ImageFilter.GaussianBlur(radius)) if radius else sharp)


def _as_jpeg(pixels: Pixels, quality: int) -> Pixels:
    import io

    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=quality)
    return decode(file.getvalue()).pixels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--fit-apart", type=Path)
    parser.add_argument("--fit-photographs", type=Path)
    parser.add_argument("--others", nargs="*", default=[], help="NAME=FOLDER")
    parser.add_argument("--each", type=int, default=50, help="scenes of each skill")
    given = parser.parse_args()
    if given.fit or given.fit_apart or given.fit_photographs:
        fit(given.each) if given.fit else None
        fit_apart(given.fit_apart, given.each) if given.fit_apart else None
        fit_photographs(given.fit_photographs) if given.fit_photographs else None
        return
    print("| images | n | on the wrong side | share |\n|---|---|---|---|")
    tell_photographs(given.folders, {name: Path(place) for name, place in (one.split("=", 1) for one in given.others)})
    tell_scenes(given.folders, given.each)


if __name__ == "__main__":
    main()
