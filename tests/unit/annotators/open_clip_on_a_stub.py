"""Run by test_open_clip.py in a process of its own: our open_clip road on a tiny random model against open_clip itself.

open_clip imports torchvision for its image transforms, which we do not use. Where torchvision is not installed, empty
classes of the same names stand in for it, so that the import succeeds; no part of them is ever called.
"""

import importlib.util
import json
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

NAMES = {
    "torchvision": (),
    "torchvision.transforms": (
        *("Normalize", "Compose", "RandomResizedCrop", "InterpolationMode", "ToTensor", "Resize", "CenterCrop"),
        *("ColorJitter", "Grayscale"),
    ),
    "torchvision.transforms.functional": (),
    "torchvision.ops": (),
    "torchvision.ops.misc": ("FrozenBatchNorm2d",),
}


def stand_in_for_torchvision() -> None:
    """Empty modules and classes, unless the real ones are here."""
    if importlib.util.find_spec("torchvision"):
        return
    for name, classes in NAMES.items():
        module = ModuleType(name)
        module.__spec__, module.__path__ = ModuleSpec(name, None), []
        for item in classes:
            setattr(module, item, type(item, (), {"BICUBIC": None, "BILINEAR": None}))
        sys.modules[name] = module
        parent, _, last = name.rpartition(".")
        if parent:
            setattr(sys.modules[parent], last, module)


def tiny_model(open_clip: Any, folder: Path) -> Any:
    """A random model of CLIP's shape, saved as `weights.pt`."""
    import torch

    sizes = {"width": 32, "layers": 2}
    settings = {
        "embed_dim": 24,
        "vision_cfg": sizes | {"image_size": 32, "patch_size": 8, "head_width": 16},
        "text_cfg": sizes | {"context_length": 16, "vocab_size": 49408, "heads": 2},
    }
    (folder / "tiny.json").write_text(json.dumps(settings))
    open_clip.add_model_config(folder / "tiny.json")
    torch.manual_seed(0)
    network = open_clip.create_model("tiny").eval()
    torch.save(network.state_dict(), folder / "weights.pt")
    return network


def check_names(folder: Path, name: str) -> None:
    """A name is known by its weights, wherever they lie; one without weights is refused."""
    from paragone.annotators._networks import open_clip
    from paragone.core.errors import BadOption, NotReady

    copy = folder / "copy.pt"
    copy.write_bytes((folder / "weights.pt").read_bytes())
    assert open_clip.identity(name) == open_clip.identity(f"open_clip:tiny/{copy}")
    for wrong, error, words in (
        ("open_clip:tiny", BadOption, "names no weights"),
        ("open_clip:ViT-B-32/laion2b_s34b_b79", BadOption, "laion2b_s34b_b79k"),
        ("open_clip:ViT-B-32/laion2b_s34b_b79k", NotReady, "hf download laion/CLIP-ViT-B-32-laion2B-s34B-b79K"),
    ):
        with pytest.raises(error, match=words):
            open_clip.find(wrong)


def main(folder: Path) -> None:
    stand_in_for_torchvision()
    import open_clip
    import torch

    from paragone.annotators._networks import clip
    from paragone.annotators.encoders.clip_image import ClipImage
    from paragone.annotators.encoders.clip_text import ClipText
    from paragone.core.types import Picture, Prompt

    network, name = tiny_model(open_clip, folder), f"open_clip:tiny/{folder / 'weights.pt'}"
    rng = np.random.default_rng(0)
    pictures = [Picture(rng.integers(0, 256, (40, 50, 3), dtype=np.uint8), "", "PNG", "RGB", 0) for _ in range(3)]
    texts = ["a red dog", "a very long text about a dog and a cat and a bus that goes on and on and on and on"]
    images = np.stack([clip.load(name).preprocess(picture.pixels) for picture in pictures])
    with torch.inference_mode():
        seen = network.encode_image(torch.from_numpy(images)).numpy()
        said = network.encode_text(open_clip.get_tokenizer("tiny")(texts)).numpy()
    found = ClipImage(model=name).look(pictures, [])
    told = ClipText(model=name).look([], [Prompt(text, text) for text in texts])
    np.testing.assert_allclose([fact["vector"] for fact in found], seen, atol=1e-4)
    np.testing.assert_allclose([fact["vector"] for fact in told], said, atol=1e-4)
    assert told[0]["cut"] == 0 < told[1]["cut"]
    assert np.abs(seen[0] - seen[1]).max() > 1e-3
    check_names(folder, name)
    sys.stdout.write("equal\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
