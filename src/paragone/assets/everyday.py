"""A dozen sentences of our own with translations, so that perturbations run anywhere; checked by no native speaker."""

SENTENCES: dict[str, tuple[str, str, str]] = {
    "A man is riding a horse on the beach": (
        "一个男人在海滩上骑马",
        "एक आदमी समुद्र तट पर घोड़े की सवारी कर रहा है",
        "Un hombre monta a caballo en la playa",
    ),
    "A boy with a red ball is playing in the garden": (
        "一个男孩拿着红球在花园里玩",
        "एक लड़का लाल गेंद के साथ बगीचे में खेल रहा है",
        "Un niño con una pelota roja juega en el jardín",
    ),
    "The king is standing in front of a castle": (
        "国王站在城堡前",
        "राजा किले के सामने खड़ा है",
        "El rey está de pie delante de un castillo",
    ),
    "A waiter is carrying the plates with one hand": (
        "一名服务员用一只手端着盘子",
        "एक बैरा एक हाथ से प्लेटें ले जा रहा है",
        "Un camarero lleva los platos con una mano",
    ),
    "Two brothers are fishing from the bridge": (
        "两兄弟在桥上钓鱼",
        "दो भाई पुल से मछली पकड़ रहे हैं",
        "Dos hermanos pescan desde el puente",
    ),
    "A father is reading to his son": (
        "一位父亲在给儿子读书",
        "एक पिता अपने बेटे को पढ़कर सुना रहा है",
        "Un padre le lee a su hijo",
    ),
    "The dog that is sleeping on the sofa is brown": (
        "睡在沙发上的那只狗是棕色的",
        "सोफ़े पर सो रहा कुत्ता भूरा है",
        "El perro que duerme en el sofá es marrón",
    ),
    "A suitcase with a red umbrella on the bed": (
        "床上有一个行李箱和一把红伞",
        "बिस्तर पर लाल छाते के साथ एक सूटकेस",
        "Una maleta con un paraguas rojo sobre la cama",
    ),
    "There is a yellow bus behind the church": (
        "教堂后面有一辆黄色的公共汽车",
        "चर्च के पीछे एक पीली बस है",
        "Hay un autobús amarillo detrás de la iglesia",
    ),
    "This street is full of people with umbrellas": (
        "这条街上满是打伞的人",
        "यह सड़क छाते लिए हुए लोगों से भरी है",
        "Esta calle está llena de gente con paraguas",
    ),
    "A cat is looking out of the window because it is raining": (
        "一只猫因为下雨而望着窗外",
        "बारिश हो रही है, इसलिए एक बिल्ली खिड़की से बाहर देख रही है",
        "Un gato mira por la ventana porque está lloviendo",
    ),
    "An old man and a young woman are dancing at the wedding": (
        "一位老年男子和一位年轻女子在婚礼上跳舞",
        "शादी में एक बूढ़ा आदमी और एक जवान औरत नाच रहे हैं",
        "Un hombre mayor y una mujer joven bailan en la boda",
    ),
}
# What is to be seen, by COCO's names: how many, and of what, the most prominent first.
THINGS: dict[str, tuple[tuple[int, str], ...]] = {
    "A man is riding a horse on the beach": ((1, "person"), (1, "horse")),
    "A boy with a red ball is playing in the garden": ((1, "person"), (1, "sports ball")),
    "The king is standing in front of a castle": ((1, "person"),),
    "A waiter is carrying the plates with one hand": ((1, "person"),),
    "Two brothers are fishing from the bridge": ((2, "person"),),
    "A father is reading to his son": ((2, "person"),),
    "The dog that is sleeping on the sofa is brown": ((1, "dog"), (1, "couch")),
    "A suitcase with a red umbrella on the bed": ((1, "suitcase"), (1, "umbrella"), (1, "bed")),
    "There is a yellow bus behind the church": ((1, "bus"),),
    "This street is full of people with umbrellas": ((1, "person"), (1, "umbrella")),
    "A cat is looking out of the window because it is raining": ((1, "cat"),),
    "An old man and a young woman are dancing at the wedding": ((2, "person"),),
}
LANGUAGES = ("chinese", "hindi", "spanish")


def translations(language: str) -> dict[str, str]:
    """Our own table for a language; empty where there is none.

    >>> len(translations("hindi")), translations("latin")
    (12, {})
    """
    if language not in LANGUAGES:
        return {}
    return {text: others[LANGUAGES.index(language)] for text, others in SENTENCES.items()}
