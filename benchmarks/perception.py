"""Images a second of every annotator, and Inception against torch eager and against the machine's own matrix product.

    python benchmarks/perception.py [--only inception] [--cores 2] [PHOTO...]

Ours run as the look stage runs them: a worker a core, each with its own batch and one thread. Torch gets the same cores
in both ways, as threads on one batch and as workers; and the network in both forms, as libraries run it (convolution,
batch normalisation, rectifier) and with the normalisation folded into the weights. Rounds take turns, so that other
work on the machine weighs on all of them alike.
"""

import argparse
import functools
import importlib.util
import os
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from paragone.annotators._networks.onnx import run as run_network
from paragone.annotators.inception.inception_fid import network_of
from paragone.assets import cache
from paragone.assets.manifest import read
from paragone.core import catalogue
from paragone.core.types import Picture, Prompt
from paragone.images.decode import decode

GIGAFLOP_AN_IMAGE = 11.4  # multiplications and additions of Inception-v3 at 299 x 299
BATCH = 8
ROUNDS = 5
SIDE = 512


def pictures(paths: Sequence[Path]) -> list[Picture]:
    """The photographs given, or smooth random images."""
    if paths:
        return [decode(path.read_bytes(), name=str(path)) for path in paths]
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 256, (BATCH, SIDE // 16, SIDE // 16, 3), dtype=np.uint8)
    smooth = np.kron(coarse, np.ones((1, 16, 16, 1), np.uint8))
    return [Picture(pixels, "", "PNG", "RGB", 0) for pixels in smooth]


def rate(work: Callable[[], object], count: int, *, workers: int = 1) -> float:
    """Items a second, when each worker makes one call."""
    with ThreadPoolExecutor(workers) as pool:
        start = time.perf_counter()
        for done in [pool.submit(work) for _ in range(workers)]:
            done.result()
        return workers * count / (time.perf_counter() - start)


def every_annotator(images: list[Picture], cores: int) -> None:
    """One line each: items a second after a first, untimed call."""
    prompts = [Prompt(str(at), f"a photograph of {at} red apples on a wooden table") for at in range(32)]
    names = sorted({user for weight in read("weights") if weight.is_kept for user in weight.used_by})
    for name in (*names, "scene_detector", "clip_scene_image"):  # the last two ship with their weights
        annotator = catalogue.make("annotators", name)
        needed = [catalogue.make("annotators", other) for other in annotator.needs]
        if cache.missing([weights for one in (annotator, *needed) for weights in one.needs_weights]):
            print(f"{name:20} run `paragone weights fetch {name}` first")
            continue
        stated = {other.name: other.look(images, []) for other in needed}
        known = [{other: found[at] for other, found in stated.items()} for at in range(len(images))]
        given: tuple[Any, ...] = (images, [], known) if annotator.subject == "image" else ([], prompts)
        count, unit = (len(images), "images") if annotator.subject == "image" else (len(prompts), "prompts")
        annotator.look(*given)
        rates = [rate(lambda: annotator.look(*given), count, workers=cores) for _ in range(3)]  # noqa: B023
        print(f"{name:20} {statistics.median(rates):8.2f} {unit}/s", flush=True)


def convolved(x: Sequence[Any], strides: Any, pads: Any, *, folded: bool) -> Any:
    """A convolution with its bias; unless folded, it belongs to a batch normalisation that does nothing else."""
    import torch
    from torch.nn import functional

    if folded:
        return functional.conv2d(x[0], x[1], x[2], strides, pads)
    mean, spread = torch.zeros_like(x[2]), torch.ones_like(x[2])
    plain = functional.conv2d(x[0], x[1], None, strides, pads)
    return functional.batch_norm(plain, mean, spread, spread, x[2], eps=0)


def eager(path: Path, *, folded: bool) -> Callable[[Any], Any]:
    """The same network, node by node, in torch eager mode."""
    import onnx
    import torch
    from onnx import numpy_helper
    from torch.nn import functional

    graph = onnx.load(str(path)).graph
    constants = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}

    def apply(node: Any, x: list[Any]) -> Any:
        settings = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
        pads = tuple(settings.get("pads", [0, 0])[:2])
        strides, kernel = settings.get("strides", [1, 1]), settings.get("kernel_shape")
        match node.op_type:
            case "Conv":
                return convolved(x, strides, pads, folded=folded)
            case "Relu":
                return functional.relu(x[0])
            case "MaxPool":
                return functional.max_pool2d(x[0], kernel, strides, pads)
            case "AveragePool":
                return functional.avg_pool2d(x[0], kernel, strides, pads, count_include_pad=False)
            case "Concat":
                return torch.cat(x, 1)
            case "GlobalAveragePool":
                return x[0].mean((2, 3))
            case _:
                return x[0]

    def forward(image: Any) -> Any:
        values = dict(constants) | {"image": image}
        for node in graph.node:
            values[node.output[0]] = apply(node, [values[name] for name in node.input])
        return values["vector"]

    return forward


def gemm_gigaflops(side: int = 2048) -> float:
    """Billions of multiplications and additions a second in a product of two square float32 matrices, on all cores."""
    a = np.random.default_rng(0).random((side, side), dtype=np.float32)
    return rate(lambda: a @ a, 2 * side**3) / 1e9


def in_torch(path: Path, images: Any, cores: int) -> dict[str, Callable[[], float]]:
    """Images a second of torch eager, by form of the network and use of the cores."""
    import torch

    tensor = torch.from_numpy(images)
    networks = {"as libraries run it": eager(path, folded=False), "folded": eager(path, folded=True)}
    expected = run_network(path, {"image": images})[0]

    def call(network: Callable[[Any], Any]) -> Any:
        with torch.inference_mode():
            return network(tensor)

    for name, network in networks.items():
        print(f"torch eager, {name}: largest difference {np.abs(np.asarray(call(network)) - expected).max():.1e}")

    def best(network: Callable[[Any], Any]) -> float:
        torch.set_num_threads(cores)
        in_threads = rate(lambda: call(network), BATCH)
        torch.set_num_threads(1)
        return max(in_threads, rate(lambda: call(network), BATCH, workers=cores))

    return {f"torch eager, {name}": functools.partial(best, network) for name, network in networks.items()}


def inception(cores: int) -> None:
    """Median images a second of both runtimes, and what they are of the matrix product's rate."""
    path = network_of("inception-fid")
    images = np.random.default_rng(0).uniform(-1, 1, (BATCH, 3, 299, 299)).astype(np.float32)
    peers = in_torch(path, images, cores) if importlib.util.find_spec("torch") else {}
    rounds = []
    for _ in range(ROUNDS):
        ours = rate(lambda: run_network(path, {"image": images}), BATCH, workers=cores)
        rounds.append({"onnxruntime": ours} | {name: run() for name, run in peers.items()} | {"gemm": gemm_gigaflops()})
    shares = [row["onnxruntime"] * GIGAFLOP_AN_IMAGE / row["gemm"] for row in rounds]
    print(f"matrix product: {statistics.median(row['gemm'] for row in rounds):.1f} GFLOP/s")
    print(f"onnxruntime: {statistics.median(row['onnxruntime'] for row in rounds):.2f} images/s, ", end="")
    print(f"{statistics.median(shares):.0%} of the matrix product's rate")
    for name in peers:
        gains = [row["onnxruntime"] / row[name] for row in rounds]
        print(f"{name}: {statistics.median(row[name] for row in rounds):.2f} images/s; ", end="")
        print(f"onnxruntime is {statistics.median(gains):.2f} times as fast (median of {ROUNDS} rounds)")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photographs", nargs="*", type=Path)
    parser.add_argument("--only", choices=["annotators", "inception"])
    parser.add_argument("--cores", type=int, default=len(os.sched_getaffinity(0)))
    given = parser.parse_args()
    print(f"{given.cores} cores")
    if cache.missing(["inception-fid"]):
        print("run `paragone weights fetch default` first")
        return
    if given.only != "annotators":
        inception(given.cores)
    if given.only != "inception":
        every_annotator(pictures(given.photographs), given.cores)


if __name__ == "__main__":
    main()
