"""The words by which captions name COCO's 80 classes: our own list, with plurals made by rule."""

from collections.abc import Mapping

from paragone.scenarios.captions._person_words import PERSON, PERSON_PLURALS
from paragone.scenarios.captions._word_list import words_of

# TISE and SOA number the classes 0 to 79 in this order (label_00_person ...).
WORDS: Mapping[str, tuple[str, ...]] = {
    "person": PERSON,
    "bicycle": ("bicycle", "bike", "tricycle"),
    "car": ("car", "taxi", "suv", "sedan", "minivan", "jeep"),
    "motorcycle": ("motorcycle", "motorbike", "motor bike", "moped", "motor scooter", "motor cycle"),
    "airplane": ("airplane", "plane", "air plane", "aeroplane", "jet", "airliner", "aircraft", "jetliner", "biplane"),
    "bus": ("bus", "double decker"),
    "train": ("train", "locomotive"),
    "truck": ("truck", "pickup", "lorry"),
    "boat": ("boat", "ship", "canoe", "kayak", "sailboat", "ferry", "yacht", "rowboat", "gondola", "speedboat"),
    "traffic light": ("traffic light", "stop light", "stoplight", "traffic signal"),
    "fire hydrant": ("fire hydrant", "hydrant"),
    "stop sign": ("stop sign",),
    "parking meter": ("parking meter",),
    "bench": ("bench",),
    "bird": (
        *("bird", "duck", "goose", "seagull", "gull", "pigeon", "parrot", "owl", "swan", "chicken", "rooster", "hen"),
        *("eagle", "hawk", "crow", "sparrow", "pelican", "flamingo", "peacock", "ostrich", "penguin", "turkey"),
    ),
    "cat": ("cat", "kitten", "kitty"),
    "dog": (
        *("dog", "puppy", "pup", "collie", "border collie", "poodle", "terrier", "labrador", "bulldog", "dachshund"),
        *("husky", "retriever", "golden retriever", "pug", "beagle", "chihuahua", "german shepherd", "sheepdog"),
    ),
    "horse": ("horse", "pony", "foal", "mare", "stallion"),
    "sheep": ("sheep", "lamb", "ram", "ewe"),
    "cow": ("cow", "bull", "calf", "steer", "ox"),
    "elephant": ("elephant",),
    "bear": ("bear", "panda", "polar bear", "grizzly"),
    "zebra": ("zebra",),
    "giraffe": ("giraffe",),
    "backpack": ("backpack", "back pack", "rucksack", "knapsack"),
    "umbrella": ("umbrella", "parasol"),
    "handbag": ("handbag", "purse", "hand bag"),
    "tie": ("tie", "necktie", "bow tie", "neck tie", "bowtie"),
    "suitcase": ("suitcase", "suit case", "briefcase"),
    "frisbee": ("frisbee", "frisbie", "flying disc"),
    "skis": ("ski",),
    "snowboard": ("snowboard", "snow board"),
    "sports ball": (
        *("ball", "baseball", "soccer ball", "tennis ball", "basketball", "football", "volleyball"),
        *("beach ball", "softball"),
    ),
    "kite": ("kite",),
    "baseball bat": ("baseball bat", "bat"),
    "baseball glove": ("baseball glove", "baseball mitt", "catcher's mitt", "mitt"),
    "skateboard": ("skateboard", "skate board", "longboard"),
    "surfboard": ("surfboard", "surf board", "boogie board", "body board"),
    "tennis racket": ("tennis racket", "tennis racquet", "racket", "racquet"),
    "bottle": ("bottle",),
    "wine glass": ("wine glass", "wineglass", "glass of wine", "champagne glass"),
    "cup": ("cup", "mug", "coffee cup", "teacup"),
    "fork": ("fork",),
    "knife": ("knife",),
    "spoon": ("spoon",),
    "bowl": ("bowl",),
    "banana": ("banana",),
    "apple": ("apple",),
    "sandwich": ("sandwich", "burger", "hamburger", "cheeseburger", "panini"),
    "orange": ("orange",),
    "broccoli": ("broccoli",),
    "carrot": ("carrot",),
    "hot dog": ("hot dog", "hotdog", "chili dog", "corn dog"),
    "pizza": ("pizza",),
    "donut": ("donut", "doughnut"),
    "cake": ("cake", "cupcake", "cheesecake"),
    "chair": ("chair", "armchair", "stool"),
    "couch": ("couch", "sofa", "loveseat", "love seat", "futon"),
    "potted plant": ("potted plant", "house plant", "houseplant", "pot plant"),
    "bed": ("bed",),
    "dining table": ("dining table", "table", "dinner table", "kitchen table", "dining room table"),
    "toilet": ("toilet", "urinal"),
    "tv": (
        *("tv", "television", "monitor", "computer monitor", "tv set", "television set", "flat screen", "flatscreen"),
        *("computer screen", "tv screen"),
    ),
    "laptop": ("laptop", "laptop computer", "macbook", "mac book", "notebook computer"),
    "mouse": ("computer mouse", "mouse"),
    "remote": ("remote", "remote control", "wii remote", "wiimote", "wii controller", "game controller"),
    "keyboard": ("keyboard", "computer keyboard"),
    "cell phone": ("cell phone", "cellphone", "phone", "smartphone", "smart phone", "mobile phone", "iphone"),
    "microwave": ("microwave", "microwave oven"),
    "oven": ("oven", "stove", "stove top", "stovetop"),
    "toaster": ("toaster", "toaster oven"),
    "sink": ("sink",),
    "refrigerator": ("refrigerator", "fridge", "refrigerator freezer", "freezer"),
    "book": ("book",),
    "clock": ("clock",),
    "vase": ("vase",),
    "scissors": ("scissors", "pair of scissors"),
    "teddy bear": ("teddy bear", "teddy", "stuffed bear", "stuffed teddy bear"),
    "hair drier": ("hair drier", "hair dryer", "blow dryer", "blow drier"),
    "toothbrush": ("toothbrush", "tooth brush"),
}
CLASSES = tuple(WORDS)
ODD_PLURALS = {
    **PERSON_PLURALS,
    **{"goose": "geese", "calf": "calves", "knife": "knives", "ox": "oxen", "mouse": "mice", "sheep": "sheep"},
    **{"aircraft": "aircraft", "scissors": "scissors", "pair of scissors": "pairs of scissors"},
    "glass of wine": "glasses of wine",
}
# With one of these behind it, the word names a part, a place or a kind of something else: a train station is no train.
HEADS = frozenset(
    words_of(
        "station court tracks track tower stop game match seat yard lane lanes park field paper rack racks trailer "
        "shop store house pen box boxes trip sauce slice slices juice peel salad bread topping toppings team uniform "
        "uniforms diamond stadium print statue statues sculpture sculptures figurine figurines costume droppings food "
        "collar feeder crossing terminal platform engine dock ramp trick tricks trunk tub meter meters tops cloth mat "
        "window screen sheet sheets frame spread post posts room rooms shelf shelves hands number stall holder "
        "surfing boarding slope slopes lift lifts resort pole poles mask tray tank seats dish dishes crust hat skin "
        "peels keys pad bag frosting stack butter tree trees conductor parts bucket camera team's event lid cabinet "
        "burner burners area section counter leg legs base cord cushion pillow pillows page pages fixture crew themed "
        "drawn shaped"
    )
)


def plural(word: str) -> str:
    """The plural of a class's word.

    >>> plural("bench"), plural("puppy"), plural("sheep"), plural("tennis racket"), plural("glass of wine")
    ('benches', 'puppies', 'sheep', 'tennis rackets', 'glasses of wine')
    """
    if word in ODD_PLURALS:
        return ODD_PLURALS[word]
    first, _, last = word.rpartition(" ")
    start = f"{first} " if first else ""
    if last in ODD_PLURALS:
        return start + ODD_PLURALS[last]
    if last.endswith("man"):
        return f"{start}{last[:-3]}men"
    if last.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if last.endswith("y") and last[-2] not in "aeiou" else f"{word}s"
