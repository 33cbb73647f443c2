"""COCO's 80 classes in the order of instances_val2014.json, whose numbers leave ten out."""

from paragone.core.coco import NAMES, name_of

IN_ORDER = """person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant,
stop sign, parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, backpack, umbrella,
handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard,
surfboard, tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange, broccoli,
carrot, hot dog, pizza, donut, cake, chair, couch, potted plant, bed, dining table, toilet, tv, laptop, mouse,
remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors, teddy bear,
hair drier, toothbrush"""
NEVER_GIVEN = {12, 26, 29, 30, 45, 66, 68, 69, 71, 83}


def test_every_number_has_its_class() -> None:
    numbers = [number for number in range(1, 91) if number not in NEVER_GIVEN]
    assert dict(zip(numbers, " ".join(IN_ORDER.split()).split(", "), strict=True)) == NAMES
    assert {name_of(number) for number in NEVER_GIVEN} == {f"no class ({number})" for number in NEVER_GIVEN}
