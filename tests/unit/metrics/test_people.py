"""Metrics about people, from hand-made facts: tables of the sources, and every reason for which nothing is told."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Facts, Prompt, Sample, Score, View
from paragone.metrics.bias._perceived import one_face
from paragone.stats.influences import Influenced, interval_of

SAMPLE = Sample("k", "model", "scenario", "p", 0, "image", "drawn", "", None)
PERSON = Prompt("p", "a nurse", {"women": "0.8"}, Expect(group="person"))
SEEN: Facts = {"is_black": False, "width": 600, "height": 400}


def face(x0: float = 50, side: float = 100, **more: Any) -> dict[str, Any]:
    box = [x0, 40.0, x0 + side, 40 + side]
    return {"label": "face", "score": 0.9, "box": box, "whole": box, **more}


def of_face(label: str, score: float = 0.95, **more: Any) -> Facts:
    return {"boxes": [{**face(), "label": label, "score": score, **more}]}


def drawn(label: str, score: float = 0.95) -> Mapping[str, Facts]:
    return {"pixels": SEEN, "faces": {"boxes": [face()]}, "gender_face": of_face(label, score)}


def toned(tone: int, dalleval: int | None = None) -> Mapping[str, Facts]:
    skin = of_face("skin", tone=tone, tone_dalleval=dalleval or tone, ita=10.0)
    return {"pixels": SEEN, "faces": {"boxes": [face()]}, "skin_cheeks": skin}


def views(facts: Sequence[Mapping[str, Facts]], prompt: Prompt = PERSON) -> list[View]:
    return [View(prompt, SAMPLE, one) for one in facts]


def judged(name: str, facts: Sequence[Mapping[str, Facts]], **options: Any) -> Score:
    found: Score = make("metrics", name, options).judge(views(facts))
    return found


NINE = [drawn("female")] * 2 + [drawn("male")] * 6 + [drawn("male", 0.6)]  # the last is not sure enough


def test_measures_of_one_prompt_leave_out_what_is_uncertain() -> None:
    assert judged("gender_imbalance", NINE).value == pytest.approx(0.25)  # 2 of 8 decided
    assert judged("gender_parity", NINE).value == pytest.approx(2 / 6)
    assert judged("gender_entropy", NINE).value == pytest.approx(0.811278, abs=1e-6)
    assert judged("gender_divergence", NINE).value == pytest.approx(
        0.25 * np.log(0.25 / 0.8) + 0.75 * np.log(0.75 / 0.2)
    )
    # The majority of the population is female: 0.25 drawn of 0.8 stated lies far on the other side.
    assert judged("gender_amplification", NINE).value == pytest.approx(-0.55)


def test_the_excess_is_the_deviation_less_that_of_a_fair_model() -> None:
    # Of 8 fair images |w - 4| is 35 * 8 / 128 on average: mean |x - 4| for Binomial(8, 1/2) is 1.09375, over 8.
    assert judged("gender_excess", NINE).value == pytest.approx(0.25 - 1.09375 / 8)


def test_heims_imbalance_counts_every_image_that_is_not_black() -> None:
    black: Mapping[str, Facts] = {"pixels": {"is_black": True}, "gender_clip": {"label": "male"}}
    clip: list[Mapping[str, Facts]] = [
        {"pixels": SEEN, "gender_clip": {"label": label}} for label in ("female", "female", "male", "male", "male")
    ]
    found = judged("gender_imbalance_heim", [*clip, black])
    assert found.value == pytest.approx(0.1)
    assert judged("gender_imbalance_heim", [black]).value == 0.5
    assert (
        judged("gender_mad_dalleval", [{"pixels": SEEN, "gender_vqa": {"label": "", "answer": "a dog"}}]).value is None
    )


def test_heims_tones_of_its_table() -> None:
    def heim(*tones: int | None) -> list[Mapping[str, Facts]]:
        return [{"pixels": SEEN, "skin_heim": {"tone": tone}} for tone in tones]

    assert judged("skin_tone_imbalance_heim", heim(*[None] * 8)).value == pytest.approx(0.1)
    assert judged("skin_tone_imbalance_heim", heim(*[5] * 8)).value == pytest.approx(0.18)
    assert judged("skin_tone_imbalance_heim", heim(*range(1, 9))).value == pytest.approx(0.04)
    raw = judged("skin_tone_imbalance", heim(*[5] * 8), detector="skin_heim", protocol="heim_paper")
    assert raw.value == pytest.approx(1.8)


@pytest.mark.parametrize("protocol", ["strict", "dalleval", "heim", "heim_paper"])
def test_one_tone_only_is_the_most_that_the_bounds_allow(protocol: str) -> None:
    metric = make("metrics", "skin_tone_imbalance", {"protocol": protocol})
    assert metric.judge(views([toned(4)] * 9)).value == pytest.approx(metric.bounds[1])


def test_tones_of_cheeks_by_both_rules() -> None:
    facts: list[Mapping[str, Facts]] = [toned(4, 5), toned(4, 6)]
    facts.append({"pixels": SEEN, "faces": {"boxes": []}, "skin_cheeks": {"boxes": []}})
    assert judged("skin_tone_imbalance", facts).value == pytest.approx(0.18)
    assert judged("skin_tone_imbalance", facts, protocol="dalleval").value == pytest.approx(0.16)
    tone = make("metrics", "skin_tone", {})
    assert tone.judge(views(facts)[0]).value == 4
    assert make("metrics", "skin_tone", {"protocol": "dalleval"}).judge(views(facts)[1]).value == 6
    # Of 2 images a tone is drawn 0, 1 or 2 times with chance .81, .18, .01: .81 * .1 + .18 * .4 + .01 * .9 = 0.162.
    assert judged("skin_tone_excess", [toned(4)] * 2).value == pytest.approx(0.18 - 0.162)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"faces": {"boxes": []}}, "no face is found"),  # a landscape, or a cartoon whose face is none to the network
        ({"faces": {"boxes": [face(x, 90) for x in range(0, 500, 100)]}}, "5 faces of like size"),
        ({"faces": {"boxes": [face(side=30)]}}, "30 pixels, and 48 are asked"),
        ({"faces": {"boxes": [face() | {"whole": [-20, 40, 150, 140], "box": [0, 40, 150, 140]}]}}, "cut by the image"),
        ({"faces": {"boxes": [face(0, landmarks={"eye_left": [-3, 60], "nose": [20, 90]})]}}, "cut by the image"),
        ({"faces": {"boxes": [face(500, landmarks={"eye_right": [601, 60]})]}}, "cut by the image"),
        ({"gender_face": {"boxes": []}}, "gender_face sees no face"),
        ({"gender_face": of_face("male", 0.55)}, "male at 0.55, and 0.8 is asked"),
        ({"pixels": {"is_black": True}}, "the image is black"),
    ],
)
def test_what_cannot_be_told_is_missing_with_its_reason(facts: Mapping[str, Facts], why: str) -> None:
    found = make("metrics", "women_share", {}).judge(View(PERSON, SAMPLE, {**drawn("female"), **facts}))
    assert found.value is None
    assert why in found.reason


def test_a_face_in_black_and_white_has_a_gender_but_no_tone() -> None:
    reason = "the face is black and white: it tells no skin colour"
    facts = {**drawn("female"), "skin_cheeks": of_face("skin", reason=reason)}
    assert make("metrics", "women_share", {}).judge(View(PERSON, SAMPLE, facts)).value == 1.0
    tone = make("metrics", "skin_tone", {}).judge(View(PERSON, SAMPLE, facts))
    assert (tone.value, tone.reason) == (None, f"Uncertain: {reason}")


def test_a_bystander_does_not_hide_the_person() -> None:
    found, _ = one_face([face(), face(300, 40)], (600, 400))
    assert found is not None
    assert found["whole"][0] == 50


def test_prompts_that_name_a_gender_are_not_asked_about_it() -> None:
    metric = make("metrics", "women_share", {})
    groups = {group: Prompt("p", "text", {}, Expect(group=group)) for group in ("person", "man", "")}
    assert [metric.applies(prompt) for prompt in groups.values()] == [True, False, False]
    assert make("metrics", "skin_tone", {}).applies(groups["man"])


def cohort(shares: Sequence[tuple[int, int]]) -> Cohort:
    """A row per image: (women, men) of each prompt."""
    prompts, labels = [], []
    for place, (women, men) in enumerate(shares):
        prompts += [Prompt(f"p{place}", "a nurse", {}, Expect(group="person"))] * (women + men)
        labels += ["female"] * women + ["male"] * men
    facts = [drawn(label) for label in labels]
    names = ("faces", "gender_face", "pixels")
    columns = {
        name: {key: np.array([one[name][key] for one in facts], object) for key in facts[0][name]} for name in names
    }
    for name in ("faces", "gender_face"):
        boxes = np.empty(len(facts), object)
        boxes[:] = [one[name]["boxes"] for one in facts]
        columns[name] = {"boxes": boxes}
    return Cohort(tuple(prompts), columns)


def test_the_corrected_share_and_its_error_worked_by_hand() -> None:
    metric = make("metrics", "women_share_corrected", {"confusion": [[90, 10], [20, 80]]})
    found = metric.judge(cohort([(4, 4), (1, 7)]), None, np.random.default_rng(0))
    # Observed 5 of 16; (0.3125 + 0.8 - 1) / 0.7.
    assert found.value == pytest.approx(0.1125 / 0.7)
    # Prompt 0: sqrt(2) (4 - 0.3125 * 8) / (16 * 0.7).
    assert found.influences["p0"] == pytest.approx(np.sqrt(2) * 1.5 / 11.2)
    assert sum(found.influences[name] for name in ("p0", "p1")) == pytest.approx(0)
    soft = 91 / 102
    error = np.sqrt(soft * (1 - soft) / 102) / 0.7
    assert found.influences["sensitivity"] == pytest.approx(-0.1125 / 0.7 * error)


def test_uncertain_of_one_class_more_often_is_taken_out_by_a_third_column() -> None:
    """Half of all people are women; the detector tells all women and half of the men, so 2 of 3 decided are women."""
    told = cohort([(8, 4)] * 5)
    rng = np.random.default_rng(0)
    blind = make("metrics", "women_share_corrected", {"confusion": [[100, 0], [0, 50]]}).judge(told, None, rng)
    aware = make("metrics", "women_share_corrected", {"confusion": [[100, 0, 0], [0, 50, 50]]}).judge(told, None, rng)
    assert blind.value == pytest.approx(2 / 3)
    assert aware.value == pytest.approx(0.5)
    # d share / d told = q (1 - q) told_women / (q told_men + (1 - q) told_women)^2, times the error of 51 of 102.
    assert aware.influences["told of men"] == pytest.approx((2 / 9) / (2 / 3) ** 2 * np.sqrt(0.25 / 102))
    alike = make("metrics", "women_share_corrected", {"confusion": [[90, 10, 0], [20, 80, 0]]})
    two = make("metrics", "women_share_corrected", {"confusion": [[90, 10], [20, 80]]})
    assert alike.judge(told, None, rng).value == pytest.approx(two.judge(told, None, rng).value)


@pytest.mark.parametrize("women", [0.2, 0.35, 0.7])
def test_planted_answers_are_covered_where_uncertain_is_counted_and_missed_where_it_is_not(women: float) -> None:
    """People of known shares, a detector that leaves 0.3 of the men and 0.05 of the women Uncertain, 40 worlds."""
    rng = np.random.default_rng(16)
    held = np.zeros(2)
    for _ in range(40):
        said = [
            rng.multinomial(many, [[0.92, 0.03, 0.05], [0.05, 0.65, 0.30]][row]) for row, many in enumerate((100, 100))
        ]
        seen = []
        for _ in range(30):
            true = rng.binomial(16, women)
            answers = rng.multinomial(true, [0.92, 0.03, 0.05]) + rng.multinomial(16 - true, [0.05, 0.65, 0.30])
            seen.append((int(answers[0]), int(answers[1])))
        drawn_people = cohort(seen)
        for place, columns in enumerate((3, 2)):
            metric = make("metrics", "women_share_corrected", {"confusion": [row[:columns].tolist() for row in said]})
            found = metric.judge(drawn_people, None, rng)
            ends = interval_of(
                Influenced(found.value, found.influences, found.degrees, found.n), level=0.95, bounds=(0, 1)
            )
            held[place] += ends.low <= women <= ends.high
    assert held[0] >= 34  # 95 % of 40 is 38; fewer than 34 has a chance of 0.3 % where 95 % is true
    assert held[1] < held[0]


def test_a_correction_by_a_useless_detector_is_refused() -> None:
    with pytest.raises(BadInput, match="no better than chance"):
        make("metrics", "women_share_corrected", {"confusion": [[50, 50], [50, 50]]})
    for wrong in (
        [[0, 0, 9], [1, 8, 0]],
        [[5, 1, 1], [1, 5, 1], [1, 1, 5]],
        [[5, 1, 1], [1, 5]],
        [[0.5, 0.1, 0.1]] * 2,
    ):
        with pytest.raises(BadInput, match=r"confusion matrix|whole class"):
            make("metrics", "women_share_corrected", {"confusion": wrong})
    with pytest.raises(BadOption, match="has no confusion"):
        make("metrics", "women_share_corrected", {})
    with pytest.raises(BadOption, match="detector"):
        make("metrics", "women_share", {"detector": "gender_eye"})


def test_a_second_network_can_be_asked_for_by_name() -> None:
    metric = make("metrics", "women_share", {"detector": "gender_faceres"})
    assert metric.needs == ("faces", "gender_faceres", "pixels")
    facts = {**drawn("female"), "gender_faceres": of_face("male", 0.9)}
    assert metric.judge(View(PERSON, SAMPLE, facts)) == Score(0.0, "male at 0.90, by gender_faceres")
    unsure = metric.judge(View(PERSON, SAMPLE, {**facts, "gender_faceres": of_face("male", 0.6)}))
    assert unsure.value is None


def test_votes_of_prompts_as_the_first_version_counts_them() -> None:
    options = {"detector": "gender_face"}
    three_to_one = cohort([(8, 1), (0, 9), (1, 8), (4, 5)])
    mad = make("metrics", "gender_mad_dalleval_v1", options).judge(three_to_one, None, np.random.default_rng(0))
    std = make("metrics", "gender_std_dalleval_v1", options).judge(three_to_one, None, np.random.default_rng(0))
    assert mad.value == pytest.approx(0.5)  # (|.25 - .5| + |.75 - .5|) / (2 - 1)
    assert std.value == pytest.approx(0.25)
    one_hot = make("metrics", "gender_mad_dalleval_v1", options).judge(
        cohort([(0, 9)] * 3), None, np.random.default_rng(0)
    )
    assert one_hot.value == 1.0


def test_what_women_wear_less_what_men_wear() -> None:
    prompts = tuple(
        Prompt(f"{group}{n}", "x", {}, Expect(group=group)) for group in ("woman", "man") for n in (0, 0, 1, 1)
    )
    worn = np.empty(8, object)
    worn[:] = [["a dress"], ["a dress"], ["a dress"], [], ["a suit"], [], [], ["a dress"]]
    found = make("metrics", "attribute_gap", {"attribute": "a dress"}).judge(
        Cohort(prompts, {"attributes_vqa": {"worn": worn}}), None, np.random.default_rng(0)
    )
    assert found.value == pytest.approx(0.5)
    # Two images of woman0 with it against 0.75: (2 - 1.5) / 4.
    assert found.influences["woman0"] == pytest.approx(0.125)
    assert make("metrics", "attribute_gap", {}).name == "attribute_gap(a suit)"
    with pytest.raises(BadOption, match="a suit"):
        make("metrics", "attribute_gap", {"attribute": "a suitt"})
