import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from paragone.annotators._networks.boxes import Boxes, overlaps, suppress, suppress_by_label, within


def boxes_of(*rows: tuple[float, float, float, float]) -> Boxes:
    return np.array(rows, np.float32)


def test_a_box_overlaps_itself_wholly_and_a_distant_one_not_at_all() -> None:
    boxes = boxes_of((0, 0, 2, 2), (5, 5, 6, 6))
    assert overlaps(boxes[0], boxes).tolist() == [1.0, 0.0]


def test_overlap_by_the_smaller_box_is_whole_when_one_lies_in_the_other() -> None:
    boxes = boxes_of((0, 0, 4, 4), (1, 1, 2, 2))
    assert overlaps(boxes[0], boxes[1:], by_smaller=True).tolist() == [1.0]
    assert overlaps(boxes[0], boxes[1:]).tolist() == [1 / 16]


def test_of_two_boxes_on_one_object_the_better_stays() -> None:
    boxes = boxes_of((0, 0, 10, 10), (1, 0, 11, 10), (50, 50, 60, 60))
    assert suppress(boxes, np.array([0.5, 0.9, 0.7], np.float32), 0.5).tolist() == [1, 2]


def test_boxes_of_different_labels_do_not_suppress_each_other() -> None:
    boxes = boxes_of((0, 0, 10, 10), (0, 0, 10, 10), (0, 0, 10, 10))
    scores = np.array([0.9, 0.8, 0.7], np.float32)
    assert suppress_by_label(boxes, scores, np.array([0, 1, 0]), 0.5).tolist() == [0, 1]


def test_no_boxes_give_no_boxes() -> None:
    assert suppress(boxes_of().reshape(0, 4), np.zeros(0, np.float32), 0.5).tolist() == []


def test_boxes_are_cut_at_the_border() -> None:
    assert within(boxes_of((-5, -5, 30, 8)), 10, 20).tolist() == [[0, 0, 20, 8]]


@given(arrays.arrays(np.float32, (6, 2), elements=st.integers(0, 50).map(float)), st.permutations(range(6)))
def test_what_is_kept_does_not_depend_on_the_order_given(corners: Boxes, order: list[int]) -> None:
    boxes = np.concatenate([corners, corners + 9], axis=1).astype(np.float32)
    scores = np.linspace(0.9, 0.1, 6).astype(np.float32)
    kept = suppress(boxes, scores, 0.4)
    shuffled = suppress(boxes[order], scores[order], 0.4)
    assert kept.tolist() == [order[at] for at in shuffled]
