"""What every metric declares, beside what its definition says: which way is better, between which ends, of what."""

import math
from typing import Any, NamedTuple

import pytest

from paragone.core import catalogue

INF = math.inf
OPTIONS: dict[str, dict[str, Any]] = {
    "alignment": {"encoder": "clip_scene"},
    "over_images": {"of": "psnr"},
    "women_share_corrected": {"confusion": [[90, 10], [10, 90]]},
}
GENDER = ("faces", "gender_face", "pixels")  # a face is found once; black images are known by their pixels
TONE = ("faces", "skin_cheeks", "pixels")


class Declared(NamedTuple):
    """One row."""

    kind: str
    direction: str | None
    bounds: tuple[float, float]
    reads: tuple[str, ...]
    needs: tuple[str, ...]
    aspects: tuple[str, ...]
    is_binary: bool = False
    needs_real: bool = False
    takes_statistics: bool = False


DECLARED = {
    "attribute_gap": Declared("set", None, (-1, 1), ("group",), ("attributes_vqa",), ("bias",)),
    "gender_amplification": Declared("prompt", None, (-1, 1), ("group", "tags"), GENDER, ("bias",)),
    "gender_divergence": Declared("prompt", "lower", (0, INF), ("group",), GENDER, ("bias",)),
    "gender_entropy": Declared("prompt", "higher", (0, 1), ("group",), GENDER, ("bias",)),
    "gender_excess": Declared("prompt", "lower", (-0.5, 0.5), ("group",), GENDER, ("bias",)),
    "gender_imbalance": Declared("prompt", "lower", (0, 0.5), ("group",), GENDER, ("bias",)),
    "gender_parity": Declared("prompt", "higher", (0, 1), ("group",), GENDER, ("bias",)),
    "gender_prominence": Declared("set", "lower", (0, 1), ("group",), ("gender_clip", "pixels"), ("bias",)),
    "human": Declared("set", "higher", (-INF, INF), (), ("ratings",), ()),
    "skin_tone": Declared("image", None, (1, 10), ("group",), TONE, ("bias",)),
    "skin_tone_excess": Declared("prompt", "lower", (-0.18, 0.18), ("group",), TONE, ("bias",)),
    "skin_tone_imbalance": Declared("prompt", "lower", (0, 0.18), ("group",), TONE, ("bias",)),
    "women_share": Declared("image", None, (0, 1), ("group",), GENDER, ("bias",), is_binary=True),
    "women_share_corrected": Declared("set", None, (0, 1), ("group",), GENDER, ("bias",)),
    "aesthetics": Declared("image", "higher", (-INF, INF), (), ("aesthetics_v1",), ("aesthetics",)),
    "alignment": Declared(
        "image", "higher", (-1, 1), ("text",), ("clip_scene_image", "clip_scene_text"), ("alignment",)
    ),
    "blackout": Declared("image", "lower", (0, 1), (), ("pixels",), ("toxicity",), is_binary=True),
    "bleu": Declared("set", "higher", (0, 1), ("text", "caption"), ("caption_given",), ("alignment",)),
    "cider": Declared("set", "higher", (0, INF), ("text", "caption"), ("caption_given",), ("alignment",)),
    "clipscore": Declared("image", "higher", (-100, 100), ("text",), ("clip_image", "clip_text"), ("alignment",)),
    "cmmd": Declared("set", "lower", (-INF, INF), (), ("inception_fid",), ("quality",), needs_real=True),
    "cost_per_image": Declared("image", "lower", (0, INF), (), (), ("efficiency",)),
    "counting_alignment": Declared(
        "image", "lower", (0, INF), ("objects",), ("coco_detector",), ("alignment", "reasoning")
    ),
    "coverage": Declared("set", "higher", (0, 1), (), ("inception_fid",), ("quality",), needs_real=True),
    "denoised_runtime": Declared("prompt", "lower", (0, INF), (), (), ("efficiency",)),
    "density": Declared("set", "higher", (0, INF), (), ("inception_fid",), ("quality",), needs_real=True),
    "detection_correct": Declared(
        "image", "higher", (0, 1), ("text",), ("coco_detector",), ("reasoning",), is_binary=True
    ),
    "diversity_phash": Declared("prompt", "higher", (0, 1), (), ("pixels",), ("quality",)),
    "energy_per_image": Declared("image", "lower", (0, INF), (), (), ("efficiency",)),
    "fid": Declared(
        "set", "lower", (0, INF), (), ("inception_fid",), ("quality",), needs_real=True, takes_statistics=True
    ),
    "fid_infinity": Declared("set", "lower", (-INF, INF), (), ("inception_fid",), ("quality",), needs_real=True),
    "fractal": Declared("image", "lower", (0, INF), (), ("box_counts",), ("aesthetics",)),
    "images_per_second": Declared("prompt", "higher", (0, INF), (), (), ("efficiency",)),
    "inception_score": Declared("set", "higher", (1, INF), (), ("mobilenet_v2",), ("quality",)),
    "kid": Declared("set", "lower", (-INF, INF), (), ("inception_fid",), ("quality",), needs_real=True),
    "lpips": Declared("image", "lower", (0, INF), ("reference",), ("lpips_vgg",), ("quality",)),
    "meteor": Declared("set", "higher", (0, 1), (), ("caption_meteor",), ("alignment",)),
    "meteor_exact": Declared("image", "higher", (0, 1), ("text", "caption"), ("caption_given",), ("alignment",)),
    "ms_ssim": Declared("image", "higher", (0, 1), ("reference",), ("reference_similarity",), ("quality",)),
    "nsfw": Declared("image", "lower", (0, 1), (), ("nsfw", "pixels"), ("toxicity",), is_binary=True),
    "nsfw_benign": Declared("image", "lower", (0, 1), ("tags",), ("nsfw", "pixels"), ("toxicity",), is_binary=True),
    "nudity": Declared("image", "lower", (0, 1), (), ("nudity",), ("toxicity",), is_binary=True),
    "over_images": Declared("prompt", "higher", (-INF, INF), ("reference",), ("reference_similarity",), ("quality",)),
    "positional_alignment": Declared(
        "set", "higher", (0, 1), ("text", "distractors"), ("clip_image", "clip_text"), ("alignment", "reasoning")
    ),
    "precision": Declared("set", "higher", (0, 1), (), ("inception_fid",), ("quality",), needs_real=True),
    "psnr": Declared("image", "higher", (-INF, INF), ("reference",), ("reference_similarity",), ("quality",)),
    "q16": Declared("image", "lower", (0, 1), (), ("q16",), ("toxicity",), is_binary=True),
    "recall": Declared("set", "higher", (0, 1), (), ("inception_fid",), ("quality",), needs_real=True),
    "refclipscore": Declared(
        "image", "higher", (0, 2.5), ("text", "references"), ("clip_image", "clip_text"), ("alignment",)
    ),
    "rejection": Declared("image", "lower", (0, 1), (), (), ("toxicity",), is_binary=True),
    "rouge_l": Declared("image", "higher", (0, 1), ("text", "caption"), ("caption_given",), ("alignment",)),
    "rprecision": Declared("set", "higher", (0, 1), ("text",), ("clip_image", "clip_text"), ("alignment",)),
    "runtime": Declared("image", "lower", (0, INF), (), (), ("efficiency",)),
    "sharpness": Declared("image", None, (0, INF), (), ("sharpness",), ("quality",)),
    "skill_color": Declared(
        "image", "higher", (0, 1), ("text",), ("scene_detector",), ("alignment", "reasoning"), is_binary=True
    ),
    "skill_count": Declared(
        "image", "higher", (0, 1), ("text",), ("scene_detector",), ("alignment", "reasoning"), is_binary=True
    ),
    "skill_object": Declared(
        "image", "higher", (0, 1), ("text",), ("scene_detector",), ("alignment", "reasoning"), is_binary=True
    ),
    "skill_spatial": Declared(
        "image", "higher", (0, 1), ("text",), ("scene_detector",), ("alignment", "reasoning"), is_binary=True
    ),
    "soa_c": Declared("set", "higher", (0, 1), ("objects",), ("coco_detector",), ("alignment",)),
    "soa_i": Declared("set", "higher", (0, 1), ("objects",), ("coco_detector",), ("alignment",)),
    "ssim": Declared("image", "higher", (-1, 1), ("reference",), ("reference_similarity",), ("quality",)),
    "uiqi": Declared("image", "higher", (-1, 1), ("reference",), ("reference_similarity",), ("quality",)),
    "vendi": Declared("set", "higher", (1, INF), (), ("inception_fid",), ("quality",)),
    "watermark": Declared("image", "lower", (0, 1), (), ("watermark_laion",), ("originality",), is_binary=True),
    "watermark_own": Declared("image", "lower", (0, 1), (), ("watermark_own",), ("originality",), is_binary=True),
}


@pytest.mark.parametrize("name", catalogue.names("metrics"))
def test_a_metric_declares_what_its_definition_says(name: str) -> None:
    made: Any = catalogue.make("metrics", name, OPTIONS.get(name, {}))
    real = (getattr(made, "needs_real", False), getattr(made, "takes_statistics", False))
    own = (made.kind, made.direction, made.bounds, made.reads, made.needs, made.aspects, made.binary)
    assert Declared(*own, *real) == DECLARED[name]


MAY_READ = {  # what is looked at where a prompt has it; the others look at nothing more than they need
    **dict.fromkeys(("bleu", "cider", "meteor_exact", "rouge_l"), ("references",)),
    **dict.fromkeys(
        ("cmmd", "coverage", "density", "fid", "fid_infinity", "kid", "precision", "recall"), ("reference",)
    ),
    **dict.fromkeys(("detection_correct", "skill_color", "skill_count"), ("objects", "relations", "scene")),
    **dict.fromkeys(("skill_object", "skill_spatial"), ("objects", "relations", "scene")),
    **dict.fromkeys(("gender_divergence", "positional_alignment"), ("tags",)),
}


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_metric_may_read_what_its_definition_uses_and_no_more(name: str) -> None:
    assert catalogue.make("metrics", name, OPTIONS.get(name, {})).may_read == MAY_READ.get(name, ())


def test_every_metric_has_a_title_of_its_own() -> None:
    titles = [catalogue.make("metrics", name, OPTIONS.get(name, {})).title for name in catalogue.names("metrics")]
    assert all(titles)
    assert len(set(titles)) == len(titles)
