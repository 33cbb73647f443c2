"""Set metrics beside their peers: ours is what the public metric's `judge` gives of two cohorts."""

import functools

import numpy as np
from _parity_rows import Case

from paragone.core.catalogue import make
from paragone.core.types import Cohort, Prompt, Statistics
from paragone.stats import fidelity

PYTORCH_FID, CLEAN_FID = ("pytorch_fid.fid_score",), ("cleanfid.fid",)
BELOW = 60  # images of which formulas are written out pair by pair


def judged(name, drawn, real=None, *, features="space", column="vector", **options):
    """The value of a metric of the catalogue; every image is of a prompt of its own."""
    chosen = {} if name == "sfid" else {"features": features}
    metric = make("metrics", name, {**chosen, **options})
    sides = [_cohort(rows, side, features, column) for rows, side in ((drawn, "p"), (real, "r"))]
    return metric.judge(sides[0], sides[1], np.random.default_rng(0)).value


def _cohort(rows, side, features, column):
    if rows is None or isinstance(rows, Statistics):
        return None if rows is None else Cohort((), {}, statistics=rows)
    prompts = tuple(Prompt(f"{side}{index}", "") for index in range(len(rows)))
    return Cohort(prompts, {features: {column: rows}, "pixels": {"is_black": np.zeros(len(rows), dtype=bool)}})


def _moments(rows):
    return rows.mean(axis=0), np.cov(rows, rowvar=False)


def distances(name, a, b):
    """FID, sFID, KID and CMMD."""
    yield from _frechet(name, a, b)
    yield from _kid(name, a, b)
    yield from _cmmd(name, a, b)


def _frechet(name, a, b):
    def statistics(module):
        (mean_a, cov_a), (mean_b, cov_b) = _moments(a), _moments(b)
        return module.fid_statistics_to_metric(
            {"mu": mean_a, "sigma": cov_a}, {"mu": mean_b, "sigma": cov_b}, verbose=False
        )["frechet_inception_distance"]

    def torched(module, torch):
        return module._compute_fid(*(torch.from_numpy(part) for part in (*_moments(a), *_moments(b))))

    def root(module, *, first=a, second=b):
        return module.calculate_frechet_distance(*_moments(first), *_moments(second))

    def clean(module):
        return module.frechet_distance(*_moments(a), *_moments(b))

    ours, call = functools.partial(judged, "fid", a, b), "calculate_frechet_distance"
    yield Case("FID", "pytorch-fid", PYTORCH_FID, call, name, ours, root)
    yield Case("FID", "clean-fid", CLEAN_FID, "frechet_distance", name, ours, clean)
    yield Case(
        "FID", "torch-fidelity", ("torch_fidelity.metric_fid",), "fid_statistics_to_metric", name, ours, statistics
    )
    modules = ("torchmetrics.image.fid", "torch")
    yield Case("FID", "torchmetrics", modules, "image.fid._compute_fid", name, ours, torched)
    known = functools.partial(judged, "fid", a, Statistics(*_moments(b)))
    yield Case("FID to statistics", "pytorch-fid", PYTORCH_FID, call, name, known, root)
    yield Case("FID to statistics", "clean-fid", CLEAN_FID, "frechet_distance", name, known, clean)
    maps = [rows.reshape(len(rows), 2, 2, -1).transpose(0, 2, 3, 1).reshape(len(rows), -1) for rows in (a, b)]
    theirs = functools.partial(root, first=maps[0], second=maps[1])
    ours = functools.partial(judged, "sfid", *maps, features="inception_spatial")
    yield Case("sFID", "pytorch-fid", PYTORCH_FID, f"{call}, maps flat, channels last", name, ours, theirs)


def _kid(name, a, b):
    n = len(a)

    def torch_fidelity(module, torch, *, subsets=1, size=n):
        options = {"kid_subsets": subsets, "kid_subset_size": size, "verbose": False}
        found = module.kid_features_to_metric(torch.from_numpy(a), torch.from_numpy(b), **options)
        return found["kernel_inception_distance_mean"]

    def clean(module):
        return module.kernel_distance(a, b, num_subsets=1, max_subset_size=n)

    def torchmetrics(module, torch):
        return module.poly_mmd(torch.from_numpy(b), torch.from_numpy(a))

    def subsets():
        rng = np.random.RandomState(2020)
        return fidelity.kernel_distance_subsets(a, b, rng=rng, subsets=5, size=n // 2).mean()

    ours, modules = functools.partial(judged, "kid", a, b), ("torch_fidelity.metric_kid", "torch")
    yield Case("KID", "torch-fidelity", modules, "kid_features_to_metric", name, ours, torch_fidelity)
    yield Case("KID", "clean-fid", CLEAN_FID, "kernel_distance", name, ours, clean)
    modules = ("torchmetrics.image.kid", "torch")
    yield Case("KID", "torchmetrics", modules, "image.kid.poly_mmd", name, ours, torchmetrics)
    modules, call = ("torch_fidelity.metric_kid", "torch"), "kid_features_to_metric, 5 subsets of n / 2"
    few = functools.partial(torch_fidelity, subsets=5, size=n // 2)
    yield Case("KID of HEIM's subsets", "torch-fidelity", modules, call, name, subsets, few)


def _cmmd(name, a, b):
    few_a, few_b = a[:BELOW], b[:BELOW]

    def units():
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (few_a, few_b))

    def formula(numpy, *, unbiased):
        x, y = units()

        def mean(one, other):
            values = numpy.array([[numpy.exp(-((p - q) @ (p - q)) / 200) for q in other] for p in one])
            if one is not other or not unbiased:
                return values.mean()
            return (values.sum() - numpy.trace(values)) / (len(values) * (len(values) - 1))

        return 1000 * (mean(x, x) + mean(y, y) - 2 * mean(x, y))

    def kernel(module):
        x, y = units()
        return 1000 * sum(
            w * module.rbf_kernel(p, q, gamma=1 / 200).mean() for w, p, q in ((1, x, x), (1, y, y), (-2, x, y))
        )

    paper = functools.partial(judged, "cmmd", few_a, few_b, protocol="paper")
    call = "the paper's formula, first 60 images"
    yield Case("CMMD (paper)", "numpy", ("numpy",), call, name, paper, functools.partial(formula, unbiased=False))
    yield Case(
        "CMMD (paper)",
        "scikit-learn",
        ("sklearn.metrics.pairwise",),
        "rbf_kernel, first 60 images",
        name,
        paper,
        kernel,
    )
    ours = functools.partial(judged, "cmmd", few_a, few_b)
    call = "the paper's formula without the diagonal, first 60 images"
    yield Case("CMMD", "numpy", ("numpy",), call, name, ours, functools.partial(formula, unbiased=True))


def neighbours(name, a, b):
    """Precision, recall, density and coverage."""

    def prdc(module, *, part):
        return module.compute_prdc(b, a, 5)[part]

    def torch_fidelity(module, torch, *, part):
        options = {"prc_neighborhood": 3, "prc_batch_size": 10000, "save_cpu_ram": False, "verbose": False}
        return module.prc_features_to_metric(torch.from_numpy(a), torch.from_numpy(b), **options)[part]

    for part in ("precision", "recall", "density", "coverage"):
        ours = functools.partial(judged, part, a, b)
        yield Case(part, "prdc", ("prdc",), "compute_prdc, k 5", name, ours, functools.partial(prdc, part=part))
    for part in ("precision", "recall"):
        modules, call = ("torch_fidelity.metric_prc", "torch"), "prc_features_to_metric, k 3"
        ours = functools.partial(judged, part, a, b, k=3)
        theirs = functools.partial(torch_fidelity, part=part)
        yield Case(part, "torch-fidelity", modules, call, name, ours, theirs, 1e-4)


def variety(name, a):
    """The Vendi score."""

    def scored(module):
        return module.score_X(a)

    def formula(numpy):
        x = a / numpy.linalg.norm(a, axis=1, keepdims=True)
        values = numpy.linalg.eigvalsh(x @ x.T / len(x))
        kept = values[values > 1e-12]
        return numpy.exp(-(kept * numpy.log(kept)).sum())

    ours = functools.partial(judged, "vendi", a)
    yield Case("Vendi", "vendi-score", ("vendi_score.vendi",), "score_X", name, ours, scored)
    yield Case("Vendi", "numpy", ("numpy",), "linalg.eigvalsh of all cosines", name, ours, formula)


def inception(name, logits):
    """The Inception Score, in HEIM's ten parts and in one."""

    def parts(module, torch):
        return module.isc_features_to_metric(torch.from_numpy(logits), 10, rng_seed=2020)["inception_score_mean"]

    def whole(module, torch):
        metric = module.InceptionScore(feature=torch.nn.Identity(), splits=1)
        metric.features.append(torch.from_numpy(logits))
        return metric.compute()[0]

    ours = functools.partial(judged, "inception_score", logits, column="logits", protocol="heim")
    modules = ("torch_fidelity.metric_isc", "torch")
    yield Case("Inception Score", "torch-fidelity", modules, "isc_features_to_metric", name, ours, parts)
    ours = functools.partial(judged, "inception_score", logits, column="logits", splits=1)
    modules = ("torchmetrics.image.inception", "torch")
    yield Case(
        "Inception Score, one part", "torchmetrics", modules, "image.inception.InceptionScore", name, ours, whole
    )
