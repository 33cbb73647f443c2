"""The words by which captions speak of people: our own list."""

from paragone.scenarios.captions._word_list import words_of

PERSON = (
    *words_of(
        "person man woman boy girl child kid baby toddler infant guy lady gentleman dude male female adult teen "
        "teenager human someone somebody player batter catcher umpire pitcher skier snowboarder surfer skater "
        "skateboarder rider cyclist biker motorcyclist pedestrian athlete swimmer jogger runner chef cook waiter "
        "waitress worker vendor student teacher doctor nurse policeman policewoman officer cop soldier fireman "
        "firefighter farmer businessman businesswoman bride groom mother father mom dad son daughter brother sister "
        "friend customer passenger driver tourist spectator photographer performer musician clown cowboy referee "
        "goalie hitter bicyclist boarder individual lad couple girlfriend boyfriend husband wife grandmother "
        "grandfather"
    ),
    *("little league player", "police officer", "ball player"),
)
PERSON_PLURALS = {
    **{"person": "people", "man": "men", "woman": "women", "child": "children", "gentleman": "gentlemen"},
    **{"someone": "someones", "somebody": "somebodies", "wife": "wives", "policewoman": "policewomen"},
    "businesswoman": "businesswomen",
}
