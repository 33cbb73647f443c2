"""Which models of sweethome3d-furniture stand for which class.

Each was looked at from eight directions; as the catalogue turns them, all of them face us.
"""

from typing import NamedTuple


class Choice(NamedTuple):
    """One model of a catalogue."""

    class_name: str
    catalogue: str
    model: str  # its folder in the catalogue
    state: str = ""


CHOSEN = (
    *(Choice("person", "Reallusion", name, state="none") for name in ("male01", "female01", "male02", "female02")),
    *(Choice("person", "Reallusion", name, state="none") for name in ("male03", "female03")),
    *(Choice("person", "Reallusion", name, state="sitting") for name in ("sitMale01", "sitFemale03", "sitMale02")),
    Choice("person", "Reallusion", "girlSittingGround", state="sitting"),
    Choice("dog", "BlendSwap-CC-BY", "bulldog", state="standing"),
    Choice("dog", "Scopia", "dog", state="sitting"),
    Choice("airplane", "BlendSwap-CC-0", "cartoon_biplane"),
    Choice("bike", "BlendSwap-CC-BY", "bike"),
    Choice("bike", "Scopia", "bicycle"),
    Choice("bus", "Scopia", "bus"),
    Choice("bus", "Scopia", "cityBus"),
    Choice("car", "Scopia", "suv"),
    Choice("car", "KatorLegaz", "concept-sedan-01v2"),
    Choice("car", "KatorLegaz", "concept-sedan-02"),
    Choice("van", "Scopia", "van"),
    Choice("truck", "Scopia", "truck"),
    Choice("truck", "BlendSwap-CC-BY", "dafTruck"),
    Choice("boat", "BlendSwap-CC-BY", "rowboat"),
    Choice("fire hydrant", "KatorLegaz", "fire-hydrant"),
    Choice("backpack", "BlendSwap-CC-BY", "backpack"),
    Choice("chair", "BlendSwap-CC-0", "oakChair"),
    Choice("chair", "KatorLegaz", "dining-chair"),
    Choice("chair", "KatorLegaz", "cafe-chair"),
    Choice("chair", "BlendSwap-CC-0", "chairWithCushion"),
    Choice("dining table", "BlendSwap-CC-0", "oakTable"),
    Choice("dining table", "BlendSwap-CC-0", "tableWithTablecloth"),
    Choice("dining table", "Scopia", "round-table"),
    Choice("skateboard", "Scopia", "skateboard"),
    Choice("bench", "KatorLegaz", "painted-bench"),
    Choice("bench", "BlendSwap-CC-0", "bench"),
    Choice("bench", "KatorLegaz", "concrete-bench"),
    Choice("suitcase", "BlendSwap-CC-BY", "suitcase"),
    Choice("bird", "BlendSwap-CC-0", "chicken", state="perched"),
    Choice("bed", "Scopia", "bed1"),
    Choice("bed", "BlendSwap-CC-0", "bed1"),
    Choice("bed", "Scopia", "iron_bed"),
    Choice("potted plant", "Scopia", "maceta"),
    Choice("potted plant", "BlendSwap-CC-0", "plant"),
    Choice("potted plant", "BlendSwap-CC-BY", "mediumIndoorPlant"),
    Choice("umbrella", "BlendSwap-CC-0", "umbrella"),
)
