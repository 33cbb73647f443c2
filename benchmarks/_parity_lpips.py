"""LPIPS on random weights of the real shapes, as our graph and as torchmetrics' network."""

import functools

import numpy as np

from paragone.annotators.pixels._lpips import PLANS, POOL, ROOTS, build

CHANNELS = {
    "vgg": (3, 64, 64, 128, 128, 256, 256, 256, 512, 512, 512, 512, 512, 512),
    "alex": (3, 64, 192, 384, 256, 256),
}
KERNELS = {"vgg": (3,) * 13, "alex": (11, 5, 3, 3, 3)}


@functools.cache
def random_weights(network: str) -> dict[str, np.ndarray]:
    """Weights as the file has them, of a size that keeps features from fading."""
    rng, channels = np.random.default_rng(5), CHANNELS[network]
    found = {}
    for place, size in enumerate(KERNELS[network]):
        shape = (size, size, channels[place], channels[place + 1])
        spread = np.float32(np.sqrt(2 / (size * size * channels[place])))
        found[f"{ROOTS[network]}.Conv_{place}.kernel"] = rng.standard_normal(shape, np.float32) * spread
        found[f"{ROOTS[network]}.Conv_{place}.bias"] = rng.normal(0, 0.1, channels[place + 1]).astype(np.float32)
    for layer, stage in enumerate(PLANS[network]):
        found[f"NetLinLayer_{layer}.Conv_0.kernel"] = rng.random((1, 1, channels[stage[-1]], 1), np.float32)
    return found


def ours(network: str, image: np.ndarray, reference: np.ndarray) -> float:
    """By our graph; images (height, width, 3) in 0 to 1."""
    import onnxruntime

    session = onnxruntime.InferenceSession(build(random_weights(network), network))
    [found] = session.run(["distance"], {"image": _scaled(image), "reference": _scaled(reference)})
    return float(found[0])


def theirs(network: str, image: np.ndarray, reference: np.ndarray, module, torch) -> float:
    """By torchmetrics' network, which asks torchvision for its layers: it gets ours."""
    asked, module._get_tv_model_features = module._get_tv_model_features, lambda *_: _layers(torch, network)
    try:
        net = module._LPIPS(pretrained=False, net=network, use_dropout=False).eval()
    finally:
        module._get_tv_model_features = asked
    for layer, head in enumerate(net.lins):
        kernel = random_weights(network)[f"NetLinLayer_{layer}.Conv_0.kernel"].reshape(1, -1, 1, 1)
        head.model[0].weight.data = torch.from_numpy(kernel)
    with torch.no_grad():
        return float(net(torch.from_numpy(_scaled(image)), torch.from_numpy(_scaled(reference))))


def _scaled(image: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(image.transpose(2, 0, 1)[None] * 2 - 1, np.float32)


def _layers(torch, network: str):
    """In the order of torchvision's `features`, which torchmetrics cuts into slices."""
    layers: list = []
    for step in (step for stage in PLANS[network] for step in stage):
        if step == POOL:
            layers.append(torch.nn.MaxPool2d(*((2, 2) if network == "vgg" else (3, 2))))
            continue
        at = f"{ROOTS[network]}.Conv_{step - 1}"
        kernel = np.ascontiguousarray(random_weights(network)[f"{at}.kernel"].transpose(3, 2, 0, 1))
        stride, pad = (4, 2) if kernel.shape[2] == 11 else (1, kernel.shape[2] // 2)
        layer = torch.nn.Conv2d(kernel.shape[1], kernel.shape[0], kernel.shape[2], stride, pad)
        layer.weight.data = torch.from_numpy(kernel)
        layer.bias.data = torch.from_numpy(random_weights(network)[f"{at}.bias"])
        layers += [layer, torch.nn.ReLU()]
    return torch.nn.Sequential(*layers)
