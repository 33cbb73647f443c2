"""The published weight files of AttnGAN under our names: tensors of a .pth, read without running anything in it."""

import re
from collections.abc import Mapping

import torch
from torch import Tensor

from paragone.assets.pickled import Tensors

GENERATOR = (
    (r"^h_net1\.upsample(\d)\.", lambda found: f"h_net1.ups.{int(found[1]) - 1}."),
    (r"^(h_net\d)\.att\.", lambda found: f"{found[1]}.looks."),
    (r"^img_net(\d)\.img\.", lambda found: f"img_nets.{int(found[1]) - 1}."),
)
# Where the numbered parts of img_code_s16 stand among our layers: a convolution, and the batch norm after it.
FIRST_FOUR = {0: "0.conv", 2: "1.conv", 3: "1.norm", 5: "2.conv", 6: "2.norm", 8: "3.conv", 9: "3.norm"}
LATER = ("img_code_s32", "img_code_s64", "img_code_s32_1", "img_code_s64_1", "img_code_s64_2")
HEADS = {
    "COND_DNET.jointConv.0": "heads.joint.conv",
    "COND_DNET.jointConv.1": "heads.joint.norm",
    "COND_DNET.outlogits.0": "heads.fitting",
    "UNCOND_DNET.outlogits.0": "heads.plain",
}


def generator_state(tensors: Tensors) -> dict[str, Tensor]:
    """A published generator's tensors, as `Generator.load_state_dict` wants them."""
    state: dict[str, Tensor] = {}
    for name, values in tensors.items():
        ours = name.removeprefix("module.")
        for pattern, renamed in GENERATOR:
            ours = re.sub(pattern, renamed, ours)
        # The words' convolution is one over a line; the published file has it as one over a plane of height 1.
        state[ours] = torch.from_numpy(values[..., 0] if ours.endswith("conv_context.weight") else values)
    return state


def discriminator_state(tensors: Tensors) -> dict[str, Tensor]:
    """A published discriminator's tensors, as `Discriminator.load_state_dict` wants them."""
    plain = {name.removeprefix("module."): torch.from_numpy(values) for name, values in tensors.items()}
    groups = list(dict.fromkeys(name.partition(".")[0] for name in plain))
    later = {group: 4 + place for place, group in enumerate(group for group in LATER if group in groups)}
    return {_ours(name, later): values for name, values in plain.items()}


def _ours(name: str, later: Mapping[str, int]) -> str:
    group, _, rest = name.partition(".")
    whole, _, leaf = name.rpartition(".")
    if whole in HEADS:
        return f"{HEADS[whole]}.{leaf}"
    place = int(rest.partition(".")[0])
    if group == "img_code_s16":
        return f"layers.{FIRST_FOUR[place]}.{leaf}"
    return f"layers.{later[group]}.{('conv', 'norm')[place]}.{leaf}"
