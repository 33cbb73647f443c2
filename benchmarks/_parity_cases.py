"""Every comparison with a peer: what we give, what they give, on the same input."""

import functools
from collections.abc import Iterator

import _parity_data as data
import _parity_lpips as lpips
import _parity_sets as sets
import numpy as np
from _parity_rows import EXACT, Case, Row, compare

from paragone.annotators.text.caption_meteor import CaptionMeteor
from paragone.core.expect import Expect
from paragone.core.types import Prompt
from paragone.stats import captions, consensus, fidelity, meteor, similarity

__all__ = ["EXACT", "Case", "Row", "cases", "compare"]


def cases() -> Iterator[Case]:
    """Every comparison."""
    for name, (drawn, real) in data.feature_pairs().items():
        yield from sets.distances(name, drawn, real)
        yield from sets.neighbours(name, drawn, real)
        yield from sets.variety(name, drawn)
    for name, (logits, labels) in data.logits().items():
        yield from sets.inception(name, logits)
        yield from _classifier(name, logits, labels)
    for name, (image, reference) in data.image_pairs().items():
        yield from _images(name, image, reference)
        yield from _lpips(name, image, reference)
    for name, (told, truths) in data.captions().items():
        yield from _captions(name, told, truths)


def _classifier(name, logits, labels):
    def error(module, torch):
        values = torch.from_numpy(logits).softmax(dim=1)
        return module.multiclass_calibration_error(values, torch.from_numpy(labels), logits.shape[1], n_bins=15)

    def ours():
        return fidelity.expected_calibration_error(logits, labels).error

    def temperature(torch):
        scale = torch.ones(1, dtype=torch.float64, requires_grad=True)
        finder = torch.optim.LBFGS([scale], lr=1.0, max_iter=200, line_search_fn="strong_wolfe")
        finder.param_groups[0].update(tolerance_grad=1e-14, tolerance_change=0.0)

        def loss():
            finder.zero_grad()
            found = torch.nn.functional.cross_entropy(torch.from_numpy(logits) / scale, torch.from_numpy(labels))
            found.backward()
            return found

        finder.step(loss)
        return scale.item()

    if len(np.unique(logits)) > logits.shape[1]:  # images all alike have no best temperature
        fitted = lambda: fidelity.fit_temperature(logits, labels)  # noqa: E731
        yield Case("temperature", "torch", ("torch",), "optim.LBFGS on cross_entropy", name, fitted, temperature)
    modules = ("torchmetrics.functional.classification", "torch")
    # Its confidences are float32.
    yield Case("ECE", "torchmetrics", modules, "multiclass_calibration_error", name, ours, error, 1e-4)


def _images(name, a, b):
    def tensor(torch, image):
        return torch.from_numpy(np.ascontiguousarray(image.transpose(2, 0, 1)))[None]

    def from_torch(function, **options):
        return lambda module, torch: getattr(module, function)(tensor(torch, a), tensor(torch, b), **options)

    modules = ("torchmetrics.functional.image", "torch")
    function, full = "multiscale_structural_similarity_index_measure", "full"
    ours = lambda: similarity.ms_ssim(a, b, edges=full)  # noqa: E731
    yield Case("MS-SSIM", "torchmetrics", modules, function, name, ours, from_torch(function))
    function = "universal_image_quality_index"
    yield Case("UIQI", "torchmetrics", modules, function, name, lambda: similarity.uiqi(a, b), from_torch(function))
    function = "peak_signal_noise_ratio"
    ours = lambda: similarity.psnr(a, b, data_range=1.0)  # noqa: E731
    yield Case("PSNR", "torchmetrics", modules, function, name, ours, from_torch(function, data_range=1.0))
    modules = ("skimage.metrics",)
    theirs = lambda module: module.peak_signal_noise_ratio(b, a, data_range=1.0)  # noqa: E731
    yield Case("PSNR", "scikit-image", modules, function, name, ours, theirs)
    options = {"gaussian_weights": True, "use_sample_covariance": False, "data_range": 1.0, "channel_axis": 2}
    ours = lambda: similarity.ssim(a, b, data_range=1.0)  # noqa: E731
    theirs = lambda module: module.structural_similarity(a, b, sigma=1.5, **options)  # noqa: E731
    yield Case("SSIM", "scikit-image", modules, "structural_similarity", name, ours, theirs)


def _lpips(name, a, b):
    modules = ("torchmetrics.functional.image.lpips", "torch")
    one, other = (image[:64, :64] for image in (a, b))
    for network in ("vgg", "alex"):
        call, given = f"image.lpips._LPIPS, {network}, random weights", (network, one, other)
        ours = functools.partial(lpips.ours, *given)
        yield Case("LPIPS", "torchmetrics", modules, call, name, ours, functools.partial(lpips.theirs, *given), 1e-4)


def _captions(name, told, truths):
    given = {index: [" ".join(words)] for index, words in enumerate(told)}
    wanted = {index: [" ".join(words) for words in texts] for index, texts in enumerate(truths)}

    def scorer(kind, **options):
        return lambda module: getattr(module, kind)().compute_score(wanted, given, **options)[0]

    def bleu(n):
        return lambda module: scorer("Bleu", verbose=0)(module)[n]

    for n in range(4):
        ours = lambda n=n: captions.bleu(told, truths)[n]  # noqa: E731
        yield Case(f"BLEU-{n + 1}", "pycocoevalcap", ("pycocoevalcap.bleu.bleu",), "Bleu", name, ours, bleu(n))
    ours = lambda: float(np.mean(captions.rouge_l(told, truths)))  # noqa: E731
    yield Case("ROUGE-L", "pycocoevalcap", ("pycocoevalcap.rouge.rouge",), "Rouge", name, ours, scorer("Rouge"))
    ours = lambda: float(np.mean(consensus.cider(told, truths)))  # noqa: E731
    yield Case("CIDEr", "pycocoevalcap", ("pycocoevalcap.cider.cider",), "Cider", name, ours, scorer("Cider"))
    theirs = lambda module: _scorer_of_meteor(module).compute_score(wanted, given)[0]  # noqa: E731
    modules = ("pycocoevalcap.meteor.meteor",)
    yield Case("METEOR", "pycocoevalcap", modules, "Meteor", name, lambda: _meteor()[name], theirs, needs="java")


@functools.cache  # one start of Java for all inputs, on either side
def _scorer_of_meteor(module):
    return module.Meteor()


@functools.cache
def _meteor():
    prompts = {
        name: [
            Prompt("", "", expect=Expect(caption=" ".join(told), references=tuple(" ".join(words) for words in texts)))
            for told, texts in zip(*given, strict=True)
        ]
        for name, given in data.captions().items()
    }
    counts = iter(CaptionMeteor().look([], [prompt for part in prompts.values() for prompt in part]))
    rows = {name: np.stack([next(counts)["counts"] for _ in part]) for name, part in prompts.items()}
    return {name: meteor.meteor_from_counts(part) for name, part in rows.items()}
