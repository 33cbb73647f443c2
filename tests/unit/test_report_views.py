import itertools
import json
import math
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report_run import Wanted, build_run

from paragone.core.errors import UnknownName
from paragone.images.encode import encode
from paragone.report.bars import Bar, bar
from paragone.report.behind import histogram_of
from paragone.report.board import board_of
from paragone.report.breakdown import breakdowns
from paragone.report.build import Build
from paragone.report.gallery import Query, gallery_page
from paragone.report.metric_page import metric_page
from paragone.report.names import file_name, root_of
from paragone.report.overlays import layers_of
from paragone.report.pairs import ALL_PAIRS, Comparisons, baselines_of, pairs_to_show, turn
from paragone.report.provenance import plan_text
from paragone.report.reading import Reader
from paragone.report.render import coded
from paragone.report.svg import overlay
from paragone.report.thumbs import SIDE, make_thumbnails
from paragone.report.writing import Site
from paragone.stages.compare import Change
from paragone.stats.paired import Difference
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=12, side=16)
    return Reader(build_run(tmp_path_factory.mktemp("run"), wanted))


@given(st.text(), st.text())
def test_file_names_are_safe_and_differ_where_names_do(one: str, other: str) -> None:
    name = file_name(one)
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_")
    assert 0 < len(name) <= 48
    assert (name == file_name(other)) == (one == other)


def test_a_page_two_folders_down_finds_the_root() -> None:
    assert root_of("prompt/things/p1.html") == "../../"


def test_an_interval_lies_in_its_range_by_proportion() -> None:
    # In 0..4 the interval 1..3 begins at a quarter and is half as wide as the range.
    assert bar({"value": 2.0, "low": 1.0, "high": 3.0}, (0.0, 4.0)) == Bar(25.0, 50.0, 50.0)


def test_a_missing_value_has_no_mark() -> None:
    assert bar({"value": None, "low": None, "high": None}, (0.0, 1.0)).mark is None


def test_a_histogram_counts_every_score() -> None:
    counts = histogram_of([0.0, 0.5, 1.0, 1.0], (0.0, 1.0)).counts
    assert sum(counts) == 4
    assert (counts[0], counts[12], counts[-1]) == (1, 1, 2)


def test_equal_scores_still_have_a_histogram() -> None:
    assert sum(histogram_of([3.0, 3.0], (3.0, 3.0)).counts) == 2


def test_boxes_become_shapes_with_left_top_width_height() -> None:
    facts = {"detector": {"boxes": '[{"label": "dog", "score": 0.5, "box": [1, 2, 4, 8]}]'}}
    (layer,) = layers_of(facts)
    assert layer.name == "detector"
    assert (layer.shapes[0].label, layer.shapes[0].box) == ("dog 0.50", (1, 2, 3, 6))


def test_landmarks_masks_and_lone_boxes_are_drawn_too() -> None:
    face = '[{"label": "face", "box": [0, 0, 4, 4], "landmarks": {"eye": [1, 2]}, "polygon": [[0, 0], [1, 1], [2, 0]]}]'
    facts = {"faces": {"boxes": face}, "foreground": {"box": "[1.0, 2.0, 3.0, 4.0]", "mask": "iVBORw0KGgoAAAA="}}
    seen = {layer.name: layer for layer in layers_of(facts)}
    assert seen["faces"].shapes[0].points == ((1, 2),)
    assert seen["faces"].shapes[0].outline == "0,0 1,1 2,0"
    assert seen["foreground box"].shapes[0].box == (1, 2, 2, 2)
    assert "data:image/png;base64,iVBORw0KGgoAAAA=" in overlay(list(seen.values()), list(seen), 8, 8)


def test_what_a_detector_doubts_is_drawn_faintly_and_not_named() -> None:
    facts = {"detector": {"boxes": '[{"label": "boat", "score": 0.05, "box": [0, 0, 1, 1]}]'}}
    drawn = overlay(layers_of(facts), ["detector"], 10, 10)
    assert 'class="faint"' in drawn
    assert "boat" not in drawn


@pytest.mark.parametrize("told", ["[1, 2]", '[{"box": [1, 2]}]', '[{"box": [1, 2, "3", 4]}]', "not json", '{"box": 1}'])
def test_what_is_no_list_of_boxes_draws_nothing(told: str) -> None:
    assert layers_of({"detector": {"boxes": told}}) == []


def test_an_overlay_escapes_labels() -> None:
    facts = {"detector": {"boxes": '[{"label": "<script>", "box": [0, 0, 1, 1]}]'}}
    drawn = overlay(layers_of(facts), ["detector"], 10, 10)
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn


def test_the_plan_on_the_page_is_the_plan_that_was_run(reader: Reader) -> None:
    plan = reader.manifest["plan"]
    read = tomllib.loads(plan_text(plan))
    assert read["seeds"] == plan["seeds"]
    assert [entry["name"] for entry in read["models"]] == [entry["name"] for entry in plan["models"]]


@given(st.dictionaries(st.text(min_size=1), st.text() | st.integers(0, 2**60) | st.booleans()))
def test_any_options_survive_as_toml(options: dict[str, str | int | bool]) -> None:
    read = tomllib.loads(plan_text({"models": [{"use": "x"} | options]}))["models"][0]
    assert read == {"use": "x"} | options


def test_models_are_in_the_order_of_their_rank(reader: Reader) -> None:
    assert reader.models == ["photographs", "aurora", "basalt"]


def test_the_ceiling_does_not_compete_for_best(reader: Reader) -> None:
    board = board_of(reader, pins=[])
    for row in board.tables[0].rows:
        if row.role == "ceiling":
            assert not any(cell.is_best for cell in row.cells if cell)


def test_a_difference_turned_twice_is_itself(reader: Reader) -> None:
    for change in Comparisons(reader, {}).of("photographs", "aurora"):
        assert turn(turn(change)) == change


def test_pinning_either_side_gives_opposite_differences(reader: Reader) -> None:
    comparisons = Comparisons(reader, {})
    there, back = comparisons.against("photographs")["aurora"], comparisons.against("aurora")["photographs"]
    for one, other in zip(there, back, strict=True):
        if one.difference.value is not None:
            assert other.difference.value == -one.difference.value


def test_comparisons_are_remembered_until_scores_change(reader: Reader) -> None:
    first = Comparisons(reader, {})
    fresh = first.of("photographs", "aurora")
    remembered = first.remembered
    remembered['["photographs", "aurora"]']["changes"][0]["metric"] = "from memory"
    assert Comparisons(reader, remembered).of("photographs", "aurora")[0].metric == "from memory"
    remembered['["photographs", "aurora"]']["state"] = "other"
    assert Comparisons(reader, remembered).of("photographs", "aurora") == fresh


def test_few_models_are_compared_each_with_each() -> None:
    models = [f"m{number}" for number in range(12)]
    assert len(pairs_to_show(models, models)) == 66


def test_many_models_are_compared_with_baselines_and_neighbours() -> None:
    models = [f"m{number:02}" for number in range(20)]
    # 19 with m00 and 18 more with m10; of the 19 neighbours, three are among those.
    assert len(pairs_to_show(models, ["m00", "m10"])) == 19 + 18 + 16


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    models = ("photographs", "shuffled", *(f"m{number:02}" for number in range(ALL_PAIRS - 1)))
    return build_run(tmp_path_factory.mktemp("crowd"), Wanted(models=models, prompts=2, seeds=(0,), side=8))


def test_of_many_models_the_first_the_ceiling_the_floor_and_the_chosen_are_baselines(crowd: RunFolder) -> None:
    assert baselines_of(Reader(crowd)) == ["photographs", "m00", "shuffled"]
    assert baselines_of(Reader(crowd), ["m07"]) == ["photographs", "m00", "m07", "shuffled"]


def test_an_unknown_baseline_is_answered_with_the_nearest(crowd: RunFolder) -> None:
    with pytest.raises(UnknownName, match="no model 'm7'; did you mean m07"):
        baselines_of(Reader(crowd), ["m7"])


def test_a_chosen_baseline_stays_and_the_rest_is_said_plainly(crowd: RunFolder) -> None:
    Build(crowd, baselines=["m07"]).run()
    Build(crowd).run()
    site = crowd.root / "report"
    assert sorted(path.stem for path in (site / "against").glob("*.html")) == ["m00", "m07", "photographs", "shuffled"]
    assert (site / "compare" / "m03" / "m07.html").is_file()
    assert not (site / "compare" / "m03" / "m05.html").exists()
    assert "Of 78 pairs these are shown" in (site / "compare.html").read_text()
    assert "--baseline MODEL" in (site / "index.html").read_text()


def test_numbers_under_another_protocol_stand_in_a_table_of_their_own(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora", "basalt"), prompts=3, seeds=(0,), side=16))
    rows = folder.table("estimates").read().to_dicts()
    manifest = folder.read_manifest()
    manifest["protocols"]["other"] = {"scenario": "things", "metric": "counting", "seeds": [9]}
    folder.write_manifest(manifest)
    for row in rows:
        if row["model"] == "basalt" and row["metric"] == "counting":
            row["protocol"] = "other"
    folder.table("estimates").replace(rows)
    first, second = board_of(Reader(folder), pins=[]).tables
    assert [row.model for row in second.rows] == ["basalt"]
    assert "seeds: [0] and [9]" in second.reason
    assert first.rows[0].cells[0] is not None


def test_the_gallery_puts_the_worst_first_whichever_way_is_worse(reader: Reader) -> None:
    for metric, sign in (("fractal", -1), ("diversity", 1)):
        page = gallery_page(reader, Query("things", metric, order="worst"))
        values = [sign * float(tile.score) for tile in page.tiles]
        assert values == sorted(values)
        assert len(set(values)) > 1


def test_the_gallery_filters_by_model_tag_range_and_verdict(reader: Reader) -> None:
    query = Query("things", "counting", model="aurora", tag="colour=red", verdict="right", low=0.5)
    page = gallery_page(reader, query)
    assert page.tiles
    assert {(tile.model, tile.score) for tile in page.tiles} == {("aurora", "1")}
    assert all(" red " in tile.text for tile in page.tiles)


def test_the_gallery_shows_where_two_models_differ_most(reader: Reader) -> None:
    page = gallery_page(reader, Query("things", "fractal", model="aurora", other="basalt", order="models"))
    couples = list(zip(page.tiles[::2], page.tiles[1::2], strict=True))
    gaps = [abs(float(one.score) - float(other.score)) for one, other in couples]
    assert [one.prompt_id for one, _ in couples] == [other.prompt_id for _, other in couples]
    assert all(math.isclose(a, b, abs_tol=0.02) or a > b for a, b in itertools.pairwise(gaps))


def test_thumbnails_are_small_and_made_once(tmp_path: Path) -> None:
    folder, site = RunFolder(tmp_path), Site(tmp_path / "report")
    pixels = np.zeros((SIDE * 2, SIDE, 3), dtype=np.uint8)
    file = folder.images.put(encode(pixels), "PNG")
    images = [(Path(file).stem, file)]
    make_thumbnails(images, folder.images, site)
    make_thumbnails(images, folder.images, site)
    assert site.counts["written"] == 1
    (made,) = (tmp_path / "report" / "thumbs").rglob("*.webp")
    from paragone.images.decode import decode

    assert decode(made.read_bytes()).pixels.shape == (SIDE, SIDE // 2, 3)


def test_a_broken_image_has_no_thumbnail_and_stops_nothing(tmp_path: Path) -> None:
    folder, site = RunFolder(tmp_path), Site(tmp_path / "report")
    file = folder.images.put(b"this is no image", "PNG")
    make_thumbnails([(Path(file).stem, file), ("0" * 64, "images/00/none.png")], folder.images, site)
    assert site.counts["written"] == 0


@pytest.mark.parametrize(("p_value", "verdict"), [(0.01, "better"), (0.5, "no clear change"), (None, "better")])
def test_a_change_is_clear_only_if_it_survives_the_correction(p_value: float | None, verdict: str) -> None:
    found = Difference(0.1, 0.05, 0.15, 0.01, 9, 0)
    assert Change("things", "counting", "higher", found, p_value).verdict == verdict


def test_a_group_of_prompts_has_the_interval_of_its_kind_of_score(reader: Reader) -> None:
    (by_count,) = [group for group in breakdowns(reader, "counting", "things") if group.tag == "count"]
    ends = [float(end) for _, cells in by_count.rows for _, interval, _ in cells for end in interval.split(", ")]
    assert min(ends) >= 0  # a share is between 0 and 1, and so is its interval
    assert max(ends) <= 1
    assert sum(n for _, _, n in by_count.rows[0][1]) == 24  # every image of the photographs counts once


def test_a_tag_that_sorts_prompts_as_another_does_is_told_once(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=("aurora",), prompts=8, seeds=(0,), side=8))
    rows = folder.table("prompts").read().to_dicts()
    for row in rows:
        row["tags"] = json.dumps(
            {"hue": json.loads(row["tags"])["colour"], "colour": json.loads(row["tags"])["colour"]}
        )
    folder.table("prompts").replace(rows)
    for part in folder.table("prompts").parts():
        if part.name.startswith("part-"):
            part.unlink()
    assert [group.tag for group in breakdowns(Reader(folder), "fractal", "things")] == ["colour", "count"]


def test_a_metric_page_leaves_out_scenarios_that_it_does_not_judge(tmp_path: Path) -> None:
    wanted = Wanted(models=("aurora",), prompts=2, seeds=(0,), side=8, scenarios=("things", "others"))
    folder = build_run(tmp_path, wanted)
    rows = folder.table("estimates").read().to_dicts()
    folder.table("estimates").replace([r for r in rows if (r["metric"], r["scenario"]) != ("fractal", "others")])
    reader = Reader(folder)
    assert [on.scenario for on in metric_page(reader, "fractal", {}).scenarios] == ["things"]
    assert [on.scenario for on in metric_page(reader, "counting", {}).scenarios] == ["things", "others"]


def test_a_label_at_the_right_edge_is_moved_inside() -> None:
    (layer,) = layers_of(
        {"detector": {"boxes": '[{"label": "potted plant", "score": 0.9, "box": [240, 10, 256, 30]}]'}}
    )
    (x,) = re.findall(r'<text x="([\d.]+)"', str(overlay([layer], ["detector"], 256, 256)))
    # 17 letters ("potted plant 0.90") of 0.58 x 8.96 pixels: the text must begin 88 pixels before the edge.
    assert float(x) == pytest.approx(256 - 17 * 0.58 * 8.96 + 1.28, abs=0.1)


def test_what_stands_between_backticks_is_code_and_all_else_is_escaped() -> None:
    assert str(coded("`a<b>` is <i>")) == "<code>a&lt;b&gt;</code> is &lt;i&gt;"
    assert str(coded("one ` tick")) == "one ` tick"
