"""Historical figures: 99 names of TIME's list of the most significant people in history; the name is the prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Prompt
from paragone.scenarios.heim._data import HEIM, FromHeim, numbered

# As HEIM spells them, with its spaces; its hundredth (George W. Bush) is left out there.
NAMES = """
Jesus; Napoleon Bonaparte; Muhammad; William Shakespeare; Abraham Lincoln; George Washington; Adolf Hitler; Aristotle;
Alexander the Great; Thomas Jefferson; Henry VIII of England; Charles Darwin; Elizabeth I of England; Karl Marx;
Julius Caesar; Queen Victoria; Martin Luther; Joseph Stalin; Albert Einstein; Christopher Columbus; Isaac Newton;
Charlemagne; Theodore Roosevelt; Wolfgang Amadeus Mozart; Plato; Louis XIV of France; Ludwig van Beethoven; Ulysses
S.Grant; Leonardo da Vinci; Augustus; Carl Linnaeus; Ronald Reagan; Charles Dickens; Paul the Apostle; Benjamin
Franklin; Winston Churchill; Genghis Khan; Charles I of England; Thomas Edison; James I of England; Friedrich
Nietzsche; Franklin D.Roosevelt; Sigmund Freud; Alexander Hamilton; Mohandas Karamchand Gandhi; Woodrow Wilson; Johann
Sebastian Bach; Galileo Galilei; Oliver Cromwell; James Madison; Gautama Buddha; Mark Twain; Edgar Allan Poe; Joseph
Smith, Jr.; Adam Smith; David, King of Israel; George III of the United Kingdom; Immanuel Kant; James Cook; John
Adams; Richard Wagner; Pyotr Ilyich Tchaikovsky; Voltaire; Saint Peter; Andrew Jackson; Constantine the Great;
Socrates; Elvis Presley; William the Conqueror; John F.Kennedy; Augustine of Hippo; Vincent van Gogh; Nicolaus
Copernicus; Vladimir Lenin; Robert E.Lee; Oscar Wilde; Charles II of England; Cicero; Jean-Jacques Rousseau; Francis
Bacon; Richard Nixon; Louis XVI of France; Charles V, Holy Roman Emperor; King Arthur; Michelangelo; Philip II of
Spain; Johann Wolfgang von Goethe; Ali, founder of Sufism; Thomas Aquinas; Pope John Paul II; René Descartes; Nikola
Tesla; Harry S.Truman; Joan of Arc; Dante Alighieri; Otto von Bismarck; Grover Cleveland; John Calvin; John Locke
"""


@dataclass(frozen=True)
class HistoricalFigures(FromHeim):
    """In the order of the list."""

    title: ClassVar[str] = "Historical figures"
    source: ClassVar[str] = "TIME, The 100 Most Significant Figures in History, as HEIM has it"
    licence: ClassVar[str] = "names: none"
    citation: ClassVar[str] = HEIM
    aspects: ClassVar[tuple[str, ...]] = ("knowledge",)

    @property
    def size(self) -> int | None:
        """Of the list."""
        return len(self._names)

    @property
    def _names(self) -> list[str]:
        return [name.strip() for name in " ".join(NAMES.split()).split(";")]

    def load(self) -> Sequence[Prompt]:
        """A name each."""
        return [Prompt(id, name) for id, name in numbered(self._names, "figure")]


scenario = HistoricalFigures
