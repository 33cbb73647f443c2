"""HEIM's scenarios: how many there are, their counts against the sources, and loaders on files in the real formats."""

import io
import json
import pickle
import tarfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paragone.core.catalogue import aliases, make
from paragone.core.components import Scenario
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.core.expect import Relation
from paragone.perturbations.style import HEIM_STYLES
from paragone.scenarios.heim.mscoco import STYLES
from paragone.stages.planning.make import make_prompt_set
from paragone.stages.planning.plan import ScenarioEntry

PLACES = [up / "shared" / "data" for up in Path(__file__).parents]
SHARED = next((place for place in PLACES if place.is_dir()), PLACES[4])
HEIM = {"sampling": "heim"}
COUNTED = [name for name, known in aliases("scenarios").items() if known.get("benchmark") == "HEIM"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARAGONE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def real(path: str) -> Path:
    if not (SHARED / path).is_file():
        pytest.skip(f"put the file at {SHARED / path} to un-skip")
    return SHARED / path


def scenario(name: str, **options: Any) -> Scenario:
    made: Scenario = make("scenarios", name, options)
    return made


def test_the_catalogue_has_the_scenarios_of_heims_table_2() -> None:
    families = Counter(aliases("scenarios")[name]["use"] for name in COUNTED)
    assert families == {
        "mscoco": 13,
        "cub200": 1,
        "drawbench": 9,
        "parti_prompts": 11,
        "syntactic": 8,
        "relational": 1,
        "detection": 3,
        "winoground": 1,
        "historical_figures": 1,
        "design": 4,
        "stereotypes": 3,
        "i2p": 7,
    }
    assert sum(families.values()) == 62  # the paper: "62 prompting scenarios"


def test_each_tells_its_source_licence_citation_aspects_images_and_cap_without_a_file() -> None:
    names = set()
    for name in COUNTED:
        one = scenario(name)
        assert one.title
        assert one.source
        assert one.licence
        assert one.citation
        assert one.aspects
        assert one.size
        # Facts A.2: eight images for bias and toxicity, one for CUB, four otherwise; 17 captions for each art style.
        eight = {"bias", "toxicity"} & set(one.aspects)
        assert one.images == (8 if eight else 1 if one.name == "cub200" else 4)
        assert one.cap == (17 if "mscoco" in one.name and one.aspects[0] == "aesthetics" else 100)
        assert one.sensitive == bool(eight)
        names.add(one.name)
    assert len(names) == 62
    assert (scenario("mscoco_fid").cap, scenario("mscoco_fid").images) == (30_000, 1)


@pytest.mark.parametrize(
    ("family", "total"),
    [("syntactic", 52), ("historical_figures", 99), ("stereotypes", 15 + 13 + 9), ("relational", 75)],
)
def test_word_lists_have_the_papers_counts(family: str, total: int) -> None:
    mine = [name for name in COUNTED if aliases("scenarios")[name]["use"] == family]
    loaded = [scenario(name).load() for name in mine]
    assert sum(map(len, loaded)) == total
    assert [len(prompts) for prompts in loaded] == [scenario(name).size for name in mine]
    assert all(len({prompt.text for prompt in prompts}) == len(prompts) for prompts in loaded)


def test_detection_has_21_84_and_1764_prompts_with_what_must_be_seen() -> None:
    found = {skill: scenario(f"detection_{skill}").load() for skill in ("object", "count", "spatial")}
    assert {skill: len(prompts) for skill, prompts in found.items()} == {"object": 21, "count": 84, "spatial": 1764}
    three = next(prompt for prompt in found["count"] if prompt.text == "a photo of 3 suitcases")
    assert (three.expect.objects[0].label, three.expect.objects[0].count) == ("suitcase", 3)
    below = next(prompt for prompt in found["spatial"] if prompt.text == "a potted plant is below a bird")
    assert [thing.label for thing in below.expect.objects] == ["bird", "potted plant"]
    assert below.expect.relations == (Relation(1, "below", 0),)


def test_heims_own_lists_are_ours_word_by_word() -> None:
    rows = [json.loads(line) for line in real("heim/heim_inline_prompts.jsonl").read_text().splitlines()]
    theirs: dict[str, list[str]] = {}
    for row in rows:
        theirs.setdefault(f"{row['scenario']}/{row['sub']}", []).append(row["prompt"])
    pairs = {
        "demographic_stereotypes/descriptors": "stereotypes_descriptors",
        "demographic_stereotypes/occupations": "stereotypes_occupations",
        "mental_disorders/": "mental_disorders",
        "time_most_significant_historical_figures/": "heim_historical_figures",
        **{
            key: f"syntactic_{key.rpartition('/')[2]}" for key in theirs if key.startswith("common_syntactic_processes")
        },
    }
    assert len(pairs) == 12
    for key, name in pairs.items():
        assert [prompt.text for prompt in scenario(name).load()] == theirs[key], name
    pages = [row["prompt"] for row in rows if row["scenario"] == "landing_page"]
    assert [prompt.text for prompt in scenario("landing_page").load()] == pages


@pytest.mark.parametrize(("of", "count"), [("daily_dalle", 93), ("logos", 100), ("magazine_cover", 50)])
def test_texts_of_third_parties_come_by_loader(of: str, count: int, tmp_path: Path) -> None:
    path = real("heim/heim_inline_prompts.jsonl")
    found = scenario(of, path=str(path)).load()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    theirs = [row for row in rows if row["scenario"] == of]
    assert [prompt.text for prompt in found] == [row["prompt"] for row in theirs]
    assert len(found) == count
    # The same list as HELM has it: Python code, which is read and not run.
    words = [row.get("term") or row["prompt"] for row in theirs]
    code = f"raise SystemExit\nclass S:\n    LIST: list = {words!r}\n    tags = ['text-to-image']\n"
    (tmp_path / "scenario.py").write_text(code)
    assert [prompt.text for prompt in scenario(of, path=str(tmp_path / "scenario.py")).load()] == [
        prompt.text for prompt in found
    ]


def test_where_they_are_not_here_logos_and_covers_are_ours_and_say_so() -> None:
    for name, count in (("logos", 100), ("magazine_cover", 50), ("heim_relational", 75), ("detection_object", 21)):
        one = scenario(name)
        assert len({prompt.text for prompt in one.load()}) == count
        assert "our" in one.title
        assert one.source.startswith("ours")
    with pytest.raises(NotReady, match="paragone data fetch helm-daily-dalle"):
        make_prompt_set(ScenarioEntry(use="daily_dalle"))


def test_drawbench_has_the_counts_of_its_published_sheet() -> None:
    path = str(real("drawbench/drawbench.csv"))
    names = [name for name in COUNTED if name.startswith("drawbench_")]
    for name in names:
        assert len(scenario(name, path=path).load()) == scenario(name).size, name
    assert len(scenario("drawbench", path=path).load()) == 200
    # A trailing space in the file's category: HEIM matches by its beginning.
    assert {prompt.tags["category"] for prompt in scenario("drawbench_gary", path=path).load()} == {
        "Gary Marcus et al."
    }


def test_parti_prompts_have_the_counts_of_the_published_file_and_heim_loses_a_prompts_quotes() -> None:
    path = str(real("parti/PartiPrompts.tsv"))
    for name in (name for name in COUNTED if name.startswith("parti_")):
        assert len(scenario(name, path=path).load()) == scenario(name).size, name
    strict, heim = (scenario("parti_prompts", path=path, protocol=one).load() for one in ("strict", "heim"))
    differ = [(a.text, b.text) for a, b in zip(strict, heim, strict=True) if a.text != b.text]
    assert len(strict) == len(heim) == 1632
    assert len(differ) == 1
    assert differ[0][0].startswith('"G I G G L E"')
    assert differ[0][1].startswith("G I G G L E")


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_i2p_keeps_hard_prompts_that_are_not_toxic_by_category(tmp_path: Path) -> None:
    head = "prompt,categories,hard,inappropriate_percentage,prompt_toxicity,lexica_url\n"
    rows = [
        '" a dark street ","violence, illegal activity",1,50,0.1,x',
        "easy,violence,0,50,0.1,x",
        "toxic,violence,1,50,0.5,x",
        ",violence,1,50,0.1,x",
        "other,hate,1,50,0.49,x",
    ]
    path = write(tmp_path / "i2p.csv", head + "\n".join(rows) + "\n")
    found = {name: scenario(f"i2p_{name}", path=path).load() for name in ("violence", "illegal", "hate")}
    assert [prompt.text for prompt in found["violence"]] == ["a dark street"]
    assert [prompt.text for prompt in found["illegal"]] == ["a dark street"]  # "illegal" is in "illegal activity"
    assert [(prompt.text, prompt.tags["toxicity"]) for prompt in found["hate"]] == [("other", "0.490")]


def coco(tmp_path: Path) -> tuple[str, str]:
    written = {
        "images": [{"id": 391895, "file_name": "COCO_val2014_000000391895.jpg"}, {"id": 7, "file_name": "x"}],
        "annotations": [
            {"id": 1, "image_id": 391895, "caption": "A man on a bike. "},
            {"id": 2, "image_id": 391895, "caption": "Somebody rides"},
            {"id": 3, "image_id": 7, "caption": "A dog\n"},
        ],
    }
    captions, images = tmp_path / "annotations_trainval2014.zip", tmp_path / "val2014.zip"
    with zipfile.ZipFile(captions, "w") as bundle:
        bundle.writestr("annotations/captions_val2014.json", json.dumps(written))
    with zipfile.ZipFile(images, "w") as bundle:
        bundle.writestr("val2014/COCO_val2014_000000391895.jpg", b"a photograph")
        bundle.writestr("val2014/../../evil_COCO_val2014_000000000007.jpg", b"elsewhere")
    return str(captions), str(images)


def test_mscoco_has_a_prompt_for_each_caption_with_its_photograph(tmp_path: Path, folder: Path) -> None:
    captions, images = coco(tmp_path)
    one = scenario("mscoco_base", path=captions, images_path=images)
    prompts = one.attach(one.load())
    assert [(prompt.id, prompt.text) for prompt in prompts] == [
        ("391895_1", "A man on a bike."),
        ("391895_2", "Somebody rides"),
        ("7_3", "A dog"),
    ]
    assert prompts[0].reference is not None
    assert prompts[0].reference.path.read_bytes() == b"a photograph"
    assert prompts[0].reference == prompts[1].reference
    assert prompts[2].reference is None
    unpacked = [path for path in (folder / "unpacked").rglob("*") if path.is_file()]
    assert [path.name for path in unpacked] == ["COCO_val2014_000000391895.jpg"]
    assert all(prompt.reference is None for prompt in scenario("mscoco_base", path=captions).attach(one.load()))


def test_captions_stand_in_the_order_of_the_photographs_from_which_heims_seed_chooses(tmp_path: Path) -> None:
    written = {
        "images": [{"id": 9}, {"id": 2}, {"id": 5}],
        "annotations": [{"id": n, "image_id": image, "caption": f"c{n}"} for n, image in enumerate((5, 9, 2, 5, 9))],
    }
    path = write(tmp_path / "captions_val2014.json", json.dumps(written))
    loaded = scenario("mscoco_base", path=path).load()
    assert [prompt.text for prompt in loaded] == ["c1", "c4", "c2", "c0", "c3"]  # of photograph 9, then 2, then 5
    taken = make_prompt_set(ScenarioEntry.model_validate({"use": "mscoco_base", "path": path, "limit": 3} | HEIM))
    # np.random.seed(0); np.random.choice(5, 3, replace=False) is 2, 0, 1.
    assert [prompt.text for prompt in taken.prompts] == ["c2", "c1", "c4"]


def test_a_perturbed_mscoco_has_each_caption_twice(tmp_path: Path) -> None:
    captions, _ = coco(tmp_path)
    made = make_prompt_set(ScenarioEntry.model_validate({"use": "mscoco_pixel_art", "path": captions, "limit": 1}))
    origin, styled = made.prompts
    assert styled.text == f"{origin.text}, pixel art"
    assert styled.origin == origin.id
    gender = make_prompt_set(ScenarioEntry.model_validate({"use": "mscoco_gender", "path": captions}))
    assert [prompt.text for prompt in gender.prompts if prompt.origin] == ["A woman on a bike."]
    assert gender.unchanged == 2


def test_the_styles_are_those_of_the_perturbation() -> None:
    assert STYLES == HEIM_STYLES


def birds(tmp_path: Path, names: object) -> str:
    texts = io.BytesIO()
    with zipfile.ZipFile(texts, "w") as bundle:
        bundle.writestr("text/001.Albatross/A_1.txt", "a big bird .\n\n it is white\n")
        bundle.writestr("text/001.Albatross/A_2.txt", "another\n")
    path = tmp_path / "birds.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("birds/text.zip", texts.getvalue())
        bundle.writestr("birds/test/filenames.pickle", pickle.dumps(names, protocol=2))
    return str(path)


def test_cub_has_the_captions_of_attngans_test_split(tmp_path: Path) -> None:
    photographs = tmp_path / "CUB_200_2011.tgz"
    with tarfile.open(photographs, "w:gz") as pack:
        info = tarfile.TarInfo("CUB_200_2011/images/001.Albatross/A_1.jpg")
        info.size = 4
        pack.addfile(info, io.BytesIO(b"bird"))
    path = birds(tmp_path, ["001.Albatross/A_1"])
    one = scenario("heim_cub200", path=path, images_path=str(photographs))
    prompts = one.attach(one.load())
    assert [prompt.text for prompt in prompts] == ["a big bird .", "it is white"]
    assert prompts[1].reference is not None
    assert prompts[1].reference.path.read_bytes() == b"bird"


def test_tises_birds_have_every_caption_with_those_of_other_birds(tmp_path: Path) -> None:
    path = birds(tmp_path, ["001.Albatross/A_1", "001.Albatross/A_2"])
    one = scenario("tise_birds", path=path)
    found = {prompt.text: prompt.expect.distractors for prompt in one.load()}
    both = ("a big bird .", "it is white")
    assert {text: set(others) for text, others in found.items()} == {
        "a big bird .": {"another"},
        "it is white": {"another"},
        "another": set(both),
    }
    assert one.cap is None
    assert one.images == 1
    few = scenario("tise_birds", path=path, n=1)
    assert len(few.load()) == 1
    assert len({one.version, few.version, scenario("tise_birds", path=path, n=1, seed=1).version}) == 3


def test_tises_own_file_of_birds_says_which_captions_do_not_match(tmp_path: Path) -> None:
    path = tmp_path / "RP_cub.pkl"
    rows = [{"caption_id": 7, "caption": "a red bird", "mismatched_captions": ["a blue bird", "a gull"]}]
    path.write_bytes(pickle.dumps(rows))
    one = scenario("tise_birds", path=str(path))
    [prompt] = one.attach(one.load())
    assert (prompt.text, prompt.expect.distractors) == ("a red bird", ("a blue bird", "a gull"))
    assert "by our rule" not in one.title
    with pytest.raises(BadOption, match="0 captions of tise_birds"):
        scenario("tise_birds", n=0)


def test_a_pickle_that_names_a_function_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="where a list of names has no reason to"):
        scenario("heim_cub200", path=birds(tmp_path, [print])).load()


def test_winoground_takes_first_captions_and_offers_the_other_as_false(tmp_path: Path) -> None:
    row = {"id": 3, "image_0": "ex_3_img_0", "image_1": "ex_3_img_1", "caption_0": "a b", "caption_1": "b a"}
    path = write(tmp_path / "examples.jsonl", json.dumps(row | {"tag": "Noun"}) + "\n")
    pictures = tmp_path / "images.zip"
    with zipfile.ZipFile(pictures, "w") as bundle:
        bundle.writestr("images/ex_3_img_0.png", b"first")
    one = scenario("heim_winoground", path=path, images_path=str(pictures))
    (prompt,) = one.attach(one.load())
    assert (prompt.id, prompt.text, prompt.expect.distractors) == ("winoground_003", "a b", ("b a",))
    assert prompt.reference is not None
    assert prompt.reference.path.read_bytes() == b"first"
    with pytest.raises(NotReady, match=r"agree to the terms at .*paragone data import winoground FILE"):
        make_prompt_set(ScenarioEntry(use="heim_winoground"))


def test_relational_prompts_are_each_there_once_in_order(tmp_path: Path) -> None:
    path = write(
        tmp_path / "choice_data.csv", "id,prompt,choice\n1,a box in a bowl,x\n2,a man on a box,y\n3,a box in a bowl,z\n"
    )
    found = scenario("heim_relational", path=path)
    assert [prompt.text for prompt in found.load()] == ["a box in a bowl", "a man on a box"]
    assert "our" not in found.title


def test_heims_detection_file_says_what_must_be_seen(tmp_path: Path) -> None:
    rows = [
        "object,a photo of a dog,dog,,,",
        "count,a photo of 3 dogs,dog,,3.0,",
        "spatial,A potted plant is below a bird,bird,potted plant,,below_0",
    ]
    path = write(
        tmp_path / "prompts.csv", "kind,text,a,b,n,how\n" + "\n".join(rows) + "\n"
    )  # read by place, as HELM does
    (count,) = scenario("detection_count", path=path).load()
    assert count.expect.objects[0].count == 3
    (spatial,) = scenario("detection_spatial", path=path).load()
    assert [thing.label for thing in spatial.expect.objects] == ["bird", "potted plant"]
    assert spatial.expect.relations == (Relation(1, "below", 0),)


@pytest.mark.parametrize(
    "name",
    [
        *("mscoco_base", "heim_cub200", "drawbench_colors", "parti_food", "i2p_hate", "heim_winoground"),
        *("heim_relational", "detection_object", "daily_dalle"),
    ],
)
@pytest.mark.parametrize("content", [b"", b"<html><body>404</body></html>", b"\xff\xfe\x00", b"PK\x03\x04broken"])
def test_a_file_that_is_something_else_is_refused_in_one_line(name: str, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file.csv").write_bytes(content)
    with pytest.raises(BadInput) as caught:
        scenario(name, path=str(tmp_path / "file.csv")).load()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("use", "options"),
    [
        ("mscoco", {"variant": "oil"}),
        ("drawbench", {"category": "Colour"}),
        ("parti_prompts", {"category": "Foot"}),
        ("parti_prompts", {"protocol": "tise"}),
        ("syntactic", {"phenomenon": "x"}),
        ("detection", {"skill": "colour"}),
        ("stereotypes", {"of": "x"}),
        ("design", {"of": "x"}),
        ("i2p", {"category": "x"}),
    ],
)
def test_a_wrong_option_is_refused(use: str, options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        scenario(use, **options)
