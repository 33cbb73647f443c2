"""DETR as its paper (Carion et al. 2020) and torch's own layers have it: what our loader is compared with.

The names of the parts are those of a published checkpoint, since they come from the same layers of torch.
"""

import math
from typing import Any

import torch
from torch import Tensor, nn


class FrozenNorm(nn.Module):  # type: ignore[misc]
    """A batch norm that learns nothing."""

    def __init__(self, width: int) -> None:
        super().__init__()
        for name, value in (("weight", 1.0), ("bias", 0.0), ("running_mean", 0.0), ("running_var", 1.0)):
            self.register_buffer(name, torch.full((width,), value))

    def forward(self, x: Tensor) -> Any:
        parts = (getattr(self, name) for name in ("running_mean", "running_var", "weight", "bias"))
        return nn.functional.batch_norm(x, *parts, training=False, eps=1e-5)


class Bottleneck(nn.Module):  # type: ignore[misc]
    """1 x 1, 3 x 3 (with the stride), 1 x 1, and the way past them."""

    def __init__(self, width: int, inner: int, out: int, *, stride: int, dilation: int) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(width, inner, 1, bias=False), FrozenNorm(inner)
        middle = nn.Conv2d(inner, inner, 3, stride=stride, padding=dilation, dilation=dilation, bias=False)
        self.conv2, self.bn2 = middle, FrozenNorm(inner)
        self.conv3, self.bn3 = nn.Conv2d(inner, out, 1, bias=False), FrozenNorm(out)
        self.downsample: nn.Module | None = None
        if stride != 1 or width != out:
            self.downsample = nn.Sequential(nn.Conv2d(width, out, 1, stride=stride, bias=False), FrozenNorm(out))

    def forward(self, x: Tensor) -> Any:
        past = x if self.downsample is None else self.downsample(x)
        x = self.bn1(self.conv1(x)).relu()
        x = self.bn2(self.conv2(x)).relu()
        return (self.bn3(self.conv3(x)) + past).relu()


class Body(nn.Module):  # type: ignore[misc]
    """A ResNet whose last stage is dilated in place of its stride (DC5)."""

    def __init__(self, stem: int, widths: list[int], depths: list[int]) -> None:
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, stem, 7, stride=2, padding=3, bias=False), FrozenNorm(stem)
        width = stem
        for stage, (out, depth) in enumerate(zip(widths, depths, strict=True)):
            is_last = stage == len(widths) - 1
            blocks = []
            for k in range(depth):
                stride = 2 if k == 0 and stage > 0 and not is_last else 1
                blocks.append(Bottleneck(width, out // 4, out, stride=stride, dilation=2 if is_last and k else 1))
                width = out
            setattr(self, f"layer{stage + 1}", nn.Sequential(*blocks))

    def forward(self, x: Tensor) -> Any:
        x = nn.functional.max_pool2d(self.bn1(self.conv1(x)).relu(), 3, 2, 1)
        for stage in range(4):
            x = getattr(self, f"layer{stage + 1}")(x)
        return x


class Encoding(nn.TransformerEncoderLayer):  # type: ignore[misc]
    """Torch's own layer, but places are added to queries and keys alone, in every layer."""

    def forward(self, x: Tensor, place: Tensor) -> Any:
        x = self.norm1(x + self.self_attn(x + place, x + place, x)[0])
        return self.norm2(x + self.linear2(self.linear1(x).relu()))


class Decoding(nn.TransformerDecoderLayer):  # type: ignore[misc]
    """The same, with questions that ask the memory."""

    def forward(self, x: Tensor, memory: Tensor, place: Tensor, question: Tensor) -> Any:
        x = self.norm1(x + self.self_attn(x + question, x + question, x)[0])
        x = self.norm2(x + self.multihead_attn(x + question, memory + place, memory)[0])
        return self.norm3(x + self.linear2(self.linear1(x).relu()))


class Detr(nn.Module):  # type: ignore[misc]
    """Class logits (queries, classes + 1) and boxes (queries, 4) of one image."""

    def __init__(self, *, stem: int, widths: list[int], depths: list[int], **sizes: int) -> None:
        super().__init__()
        width, inner, layers = sizes["width"], sizes["inner"], sizes["layers"]
        self.backbone = nn.ModuleList([nn.ModuleDict({"body": Body(stem, widths, depths)})])
        self.input_proj = nn.Conv2d(widths[-1], width, 1)
        self.query_embed = nn.Embedding(sizes["queries"], width)
        self.transformer = nn.ModuleDict(
            {
                "encoder": nn.ModuleDict(
                    {"layers": nn.ModuleList(Encoding(width, 8, inner, 0.0) for _ in range(layers))}
                ),
                "decoder": nn.ModuleDict(
                    {
                        "layers": nn.ModuleList(Decoding(width, 8, inner, 0.0) for _ in range(layers)),
                        "norm": nn.LayerNorm(width),
                    }
                ),
            }
        )
        self.class_embed = nn.Linear(width, sizes["classes"] + 1)
        ends = [(width, width), (width, width), (width, 4)]
        self.bbox_embed = nn.ModuleDict({"layers": nn.ModuleList(nn.Linear(a, b) for a, b in ends)})

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.input_proj(self.backbone[0]["body"](image))
        place = sines(seen.shape[2], seen.shape[3], seen.shape[1] // 2)
        memory, question = seen.flatten(2).permute(2, 0, 1), self.query_embed.weight[:, None]
        for layer in self.transformer["encoder"]["layers"]:
            memory = layer(memory, place)
        x = torch.zeros_like(question)
        for layer in self.transformer["decoder"]["layers"]:
            x = layer(x, memory, place, question)
        x = self.transformer["decoder"]["norm"](x)[:, 0]
        first, second, last = self.bbox_embed["layers"]
        return self.class_embed(x), last(second(first(x).relu()).relu()).sigmoid()


def sines(height: int, width: int, half: int) -> Tensor:
    """Places as sines and cosines of row, then column, scaled to a full turn: (height * width, 1, 2 * half)."""
    waves = 10000 ** (2 * (torch.arange(half) // 2) / half)
    rows = (torch.arange(1, height + 1) / (height + 1e-6) * 2 * math.pi)[:, None] / waves
    columns = (torch.arange(1, width + 1) / (width + 1e-6) * 2 * math.pi)[:, None] / waves
    told = [torch.stack([x[:, 0::2].sin(), x[:, 1::2].cos()], 2).flatten(1) for x in (rows, columns)]
    grid = [told[0][:, None].expand(height, width, half), told[1][None].expand(height, width, half)]
    return torch.cat(grid, dim=2).reshape(height * width, 1, 2 * half)
