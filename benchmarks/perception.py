"""Images a second of every annotator, and Inception against torch eager and against the machine's own matrix product.

    OMP_NUM_THREADS=2 python benchmarks/perception.py [--only inception] [PHOTO...]

Rounds of the three Inception figures take turns, so that other work on the machine weighs on all of them alike.
"""

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from paragone.annotators import _onnx
from paragone.annotators.inception_fid import network_of
from paragone.core import catalogue
from paragone.core.types import Picture, Prompt
from paragone.images.decode import decode
from paragone.weights import cache
from paragone.weights.manifest import read

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


def rate(work: Callable[[], object], count: int) -> float:
    """Items a second of one call."""
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def every_annotator(images: list[Picture]) -> None:
    """One line each: items a second after a first, untimed call."""
    prompts = [Prompt(str(at), f"a photograph of {at} red apples on a wooden table") for at in range(32)]
    names = sorted({user for weight in read() if weight.is_fetchable for user in weight.used_by})
    for name in (*names, "scene_detector", "clip_scene_image"):  # the last two ship with their weights
        annotator = catalogue.make("annotators", name)
        if cache.missing(getattr(annotator, "needs_weights", ())):
            print(f"{name:20} run `paragone weights fetch {name}` first")
            continue
        given: tuple[Any, Any] = (images, []) if annotator.subject == "image" else ([], prompts)
        count, unit = (len(images), "images") if annotator.subject == "image" else (len(prompts), "prompts")
        annotator.look(*given)
        rates = [rate(lambda: annotator.look(*given), count) for _ in range(3)]  # noqa: B023
        print(f"{name:20} {statistics.median(rates):8.2f} {unit}/s", flush=True)


def eager(path: Path) -> Callable[[Any], Any]:
    """The same network, node by node, in torch eager mode (batch normalisation already folded, in torch's favour)."""
    import onnx
    import torch
    from onnx import numpy_helper
    from torch.nn import functional

    graph = onnx.load(str(path)).graph
    constants = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}

    def one(node: Any, x: list[Any]) -> Any:
        settings = {item.name: onnx.helper.get_attribute_value(item) for item in node.attribute}
        pads = tuple(settings.get("pads", [0, 0])[:2])
        strides, kernel = settings.get("strides", [1, 1]), settings.get("kernel_shape")
        match node.op_type:
            case "Conv":
                return functional.conv2d(x[0], x[1], x[2], strides, pads)
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
            values[node.output[0]] = one(node, [values[name] for name in node.input])
        return values["vector"]

    return forward


def gemm_gigaflops(side: int = 2048) -> float:
    """Billions of multiplications and additions a second in a product of two square float32 matrices."""
    a = np.random.default_rng(0).random((side, side), dtype=np.float32)
    return rate(lambda: a @ a, 2 * side**3) / 1e9


def inception() -> None:
    """Median images a second of both runtimes, and what they are of the matrix product's rate."""
    path = network_of("inception-fid")
    images = np.random.default_rng(0).uniform(-1, 1, (BATCH, 3, 299, 299)).astype(np.float32)
    runs: dict[str, Callable[[], object]] = {"onnxruntime": lambda: _onnx.run(path, {"image": images})}
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(_onnx.threads())
        network, tensor = eager(path), torch.from_numpy(images)

        def in_torch() -> object:
            with torch.inference_mode():
                return network(tensor)

        runs["torch eager"] = in_torch
        difference = np.abs(np.asarray(in_torch()) - _onnx.run(path, {"image": images})[0]).max()
        print(f"largest difference of the two runtimes: {difference:.1e}")
    rounds = []
    for _ in range(ROUNDS):
        rounds.append({name: rate(run, BATCH) for name, run in runs.items()} | {"gemm": gemm_gigaflops()})
    for name in runs:
        print(f"inception, {name}: {statistics.median(row[name] for row in rounds):.2f} images/s")
    shares = [row["onnxruntime"] * GIGAFLOP_AN_IMAGE / row["gemm"] for row in rounds]
    print(f"matrix product: {statistics.median(row['gemm'] for row in rounds):.1f} GFLOP/s")
    print(f"onnxruntime reaches {statistics.median(shares):.0%} of the matrix product's rate")
    if "torch eager" in runs:
        gains = [row["onnxruntime"] / row["torch eager"] for row in rounds]
        print(f"onnxruntime is {statistics.median(gains):.2f} times torch eager (median of {ROUNDS} rounds)")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photographs", nargs="*", type=Path)
    parser.add_argument("--only", choices=["annotators", "inception"])
    given = parser.parse_args()
    print(f"{_onnx.threads()} threads")
    if cache.missing(["inception-fid"]):
        print("run `paragone weights fetch default` first")
        return
    if given.only != "annotators":
        inception()
    if given.only != "inception":
        every_annotator(pictures(given.photographs))


if __name__ == "__main__":
    main()
