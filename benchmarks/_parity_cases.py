"""Every comparison with a peer: what we give, what they give, on the same input."""

import contextlib
import functools
import io
import shutil
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import _parity_data as data
import _parity_lpips as lpips
import _peers
import numpy as np

from paragone.annotators.text.caption_meteor import CaptionMeteor
from paragone.core.expect import Expect
from paragone.core.types import Prompt
from paragone.stats import captions, consensus, fidelity, meteor, similarity

EXACT = 1e-6


@dataclass(frozen=True)
class Case:
    """One number from us and from a peer."""

    metric: str
    peer: str  # distribution that must be installed
    modules: tuple[str, ...]
    call: str  # what of the peer is called
    input: str
    ours: Callable[[], float]
    theirs: Callable[..., float]  # takes the peer's modules
    tolerance: float = EXACT
    needs: str = ""  # a program that must be there

    @property
    def label(self) -> str:
        """Its name in tests."""
        return f"{self.metric} | {self.call} | {self.input}"


@dataclass(frozen=True)
class Row:
    """Both numbers."""

    case: Case
    version: str
    ours: float
    theirs: float

    @property
    def difference(self) -> float:
        """Relative to the larger of the two; of numbers that are both rounding (below 1e-9), none."""
        size = max(abs(self.ours), abs(self.theirs))
        return 0.0 if size < 1e-9 or self.ours == self.theirs else abs(self.ours - self.theirs) / size


def compare(case: Case) -> Row | None:
    """The row of a case, or None where the peer or its program is not installed."""
    modules = [_peers.load(module) for module in case.modules]
    if None in modules or (case.needs and shutil.which(case.needs) is None):
        return None
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # the peers' own deprecations and prints
        theirs = float(case.theirs(*modules))
    return Row(case, _peers.version(case.peer), float(case.ours()), theirs)


def cases() -> Iterator[Case]:
    """Every comparison."""
    for name, (drawn, real) in data.feature_pairs().items():
        yield from _frechet(name, drawn, real)
        yield from _spatial(name, drawn, real)
        yield from _other_sets(name, drawn, real)
    for name, (logits, labels) in data.logits().items():
        yield from _classifier(name, logits, labels)
    for name, (image, reference) in data.image_pairs().items():
        yield from _images(name, image, reference)
        yield from _lpips(name, image, reference)
    for name, (told, truths) in data.captions().items():
        yield from _captions(name, told, truths)


def _moments(rows):
    return rows.mean(axis=0), np.cov(rows, rowvar=False)


def _frechet(name, a, b):
    def statistics(module):
        (mean_a, cov_a), (mean_b, cov_b) = _moments(a), _moments(b)
        return module.fid_statistics_to_metric(
            {"mu": mean_a, "sigma": cov_a}, {"mu": mean_b, "sigma": cov_b}, verbose=False
        )["frechet_inception_distance"]

    def torched(module, torch):
        return module._compute_fid(*(torch.from_numpy(part) for part in (*_moments(a), *_moments(b))))

    def ours():
        return fidelity.frechet_from_features(a, b)

    def root(module):
        return module.calculate_frechet_distance(*_moments(a), *_moments(b))

    def clean(module):
        return module.frechet_distance(*_moments(a), *_moments(b))

    yield Case("FID", "pytorch-fid", ("pytorch_fid.fid_score",), "calculate_frechet_distance", name, ours, root)
    yield Case("FID", "clean-fid", ("cleanfid.fid",), "frechet_distance", name, ours, clean)
    module = ("torch_fidelity.metric_fid",)
    yield Case("FID", "torch-fidelity", module, "fid_statistics_to_metric", name, ours, statistics)
    yield Case(
        "FID", "torchmetrics", ("torchmetrics.image.fid", "torch"), "image.fid._compute_fid", name, ours, torched
    )


def _spatial(name, a, b):
    maps = [rows.reshape(len(rows), 2, 2, -1) for rows in (a, b)]

    def theirs(module):
        (mean_a, cov_a), (mean_b, cov_b) = (
            _moments(part.transpose(0, 2, 3, 1).reshape(len(part), -1)) for part in maps
        )
        return module.calculate_frechet_distance(mean_a, cov_a, mean_b, cov_b)

    call = "calculate_frechet_distance, maps flat, channels last"
    ours = lambda: fidelity.spatial_frechet(*maps)  # noqa: E731
    yield Case("sFID", "pytorch-fid", ("pytorch_fid.fid_score",), call, name, ours, theirs)


def _other_sets(name, a, b):
    n = len(a)

    def kid():
        return fidelity.kernel_distance(a, b)

    def kid_torch(module, torch):
        options = {"kid_subsets": 1, "kid_subset_size": n, "verbose": False}
        found = module.kid_features_to_metric(torch.from_numpy(a), torch.from_numpy(b), **options)
        return found["kernel_inception_distance_mean"]

    def kid_clean(module):
        return module.kernel_distance(a, b, num_subsets=1, max_subset_size=n)

    def kid_metrics(module, torch):
        return module.poly_mmd(torch.from_numpy(b), torch.from_numpy(a))

    modules = ("torch_fidelity.metric_kid", "torch")
    yield Case("KID", "torch-fidelity", modules, "kid_features_to_metric", name, kid, kid_torch)
    yield Case("KID", "clean-fid", ("cleanfid.fid",), "kernel_distance", name, kid, kid_clean)
    yield Case("KID", "torchmetrics", ("torchmetrics.image.kid", "torch"), "image.kid.poly_mmd", name, kid, kid_metrics)
    for part in ("precision", "recall", "density", "coverage"):
        yield _neighbours(name, part, a, b)
    for part in ("precision", "recall"):
        yield _neighbours_torch(name, part, a, b)

    def vendi(module):
        return module.score_X(a)

    def cmmd(numpy):
        x, y = (rows / numpy.linalg.norm(rows, axis=1, keepdims=True) for rows in (a, b))

        def mean(one, other):
            return numpy.mean([[numpy.exp(-((p - q) @ (p - q)) / 200) for q in other] for p in one[:60]])

        return 1000 * (mean(x[:60], x[:60]) + mean(y[:60], y[:60]) - 2 * mean(x[:60], y[:60]))

    ours = lambda: fidelity.cmmd(a[:60], b[:60])  # noqa: E731
    yield Case("CMMD", "numpy", ("numpy",), "the paper's formula, first 60 images", name, ours, cmmd)
    yield Case("Vendi", "vendi-score", ("vendi_score.vendi",), "score_X", name, lambda: fidelity.vendi_score(a), vendi)


def _neighbours(name, part, a, b):
    def theirs(module):
        return module.compute_prdc(b, a, 5)[part]

    def ours():
        return getattr(fidelity.precision_recall(a, b, 5), part)

    return Case(part, "prdc", ("prdc",), "compute_prdc, k 5", name, ours, theirs)


def _neighbours_torch(name, part, a, b):
    def theirs(module, torch):
        options = {"prc_neighborhood": 3, "prc_batch_size": 10000, "save_cpu_ram": False, "verbose": False}
        return module.prc_features_to_metric(torch.from_numpy(a), torch.from_numpy(b), **options)[part]

    def ours():
        return getattr(fidelity.precision_recall(a, b, 3), part)

    modules = ("torch_fidelity.metric_prc", "torch")
    return Case(part, "torch-fidelity", modules, "prc_features_to_metric, k 3", name, ours, theirs, 1e-4)


def _classifier(name, logits, labels):
    def isc(module, torch):
        return module.isc_features_to_metric(torch.from_numpy(logits), 10, rng_seed=2020)["inception_score_mean"]

    def score():
        order = np.random.RandomState(2020).permutation(len(logits))
        return fidelity.inception_score(logits, 10, order=order).mean

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
    modules = ("torch_fidelity.metric_isc", "torch")
    yield Case("Inception Score", "torch-fidelity", modules, "isc_features_to_metric", name, score, isc)
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
