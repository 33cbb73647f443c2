"""Words for landing pages, which are HEIM's, and for logos and magazine covers, which are ours."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(" ".join(word.split()) for word in text.split(","))


APPLICATIONS = _words(
    """business, design, developer tools, education, entertainment, finance, games, health and fitness, lifestyle,
    medical, music, news, photo and video, productivity, social networking, sports, travel, weather"""
)
PLATFORMS = ("mobile", "web")

# A hundred trades: as many as HEIM has companies.
TRADES = _words(
    """a bakery, a coffee roaster, a brewery, a vineyard, a dairy, a butcher, a fishmonger, a greengrocer, a pizzeria,
    a tea house, a chocolate maker, an ice cream parlour, a seafood restaurant, a vegan restaurant, a food truck,
    a catering service, a supermarket, a farmers' market, a seed company, a flower shop, a garden centre, a pet shop,
    an animal shelter, a riding school, a beekeeper, a sheep farm, a sawmill, a furniture maker, a carpet weaver,
    a potter, a glass blower, a jeweller, a watchmaker, a shoemaker, a tailor, a hat maker, a wool mill, a laundry,
    a hairdresser, a perfume house, a soap maker, a pharmacy, a dental practice, an optician, a hospital,
    a physiotherapist, a yoga studio, a swimming club, a football team, a bicycle workshop, a car rental company,
    a driving school, a taxi service, a bus line, a railway, a ferry company, an airline, a travel agency, a hotel,
    a camp site, a ski resort, a surf school, a mountain guide, a moving company, a parcel service, a postal museum,
    a bookshop, a printing house, a publisher, a newspaper, a radio station, a film studio, a theatre, an orchestra,
    a record label, a guitar maker, a music festival, a dance school, an art gallery, a toy shop, a board game maker,
    a video game studio, a software company, a chip maker, a robot maker, a satellite operator, a telescope maker,
    a solar power company, a wind farm, a water utility, a recycling company, a construction company, an architect,
    a plumber, an electrician, a locksmith, a law firm, an insurance company, a bank, a charity for children"""
)

_SUBJECTS = _words(
    """country gardens, wooden boats, city cycling, winter cooking, small houses, night skies, old maps, family dogs,
    handmade bread, mountain railways"""
)
_PATTERNS = (
    "A beginner's guide to {}",
    "{}: what is new this year",
    "Why we love {}",
    "{} in a single weekend",
    "The big issue of {}",
)
HEADLINES = tuple(
    made[:1].upper() + made[1:] for subject in _SUBJECTS for pattern in _PATTERNS if (made := pattern.format(subject))
)
