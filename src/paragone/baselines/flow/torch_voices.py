"""The networks of a training as the sampler wants them."""

from pathlib import Path

import numpy as np
import torch

from paragone.baselines.flow.layout import Floats, vocabulary
from paragone.baselines.flow.net import Painter
from paragone.baselines.flow.sample import Numbers, Voices


def voices_of(net: Painter) -> Voices:
    """A network in training, sampled as it is."""
    net.eval()

    def layout(numbers: Numbers, slots: Floats, t: Floats) -> Floats:
        with torch.no_grad():
            said: Floats = net.layout(*(torch.from_numpy(column) for column in (numbers, slots, t))).numpy()
        return said

    def layer(layers: Floats, t: Floats, kinds: Numbers, boxes: Floats) -> Floats:
        given = (torch.from_numpy(np.ascontiguousarray(column)) for column in (layers, t, kinds, boxes))
        with torch.no_grad():
            said: Floats = net.layer(*given).numpy()
        return said

    return Voices(layout, layer, vocabulary())


def load(checkpoint: Path) -> Painter:
    """The running mean of a checkpoint that the training wrote."""
    state = torch.load(checkpoint, weights_only=True)
    sizes = state["sizes"]
    net = Painter(len(vocabulary()), layout=tuple(sizes["layout_size"]), layer=tuple(sizes["layer_size"]))
    net.load_state_dict(state["mean"])
    return net
