"""Words beside an interval that is known to hold the truth less often than it says (figures: docs/coverage.md)."""

from paragone.stats.bootstrap import MOSTLY_ALIKE

ENOUGH = 20  # prompts from which on the intervals of means, shares and differences hold the truth in 93 % or more
EVEN = 0.9  # of the number of units: their worth where they are of about one size
MANY = 75  # ... if scores are skewed
# A sample that lacks its tail looks even and misses the truth: of lognormal, Pareto, gamma and exponential scores at
# most 5 in 100 intervals miss it and are less skewed than this; of samples of 20 normal scores 4 in 100 are more so.
SKEWED = 1.0
AND_DIFFERENCES = "or one of a difference"  # in what is said of a value's interval, where it is true of those as well
NOT_FEW = 0.05  # of scores missing: enough to move a mean by as much as its interval is wide


def caution_of(method: str, prompts: int, *, is_bounded: bool, skewness: float = 0.0) -> str:
    """What to say of a mean's or a difference's 95 % interval from so many prompts; empty where all is well."""
    if method == MOSTLY_ALIKE and not is_bounded:
        return "most prompts score the same: an interval of this kind can hold the truth in as few as 60 % of cases"
    if ENOUGH <= prompts < MANY and abs(skewness) > SKEWED:
        return f"{prompts} prompts, and skewed scores: such an interval holds the truth in about 91 % of cases"
    if prompts >= ENOUGH:
        return ""
    held = "80" if prompts < 8 else "90"
    return f"{prompts} prompts: where scores are skewed, such an interval holds the truth in about {held} % of cases"


def of_uneven(worth: float, units: int) -> str:
    """What to say of differences of shares where few texts were asked unequally often; empty where all is well."""
    if worth >= ENOUGH or worth > EVEN * units:
        return ""
    said = f"{units} texts, asked unequally often, are worth {worth:.0f} prompts"
    return f"{said}: such an interval holds the truth in about 91 % of cases"


def of_difference(*reasons: str | None) -> str:
    """What is said of one of two values' intervals and is true of their difference's as well.

    >>> of_difference("most is bias", "other words; 20 prompts: such an interval, or one of a difference, falls short")
    '20 prompts: such an interval, or one of a difference, falls short'
    """
    said = (part for reason in reasons for part in (reason or "").split("; ") if AND_DIFFERENCES in part)
    return next(said, "")


def few_trials(prompts: int) -> str:
    """What to say of a share's interval from so many prompts; empty where all is well."""
    if prompts >= 5:
        return ""
    return f"{prompts} prompts: near 0 and 1 such an interval holds the truth in about 85 % of cases"


def of_missing(missing: int, scores: int) -> str:
    """What to say where many scores are missing; empty where few are."""
    share = missing / (missing + scores)
    if share < NOT_FEW:
        return ""
    return f"{share:.0%} of scores are missing: if those would have been other than the rest, the truth lies elsewhere"
