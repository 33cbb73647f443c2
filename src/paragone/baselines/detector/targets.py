"""What the network should answer for given boxes, and how far its answer is from that."""

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, l1_loss

from paragone.baselines.detector.decode import CHANNELS, CLASS_COUNT, STRIDE


def heat_maps(boxes: Tensor, labels: Tensor, *, rows: int, columns: int) -> Tensor:
    """(n, classes, rows, columns): 1 at each centre's cell, falling off as a bell as wide as the box allows."""
    image, box = (labels >= 0).nonzero(as_tuple=True)
    corners, kind = boxes[image, box] / STRIDE, labels[image, box].long()
    centre = (corners[:, :2] + corners[:, 2:]) / 2
    spread = ((corners[:, 2:] - corners[:, :2]) / 6).clamp(min=0.6)  # (k, 2) cells
    cell = centre.floor()
    x = torch.arange(columns)[None, :] - cell[:, :1]
    y = torch.arange(rows)[None, :] - cell[:, 1:]
    bell = torch.exp(
        -(x[:, None, :] ** 2 / spread[:, None, :1] ** 2 + y[:, :, None] ** 2 / spread[:, None, 1:] ** 2) / 2
    )
    maps = torch.zeros(len(boxes) * CLASS_COUNT, rows * columns)
    index = (image * CLASS_COUNT + kind)[:, None].expand(-1, rows * columns)
    maps.scatter_reduce_(0, index, bell.flatten(1), "amax")
    return maps.view(len(boxes), CLASS_COUNT, rows, columns)


def loss_of(answer: Tensor, boxes: Tensor, labels: Tensor, colours: Tensor) -> Tensor:
    """Focal loss on the heat, L1 on offset and size and cross entropy on class and colour at the centres."""
    rows, columns = answer.shape[-2:]
    wanted = heat_maps(boxes, labels, rows=rows, columns=columns)
    image, box = (labels >= 0).nonzero(as_tuple=True)
    count = max(len(image), 1)
    total = _focal(answer[:, CHANNELS.heat], wanted) / count
    if not len(image):
        return total
    corners = boxes[image, box] / STRIDE
    centre, side = (corners[:, :2] + corners[:, 2:]) / 2, (corners[:, 2:] - corners[:, :2]).clamp(min=0.1)
    column, row = centre[:, 0].long().clamp(0, columns - 1), centre[:, 1].long().clamp(0, rows - 1)
    here = answer[image, :, row, column]  # (boxes, channels)
    place = l1_loss(here[:, CHANNELS.offset], centre - torch.stack([column, row], dim=1))
    size = l1_loss(here[:, CHANNELS.side], side.log())
    kind = cross_entropy(here[:, CHANNELS.heat], labels[image, box].long())
    colour = cross_entropy(here[:, CHANNELS.colour], colours[image, box].long())
    return total + place + size + 0.5 * kind + 0.5 * colour


def _focal(logits: Tensor, wanted: Tensor) -> Tensor:
    """CenterNet's loss: easy cells count little, cells near a centre count less the nearer they are."""
    odds = torch.sigmoid(logits)
    is_centre = wanted == 1
    plain = binary_cross_entropy_with_logits(logits, is_centre.float(), reduction="none")
    weight = torch.where(is_centre, (1 - odds) ** 2, odds**2 * (1 - wanted) ** 4)
    return (plain * weight).sum()
