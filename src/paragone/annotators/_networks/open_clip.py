"""Models of open_clip, by architecture and tag or file: where their weights lie, and how they want images."""

from pathlib import Path
from typing import Any, NamedTuple

from paragone.annotators._networks import hub
from paragone.annotators._networks.hub import Preprocessing
from paragone.assets.cache import sha256_of
from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption, NotReady

OPEN_CLIP = "open_clip:"  # `open_clip:ViT-B-32/laion2b_s34b_b79k`, or a file: `open_clip:ViT-B-32//models/mine.pt`
WEIGHTS = ("open_clip_model.safetensors", "open_clip_pytorch_model.bin")


class Weights(NamedTuple):
    """An architecture, the file of its weights, and what open_clip knows of them."""

    architecture: str
    file: Path
    settings: dict[str, Any]


class Loaded(NamedTuple):
    """A network ready to run, its tokenizer, and how it wants images."""

    network: Any
    tokenizer: Any
    preprocess: Preprocessing


def find(model: str) -> Weights:
    """The weights that a name means. Nothing is downloaded: open_clip would do so by itself."""
    architecture, _, wanted = model.removeprefix(OPEN_CLIP).partition("/")
    if not wanted:  # open_clip would give a network of random numbers
        raise BadOption(f"{model!r} names no weights; write {OPEN_CLIP}{architecture}/TAG, or a file in place of TAG")
    if Path(wanted).is_file():
        return Weights(architecture, Path(wanted), {})
    hub.require_extra("clip", "torch", "torchvision", "open_clip")
    from open_clip import pretrained

    settings = pretrained.get_pretrained_cfg(architecture, wanted)
    if not settings:
        tags = pretrained.list_pretrained_tags_by_model(architecture)
        raise BadOption(
            f"{wanted!r} is neither a file nor a tag of open_clip's {architecture!r}; {nearest(wanted, tags)}"
        )
    if not settings.get("hf_hub"):
        raise NotReady(f"{model!r} lies on no hub; fetch {settings.get('url')} and give the file in place of the tag")
    folder = hub.folder_of("/".join(settings["hf_hub"].split("/")[:2]))
    here = [folder / name for name in WEIGHTS if (folder / name).is_file()]
    if not here:
        raise NotReady(f"{folder} has neither {' nor '.join(WEIGHTS)}; give a file of weights in place of the tag")
    return Weights(architecture, here[0], settings)


def identity(model: str) -> str:
    """The architecture, and the hash of its weights: the same wherever they lie."""
    found = find(model)
    return f"{OPEN_CLIP}{found.architecture}+{sha256_of(found.file)[:12]}"


def load(model: str) -> Loaded:
    """The network of a name."""
    hub.require_extra("clip", "torch", "torchvision", "open_clip")
    import open_clip

    architecture, file, settings = find(model)
    known = {name: settings[name] for name in ("mean", "std", "interpolation", "resize_mode") if name in settings}
    network = open_clip.create_model(
        architecture,
        pretrained=str(file),
        force_quick_gelu=bool(settings.get("quick_gelu")),
        force_preprocess_cfg=known,
    )
    tokenizer = open_clip.get_tokenizer(architecture, context_length=100_000)
    if not hasattr(tokenizer, "sot_token_id"):
        kind = type(tokenizer).__name__
        raise BadOption(
            f"{architecture!r} of open_clip reads texts by {kind}, which is not supported; use transformers"
        )
    return Loaded(network.eval().to(hub.device()), tokenizer, _preprocessing(network.visual.preprocess_cfg))


def _preprocessing(wishes: dict[str, Any]) -> Preprocessing:
    size = wishes["size"]
    side = size if isinstance(size, int) else int(size[0])
    short = side if wishes["resize_mode"] == "shortest" else None
    return Preprocessing(side, short, f"pil-{wishes['interpolation']}", tuple(wishes["mean"]), tuple(wishes["std"]))
