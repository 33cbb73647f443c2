"""Which device a torch model runs on: `auto` takes the first accelerator that this process sees, else the CPU."""

from paragone.core.errors import BadOption, NotReady


def pick_device(wanted: str) -> str:
    """The device's name; the executor gives each process one GPU by CUDA_VISIBLE_DEVICES, so `auto` spreads them."""
    try:
        import torch
    except ImportError as error:
        raise NotReady("this model needs torch; install paragone[hub]") from error
    if wanted != "auto":
        if wanted.startswith("cuda") and not torch.cuda.is_available():
            raise BadOption(f"the device {wanted!r} is not here; use device = 'auto' or 'cpu'")
        return wanted
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
