"""From two folders to an FID beside torch-fidelity: images a second, and the number, on the same Inception weights.

    OMP_NUM_THREADS=1 python benchmarks/folder_fid.py [IMAGES A SIDE]

Both get the same PNG files and use the threads that OMP_NUM_THREADS allows; ours runs one worker. The weights are those
of `inception_fid`, written out under the names that torch-fidelity reads. Ours is all that `paragone score` does: it
also stores samples and facts, and gives the FID an interval, which torch-fidelity does not. Wall-clock seconds.
"""

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

import _peers
import numpy as np

from paragone.annotators.inception import _inception
from paragone.annotators.inception.inception_fid import FILES
from paragone.assets.cache import path_of
from paragone.assets.pickled import read_tensors
from paragone.images.encode import encode
from paragone.stages import run
from paragone.stages.planning.score import given, score_plan
from paragone.store.fact_cache import FactCache

SIDE = 256


def write_images(folder: Path, count: int, seed: int) -> None:
    """Smooth random colours with noise: files as large as photographs of this size."""
    folder.mkdir()
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    for index in range(count):
        waves = [np.sin(rng.uniform(2, 20) * x + rng.uniform(2, 20) * y + rng.uniform(0, 6)) for _ in range(3)]
        pixels = np.stack(waves, axis=-1) * 100 + 128 + rng.normal(size=(SIDE, SIDE, 3)) * (10 + 15 * seed)
        (folder / f"{index:05}.png").write_bytes(encode(np.clip(pixels, 0, 255).astype(np.uint8)))


def ours(folders: list[Path], place: Path) -> float:
    """FID as `paragone score` finds it, with its interval and the whole run folder, from an empty cache of facts."""
    drawn, real = folders
    plan = score_plan(given({"drawn": drawn}, real), ("fid features=inception_torch_fidelity",), ("execute.workers=1",))
    found = run(plan, place / "run", cache=FactCache(place / "facts", 10**9))
    return float(found.table("estimates").read(["value"])["value"][0])


def theirs(folders: list[Path], weights: Path) -> float:
    """FID by torch-fidelity."""
    import torch
    import torch_fidelity

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    found = torch_fidelity.calculate_metrics(
        input1=str(folders[0]), input2=str(folders[1]), fid=True, cuda=False, batch_size=16, verbose=False, cache=False,
        feature_extractor_weights_path=str(weights), save_cpu_ram=True,
    )  # fmt: skip
    return float(found["frechet_inception_distance"])


def write_weights(path: Path) -> None:
    """Our weights under torch-fidelity's names; the classifier, which FID does not use, is zeros."""
    import torch

    tensors = read_tensors(path_of(FILES["registry"]))
    scripted = [name.removesuffix(".weight") for name in tensors if name.endswith(".weight")]
    state = {"fc.weight": torch.zeros(1008, 2048), "fc.bias": torch.zeros(1008)}
    names = {".beta": ".bn.bias", ".mean": ".bn.running_mean", ".var": ".bn.running_var", ".weight": ".conv.weight"}
    for layer, old in zip(_inception.LAYERS, scripted, strict=True):
        state |= {f"{layer}{new}": torch.from_numpy(tensors[f"{old}{given}"].copy()) for given, new in names.items()}
        state[f"{layer}.bn.weight"] = torch.ones(len(state[f"{layer}.bn.bias"]))
    torch.save(state, path)


def lend_torchvision() -> None:
    """The two functions of torchvision that torch-fidelity calls on a folder, where it is not installed."""
    import torch
    import torchvision

    if torchvision.__version__ != "0":
        return

    def pil_to_tensor(image):
        return torch.from_numpy(np.asarray(image).copy()).permute(2, 0, 1).contiguous()

    class Compose:
        """One transform after the other."""

        def __init__(self, steps):
            self.steps = steps

        def __call__(self, image):
            for step in self.steps:
                image = step(image)
            return image

    import torchvision.transforms
    import torchvision.transforms.functional

    torchvision.transforms, functional = sys.modules["torchvision.transforms"], "torchvision.transforms.functional"
    torchvision.transforms.Compose = Compose
    sys.modules[functional].pil_to_tensor = pil_to_tensor


def timed(work, *given) -> tuple[float, float]:
    """Seconds and result."""
    start = time.perf_counter()
    with contextlib.redirect_stdout(sys.stderr):
        found = work(*given)
    return time.perf_counter() - start, found


def main(count: int) -> int:
    """Both, one after the other, each warm: a first image has been through either network."""
    if _peers.load("torch_fidelity") is None:
        print("torch-fidelity is not installed")
        return 1
    lend_torchvision()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        folders, warm = [root / "drawn", root / "real"], [root / "one", root / "two"]
        for seed, folder in enumerate([*folders, *warm]):
            write_images(folder, count if folder in folders else 2, seed)
        write_weights(root / "weights.pth")
        ours(warm, root / "warm")
        theirs(warm, root / "weights.pth")
        (spent, value), (other, reference) = (
            timed(ours, folders, root / "ours"),
            timed(theirs, folders, root / "weights.pth"),
        )
    rates = 2 * count / spent, 2 * count / other
    print(f"{count} images of {SIDE} x {SIDE} a side, torch-fidelity {_peers.version('torch-fidelity')}:")
    print(f"  ours {rates[0]:.1f} images a second, torch-fidelity {rates[1]:.1f}; ratio {rates[0] / rates[1]:.2f}")
    print(f"  FID {value:.8g} and {reference:.8g}, relative difference {abs(value - reference) / reference:.1e}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 256))
