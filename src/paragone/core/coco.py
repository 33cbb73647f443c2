"""What COCO's category numbers mean; ten of the numbers 1 to 90 were never given to anything."""

NAMES = {
    **dict(enumerate(("person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat"), 1)),
    **{10: "traffic light", 11: "fire hydrant", 13: "stop sign", 14: "parking meter", 15: "bench"},
    **dict(enumerate(("bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe"), 16)),
    **{27: "backpack", 28: "umbrella", 31: "handbag", 32: "tie", 33: "suitcase", 34: "frisbee", 35: "skis"},
    **dict(enumerate(("snowboard", "sports ball", "kite", "baseball bat", "baseball glove", "skateboard"), 36)),
    **{42: "surfboard", 43: "tennis racket", 44: "bottle", 46: "wine glass", 47: "cup", 48: "fork", 49: "knife"},
    **dict(enumerate(("spoon", "bowl", "banana", "apple", "sandwich", "orange", "broccoli", "carrot"), 50)),
    **{58: "hot dog", 59: "pizza", 60: "donut", 61: "cake", 62: "chair", 63: "couch", 64: "potted plant"},
    **{65: "bed", 67: "dining table", 70: "toilet", 72: "tv", 73: "laptop", 74: "mouse", 75: "remote"},
    **{76: "keyboard", 77: "cell phone", 78: "microwave", 79: "oven", 80: "toaster", 81: "sink"},
    **{82: "refrigerator", 84: "book", 85: "clock", 86: "vase", 87: "scissors", 88: "teddy bear"},
    **{89: "hair drier", 90: "toothbrush"},
}


def name_of(number: int) -> str:
    """The class of a category number.

    >>> name_of(1), name_of(64), name_of(12)
    ('person', 'potted plant', 'no class (12)')
    """
    return NAMES.get(number, f"no class ({number})")
