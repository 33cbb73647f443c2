"""What a study asks of how many people, and what it costs: shown before it starts."""

from typing import NamedTuple

from paragone.rating.study.study_file import StudyFile

SECONDS_A_QUESTION = 4.5  # HEIM paid 0.02 USD a question for 16 USD an hour


class Cost(NamedTuple):
    """People, answers, hours and money."""

    items: int
    people: int
    answers: int
    hours: float
    pay: float
    fee: float
    currency: str

    @property
    def _time(self) -> str:
        return f"{self.hours:.1f} hours" if self.hours >= 1 else f"{max(round(60 * self.hours), 1)} minutes"

    @property
    def total(self) -> float:
        """Pay and the platform's fee."""
        return self.pay + self.fee

    def words(self) -> str:
        """One line."""
        hourly = f", {self.pay / self.hours:.2f} {self.currency} an hour" if self.pay and self.hours else ""
        money = f"; {self.total:.2f} {self.currency} ({self.fee:.2f} of it fees{hourly})" if self.pay else "; unpaid"
        return f"{self.items} items, {self.people} people, {self.answers} answers, about {self._time}{money}"


def cost_of(file: StudyFile, items: int) -> Cost:
    """The whole study, checks among the answers."""
    raters, pay = file.raters, file.pay
    own = min(raters.items_each, items)
    people = max(raters.per_item, -(-items * raters.per_item // own))
    answers = (items * raters.per_item + people * (raters.gold_each + raters.repeats_each)) * len(file.asked)
    paid = answers * pay.per_answer + people * pay.per_person
    return Cost(items, people, answers, answers * SECONDS_A_QUESTION / 3600, paid, paid * pay.fee, pay.currency)
