"""Makes run folders as the stages leave them, to test and time the report: real images, boxes, hostile text."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from paragone.analysis import analyse
from paragone.core.keys import key_of
from paragone.core.types import Column
from paragone.images.encode import encode
from paragone.stats.estimate import estimate_mean
from paragone.store.folder import FORMAT, RunFolder

METRICS: dict[str, dict[str, Any]] = {
    "counting": {"kind": "image", "direction": "higher", "binary": True, "needs": ["detector"]},
    "fractal": {"kind": "image", "direction": "lower", "binary": False, "needs": ["pixels"]},
    "diversity": {"kind": "prompt", "direction": "higher", "binary": False, "needs": ["pixels"]},
    "frechet": {"kind": "set", "direction": "lower", "binary": False, "needs": ["pixels"]},
}
ASPECTS = {
    "alignment": ["counting"],
    "reasoning": ["counting"],
    "aesthetics": ["fractal"],
    "quality": ["diversity", "frechet"],
}
ANNOTATORS: dict[str, dict[str, Column]] = {
    "detector": {"boxes": "json"},
    "safety": {"nsfw": "flag", "logit": "number"},
    "pixels": {"brightness": "number", "vector": "vector"},
}
HOSTILE = (
    "<script>alert('prompt')</script>",
    "\"quotes\" & 'apostrophes' <img src=x onerror=alert(1)>",
    "\u202eright to left override\u202c \u05e9\u05dc\u05d5\u05dd \u2066isolated",
    "a very long prompt " * 500 + "the end",
    "</textarea></title>{{ 7 * 7 }}{% raw %} javascript:alert(1)",
    "line\nbreak\x00and\x07control \U0001f600",
)
HOSTILE_NAMES = (
    "\"><script>alert('name')</script>",
    "../<img src=x onerror=alert(2)>'.png",
    "\u202eevil\u2066 {{ 7 * 7 }}",
)
ROLES = {"photographs": "ceiling", "shuffled": "floor"}
SUBJECTS = ("dog", "chair", "bus", "bench", "car", "bird")
COLOURS = ("red", "blue", "green", "yellow")


@dataclass(frozen=True)
class Wanted:
    """The size and manners of a run."""

    models: tuple[str, ...] = ("aurora", "basalt", "photographs", "shuffled")
    prompts: int = 18
    seeds: tuple[int, ...] = (0, 1)
    side: int = 64
    scenarios: tuple[str, ...] = ("things",)
    hostile: bool = False
    seed: int = 7


def build_run(root: Path, wanted: Wanted = Wanted()) -> RunFolder:  # noqa: B008 - frozen
    """A finished run."""
    folder = RunFolder(root)
    prompts = [prompt for scenario in wanted.scenarios for prompt in _prompts(scenario, wanted)]
    folder.write_manifest(manifest(wanted))
    folder.table("prompts").append(prompts)
    for place, model in enumerate(wanted.models):
        _draw(folder, wanted, model, place, prompts)
    estimate(folder, wanted)
    analyse(folder)
    return folder


def manifest(wanted: Wanted) -> dict[str, Any]:
    uses = {"photographs": "real", "shuffled": "scene_shuffled"}
    protocols = {
        f"{key_of(scenario, metric)[:12]}": {"scenario": scenario, "metric": metric, "seeds": list(wanted.seeds)}
        for scenario in wanted.scenarios
        for metric in METRICS
    }
    plan = {
        "title": "Six things in four colours",
        "scenarios": [{"use": "file", "name": scenario, "path": "x.csv"} for scenario in wanted.scenarios],
        "models": [{"use": uses.get(model, "folder"), "name": model} for model in wanted.models],
        "metrics": [{"use": metric, "name": None} for metric in METRICS],
        "seeds": list(wanted.seeds),
        "limit": None,
        "estimate": {"level": 0.95, "resamples": 500, "seed": 0},
    }
    return {
        "format": FORMAT,
        "paragone": "0.1.0",
        "created": "2026-11-15T20:00:00+00:00",
        "updated": "2026-11-15T21:00:00+00:00",
        "plan": plan,
        "scenarios": {
            scenario: {"version": "1", "prompts": wanted.prompts, "source": "made up", "licence": "CC0-1.0"}
            | {"title": "", "sensitive": scenario in ("i2p", "nsfw_things")}
            for scenario in wanted.scenarios
        },
        "models": {
            model: {"use": uses.get(model, "folder"), "revision": "r1", "options": {}, "identity": key_of(model)}
            | {"role": ROLES.get(model, "")}
            for model in wanted.models
        },
        "annotators": {
            name: {"version": "1", "facts": f"facts/{name}-1", "subject": "image", "reads": []} for name in ANNOTATORS
        },
        "metrics": {
            name: told
            | {
                "use": name,
                "version": "1",
                "identity": key_of(name),
                "bounds": [0, None],
                "title": name,
                "summary": f"About {name}.",
            }
            for name, told in METRICS.items()
        },
        "protocols": protocols,
        "aspects": {
            aspect: [[scenario, metric] for scenario in wanted.scenarios for metric in metrics]
            for aspect, metrics in ASPECTS.items()
        },
        "reference": "photographs" if "photographs" in wanted.models else None,
        "machine": {"python": "3.13", "system": "Linux", "cores": 2, "packages": {"numpy": "2"}, "git": None},
    }


def _prompts(scenario: str, wanted: Wanted) -> Iterator[dict[str, Any]]:
    for number in range(wanted.prompts):
        colour, count = COLOURS[number % 4], 1 + number % 3
        subject = SUBJECTS[number % 6]
        text = f"{count} {colour} {subject}{'s' if count > 1 else ''} on a plain floor, number {number}"
        if wanted.hostile and number < len(HOSTILE):
            text = HOSTILE[number]
        yield {
            "key": key_of(scenario, number),
            "scenario": scenario,
            "prompt_id": f"p{number:05}" if number or not wanted.hostile else "../p <0>\u202e",
            "text": text,
            "tags": json.dumps({"colour": colour, "category": subject}),
            "expect": json.dumps({"objects": [{"label": subject, "count": count}]}),
            "origin": None,
            "reference": None,
        }


def _draw(folder: RunFolder, wanted: Wanted, model: str, place: int, prompts: Sequence[dict[str, Any]]) -> None:
    rng = np.random.default_rng([wanted.seed, place])
    quality = {"photographs": 0.97, "shuffled": 0.2}.get(model, 0.85 - 0.12 * place)
    samples: list[dict[str, Any]] = []
    scores: list[dict[str, Any]] = []
    facts: dict[str, list[dict[str, Any]]] = {name: [] for name in ANNOTATORS}
    for number, prompt in enumerate(prompts):
        for seed in wanted.seeds:
            refused = model not in ("photographs",) and (number * 7 + seed * 3 + place) % 17 == 16
            sample = _sample(folder, wanted, model, prompt, seed, None if refused else rng)
            samples.append(sample)
            right = bool(rng.random() < quality)
            if sample["image"]:
                _state(facts, sample, number, wanted, right, rng)
            scores += _judge(model, prompt, seed, sample, right, rng)
        scores.append(_score(model, prompt, "diversity", None, float(rng.beta(4, 3)), ""))
        if len(samples) > 8000:
            _store(folder, samples, scores, facts)
    _store(folder, samples, scores, facts)
    for scenario in wanted.scenarios:
        value = 60 - 50 * quality + float(rng.random())
        row = _score(model, {"scenario": scenario, "prompt_id": None}, "frechet", None, value, "")
        folder.table("scores").append([row | {"n": len(prompts), "missing": 0}])


def _store(folder: RunFolder, samples: list[Any], scores: list[Any], facts: dict[str, list[Any]]) -> None:
    folder.table("samples").append(samples)
    folder.table("scores").append(scores)
    for name, rows in facts.items():
        folder.facts(f"{name}-1", ANNOTATORS[name]).append(rows)
        rows.clear()
    samples.clear()
    scores.clear()


def _sample(
    folder: RunFolder, wanted: Wanted, model: str, prompt: dict[str, Any], seed: int, rng: np.random.Generator | None
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "key": key_of(model, prompt["key"], seed),
        "model": model,
        "scenario": prompt["scenario"],
        "prompt_id": prompt["prompt_id"],
        "seed": seed,
        "details": json.dumps({"steps": 30} | ({"file": HOSTILE_NAMES[1]} if wanted.hostile else {})),
        "seconds": 1.25,
    }
    if rng is None:
        reason = "the safety filter refused <b>this</b> prompt"
        return row | {"outcome": "refused", "reason": reason, "image": None, "file": None}
    data = encode(picture(rng, wanted.side))
    file = folder.images.put(data, "PNG")
    size = {"width": wanted.side, "height": wanted.side}
    return row | size | {"outcome": "drawn", "reason": "", "image": Path(file).stem, "file": file}


def picture(rng: np.random.Generator, side: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A soft ground with a few discs on it."""
    y, x = np.mgrid[0:side, 0:side] / side
    ground = rng.uniform(120, 245, 3)
    pixels = ground[None, None, :] * (0.75 + 0.25 * y[:, :, None])
    for _ in range(3):
        centre, radius = rng.uniform(0.2, 0.8, 2), rng.uniform(0.08, 0.24)
        inside = (x - centre[0]) ** 2 + (y - centre[1]) ** 2 < radius**2
        pixels[inside] = rng.uniform(20, 220, 3)
    return np.asarray(pixels.clip(0, 255), dtype=np.uint8)


def _state(
    facts: dict[str, list[Any]], sample: Any, number: int, wanted: Wanted, right: bool, rng: np.random.Generator
) -> None:
    subject, side = SUBJECTS[number % 6], wanted.side
    left, top = rng.uniform(0.05, 0.4, 2) * side
    boxes = [{"label": subject, "score": 0.91, "box": [left, top, left + side * 0.4, top + side * 0.4]}]
    if not right:
        boxes.append({"label": "<i>cat</i>", "score": 0.52, "box": [side * 0.5, side * 0.5, side * 0.9, side * 0.8]})
    told: dict[str, dict[str, Any]] = {
        "detector": {"boxes": json.dumps(boxes)},
        "safety": {"nsfw": number % 9 == 5, "logit": float(rng.normal())},
        "pixels": {"brightness": float(rng.random()), "vector": rng.random(4, dtype=np.float32)},
    }
    for name, rows in facts.items():
        rows.append({"key": key_of(name, sample["key"]), "image": sample["image"], "prompt": None} | told[name])


def _judge(
    model: str, prompt: Any, seed: int, sample: Any, right: bool, rng: np.random.Generator
) -> list[dict[str, Any]]:
    if not sample["image"]:
        return [_score(model, prompt, name, seed, None, "no image: refused") for name in ("counting", "fractal")]
    reason = "found what was asked" if right else "expected 1, found 2 <script>alert('reason')</script>"
    return [
        _score(model, prompt, "counting", seed, float(right), reason),
        _score(model, prompt, "fractal", seed, float(rng.gamma(2, 0.15)), "fractal dimension 1.52"),
    ]


def _score(model: str, prompt: Any, metric: str, seed: int | None, value: float | None, reason: str) -> dict[str, Any]:
    return {
        "key": key_of("score", model, prompt["scenario"], prompt["prompt_id"], metric, seed),
        "model": model,
        "scenario": prompt["scenario"],
        "metric": metric,
        "metric_key": key_of(metric),
        "prompt_id": prompt["prompt_id"],
        "seed": seed,
        "value": value,
        "reason": reason,
    }


def estimate(folder: RunFolder, wanted: Wanted) -> None:
    """Estimates and ranks, as the stage of that name makes them."""
    scores = folder.table("scores").read()
    rng = np.random.default_rng(wanted.seed)
    rows: list[dict[str, Any]] = []
    for (model, scenario, metric), few in sorted(scores.group_by("model", "scenario", "metric")):
        row = {"model": model, "scenario": scenario, "metric": metric, "direction": METRICS[str(metric)]["direction"]}
        row |= {"protocol": key_of(scenario, metric)[:12], "group": "", "is_clear": model == "aurora"}
        if METRICS[str(metric)]["kind"] == "set":
            value = few["value"][0]
            ends = {"value": value, "low": value - 3, "high": value + 3, "level": 0.95}
            rows.append(row | ends | {"n": few["n"][0], "missing": 0, "method": "bootstrap", "reason": ""})
            continue
        by_prompt = [group["value"].to_list() for _, group in few.group_by("prompt_id")]
        found = estimate_mean(by_prompt, rng=rng, binary=bool(METRICS[str(metric)]["binary"]), resamples=200)
        fields = ("value", "low", "high", "n", "missing", "method", "reason")
        rows.append(row | {name: getattr(found, name) for name in fields})
    folder.table("estimates").replace(rows)
    order = ["photographs", *(m for m in wanted.models if m not in ("photographs", "shuffled")), "shuffled"]
    present = [model for model in order if model in wanted.models]
    ranks = [
        {"model": model, "ranking": ranking, "value": 0.95 - 0.9 * place / len(present), "n": len(METRICS)}
        | {"low": 0.9 - 0.9 * place / len(present), "high": 1.0 - 0.9 * place / len(present), "missing": 0}
        | {"method": "bootstrap", "reason": ""}
        | ({"best": 1, "worst": 2} if model not in ROLES else {})
        for ranking in ("win_rate", *(f"win_rate for {aspect}" for aspect in ASPECTS))
        for place, model in enumerate(present)
    ]
    folder.table("ranks").replace(ranks)
