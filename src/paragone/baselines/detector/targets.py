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
    """Focal loss on the heat, L1 on offset and size at the centres, cross entropy on class and colour around them."""
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
    here = answer[image, :, row, column]  # (things, channels)
    place = l1_loss(here[:, CHANNELS.offset], centre - torch.stack([column, row], dim=1))
    size = l1_loss(here[:, CHANNELS.side], side.log())
    thing, row, column = _within(centre, side, rows=rows, columns=columns)
    share = 1 / torch.bincount(thing, minlength=len(image))[thing]  # every thing counts once, however large
    inner = answer[image[thing], :, row, column]
    painted = colours[image, box].long()[thing]
    kind = cross_entropy(inner[:, CHANNELS.heat], labels[image, box].long()[thing], reduction="none") @ share
    colour = cross_entropy(inner[:, CHANNELS.colour], painted, ignore_index=-1, reduction="none") @ share
    return total + place + size + (0.5 * kind + 0.5 * colour) / count


def _within(centre: Tensor, side: Tensor, *, rows: int, columns: int) -> tuple[Tensor, Tensor, Tensor]:
    """Thing, row and column of the cells in the inner half of each thing's box, its centre's cell at least."""
    half_side = (side / 4).clamp(min=0.5)
    x = (torch.arange(columns) + 0.5 - centre[:, :1]).abs() <= half_side[:, :1]
    y = (torch.arange(rows) + 0.5 - centre[:, 1:]).abs() <= half_side[:, 1:]
    thing, row, column = (y[:, :, None] & x[:, None, :]).nonzero(as_tuple=True)
    return thing, row, column


def _focal(logits: Tensor, wanted: Tensor) -> Tensor:
    """CenterNet's loss: easy cells count little, cells near a centre count less the nearer they are."""
    odds = torch.sigmoid(logits)
    is_centre = wanted == 1
    plain = binary_cross_entropy_with_logits(logits, is_centre.float(), reduction="none")
    weight = torch.where(is_centre, (1 - odds) ** 2, odds**2 * (1 - wanted) ** 4)
    return (plain * weight).sum()
