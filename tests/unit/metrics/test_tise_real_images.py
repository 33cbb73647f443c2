"""A model that draws the real images: every position right by a perfect encoder, no distance, the best rank."""

import numpy as np
from tests.unit.stats.test_rank import METRICS, TABLE_5

from paragone.core.catalogue import make
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Prompt
from paragone.stats.positions import WORDS, contrary
from paragone.stats.ranking.rank import WEIGHTS, ranking_score


def prompts() -> tuple[Prompt, ...]:
    found = []
    for word in WORDS:
        text = f"a dog {word} a house"
        turned = contrary(text, word)
        assert turned is not None
        found.append(Prompt(word, text, {"word": word}, Expect(distractors=(turned.caption,))))
    return tuple(found)


def cohort(images: np.ndarray, texts: np.ndarray, false: np.ndarray) -> Cohort:
    columns = {"e_image": {"vector": images}, "e_text": {"vector": texts, "distractors": false}}
    return Cohort(prompts(), columns)


def test_a_perfect_encoder_gives_real_images_a_pa_of_a_hundred_and_turned_ones_none() -> None:
    rng = np.random.default_rng(0)
    texts, false = rng.normal(size=(2, len(WORDS), 16))
    metric = make("metrics", "positional_alignment", {"encoder": "e", "protocol": "tise"})
    assert metric.judge(cohort(texts, texts, false), None, rng).value == 1.0  # an image lies where its caption lies
    assert metric.judge(cohort(false, texts, false), None, rng).value == 0.0


def test_crops_that_are_the_real_ones_are_at_no_distance() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(60, 4))
    few = tuple(Prompt(str(n), "x") for n in range(60))
    one = Cohort(few, {"coco_detector_crops": {"vector": vectors, "parts": np.ones(60, dtype=int)}})
    found = make("metrics", "o_fid").judge(one, one, rng)
    assert found.value is not None
    assert abs(found.value) < 1e-9


def test_such_a_model_takes_the_first_rank_among_the_published_ones() -> None:
    rows = {name: dict(zip(METRICS, row[:9], strict=True)) for name, row in TABLE_5.items() if name != "real"}
    best = {"IS*": 60.0, "FID": 0.0, "RP": 84.0, "SOA-C": 90.0, "SOA-I": 91.0, "O-IS": 9.0, "O-FID": 0.0, "CA": 0.0}
    scores = ranking_score({**rows, "draws the real images": best | {"PA": 100.0}})
    assert scores["draws the real images"] == sum(WEIGHTS.values()) * 11 == max(scores.values())
