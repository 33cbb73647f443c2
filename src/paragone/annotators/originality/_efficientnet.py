"""EfficientNet-B3 with LAION's head, from the tensors of its file (timm's names) to ONNX."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks.graph import Graph, fold
from paragone.core.errors import BadInput

Tensors = Mapping[str, npt.NDArray[Any]]
SIDE = 256
# B0's stages widened by 1.2 and deepened by 1.4 (Tan and Le, 2019): blocks, side of the filter, stride, channels out.
STAGES = (
    *((2, 3, 1, 24), (3, 3, 2, 32), (3, 5, 2, 48), (5, 3, 2, 96)),
    *((5, 5, 1, 136), (6, 5, 2, 232), (2, 3, 1, 384)),
)
STEM, WIDE, HEAD = 40, 1536, {"classifier.0": 625, "classifier.3": 256, "classifier.5": 2}


class Block(NamedTuple):
    """One block: where it is in the file, and its sizes."""

    at: str
    inputs: int
    inner: int
    outputs: int
    kernel: int
    stride: int
    squeezed: int


def blocks(stages: tuple[tuple[int, int, int, int], ...] = STAGES, stem: int = STEM) -> Iterator[Block]:
    """Every block in order; the first stage does not widen its input, the others by six."""
    inputs = stem
    for stage, (count, kernel, stride, outputs) in enumerate(stages):
        for index in range(count):
            inner = inputs if stage == 0 else inputs * 6
            step = stride if index == 0 else 1
            yield Block(f"blocks.{stage}.{index}", inputs, inner, outputs, kernel, step, max(1, inputs // 4))
            inputs = outputs


def shapes() -> dict[str, tuple[int, ...]]:
    """Every tensor of the file with its shape; counters of the normalisation are left out."""
    found: dict[str, tuple[int, ...]] = {"conv_stem.weight": (STEM, 3, 3, 3), "conv_head.weight": (WIDE, 384, 1, 1)}
    found |= _norm("bn1", STEM) | _norm("bn2", WIDE)
    for block in blocks():
        at, inner = block.at, block.inner
        is_wide = inner != block.inputs
        last = "conv_pwl" if is_wide else "conv_pw"
        found |= {f"{at}.conv_dw.weight": (inner, 1, block.kernel, block.kernel)}
        found |= {f"{at}.{last}.weight": (block.outputs, inner, 1, 1)}
        if is_wide:
            found |= {f"{at}.conv_pw.weight": (inner, block.inputs, 1, 1)}
        names = ["bn1", "bn2", "bn3"] if is_wide else ["bn1", "bn2"]
        for name in names:
            found |= _norm(f"{at}.{name}", block.outputs if name == names[-1] else inner)
        found |= {f"{at}.se.conv_reduce.weight": (block.squeezed, inner, 1, 1)}
        found |= {f"{at}.se.conv_reduce.bias": (block.squeezed,)}
        found |= {f"{at}.se.conv_expand.weight": (inner, block.squeezed, 1, 1), f"{at}.se.conv_expand.bias": (inner,)}
    inputs = WIDE
    for layer, outputs in HEAD.items():
        found |= {f"{layer}.weight": (outputs, inputs), f"{layer}.bias": (outputs,)}
        inputs = outputs
    return found


def _norm(at: str, size: int) -> dict[str, tuple[int, ...]]:
    return {f"{at}.{name}": (size,) for name in ("weight", "bias", "running_mean", "running_var")}


def build(tensors: Tensors) -> bytes:
    """The network: `image` (N, 3, 256, 256), ImageNet-normalised, gives `chances` (N, 2), the first of a watermark."""
    _check(tensors)
    graph = Graph()
    x = graph.input("image", ["N", 3, SIDE, SIDE])
    x = _swish(graph, _normed(graph, tensors, x, "conv_stem", "bn1", stride=2))
    for block in blocks():
        x = _block(graph, tensors, x, block)
    x = _swish(graph, _normed(graph, tensors, x, "conv_head", "bn2"))
    x = graph.reshape(graph.add("GlobalAveragePool", x), (0, -1))
    for place, layer in enumerate(HEAD):
        x = graph.linear(graph.relu(x) if place else x, tensors[f"{layer}.weight"], tensors[f"{layer}.bias"])
    return graph.model({"chances": graph.add("Softmax", x, axis=1)})


def _check(tensors: Tensors) -> None:
    found = {name: one.shape for name, one in tensors.items() if not name.endswith("num_batches_tracked")}
    odd = sorted({*found.items()} ^ {*shapes().items()})
    if odd:
        name = odd[0][0]
        wanted, there = shapes().get(name, "nothing"), found.get(name, "not there")
        raise BadInput(f"the tensor {name!r} is {there} where {wanted} is expected; is it watermark_model_v1.pt?")


def _block(graph: Graph, tensors: Tensors, x: str, block: Block) -> str:
    at = block.at
    is_wide = f"{at}.conv_pwl.weight" in tensors
    inner = _swish(graph, _normed(graph, tensors, x, f"{at}.conv_pw", f"{at}.bn1")) if is_wide else x
    norm = f"{at}.bn2" if is_wide else f"{at}.bn1"
    inner = _swish(graph, _normed(graph, tensors, inner, f"{at}.conv_dw", norm, stride=block.stride))
    inner = graph.add("Mul", inner, _squeezed(graph, tensors, inner, f"{at}.se"))
    last = (f"{at}.conv_pwl", f"{at}.bn3") if is_wide else (f"{at}.conv_pw", f"{at}.bn2")
    out = _normed(graph, tensors, inner, *last)
    return graph.add("Add", x, out) if block.stride == 1 and block.inputs == block.outputs else out


def _squeezed(graph: Graph, tensors: Tensors, x: str, at: str) -> str:
    """How much each channel counts, from their means."""
    mean = graph.add("GlobalAveragePool", x)
    few = graph.conv(mean, tensors[f"{at}.conv_reduce.weight"], tensors[f"{at}.conv_reduce.bias"])
    many = graph.conv(_swish(graph, few), tensors[f"{at}.conv_expand.weight"], tensors[f"{at}.conv_expand.bias"])
    return graph.add("Sigmoid", many)


def _swish(graph: Graph, x: str) -> str:
    return graph.add("Mul", x, graph.add("Sigmoid", x))


def _normed(graph: Graph, tensors: Tensors, x: str, conv: str, norm: str, *, stride: int = 1) -> str:
    weight = tensors[f"{conv}.weight"]
    scale = tensors[f"{norm}.weight"] / np.sqrt(tensors[f"{norm}.running_var"].astype(np.float64) + 1e-5)
    folded = fold(weight, scale, tensors[f"{norm}.bias"] - tensors[f"{norm}.running_mean"] * scale)
    groups = weight.shape[0] if conv.endswith("conv_dw") else 1
    half = weight.shape[2] // 2
    return graph.conv(x, *folded, stride=stride, pad=(half, half), groups=groups)
