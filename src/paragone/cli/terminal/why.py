"""Why metrics were not computed: one line with what mends most of it, and each reason where it is asked for."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import typer

from paragone.cli.terminal.screen import print_text, visible

FETCH = re.compile(r"`paragone weights fetch ([^`]+)`")
DOWNLOAD = re.compile(r"`hf download [^`]+`")
GIVEN = (
    ("give a reference", "--reference FOLDER"),
    ("give prompts", "--prompts FILE"),
    ("own reference", "--prompts FILE"),
)


def ways(skipped: Mapping[str, str], given: Sequence[str] = ()) -> str:
    """How many metrics could not be had, and what brings most of them; options that were given bring none.

    >>> ways({"fid(x)": "compares with real images: give a reference", "kid(x)": "give a reference", "a": "no"})
    'not computed: 3 metrics; --reference FOLDER brings 2 of them; --why tells of each'
    """
    mends = Counter(mend for reason in skipped.values() if (mend := _mend(reason)) and mend.split()[0] not in given)
    most = mends.most_common(1)
    advice = [f"{most[0][0]} brings {_how_many(most[0][1], len(skipped))}"] if most else []
    count = f"{len(skipped)} metrics" if len(skipped) > 1 else "1 metric"
    return "; ".join([f"not computed: {count}", *advice, "--why tells of each"])


def print_reasons(skipped: Mapping[str, str]) -> None:
    """Every reason, with the metrics that it keeps from being computed."""
    for why in dict.fromkeys(skipped.values()):
        same = [metric for metric, reason in skipped.items() if reason == why]
        print_text(f"not computed: {', '.join(same)}: {visible(why)}", indent="  ")
    typer.echo("")


def _how_many(number: int, of: int) -> str:
    return "it" if of == 1 else "all of them" if number == of else f"{number} of them"


def _mend(reason: str) -> str:
    """The command or option that would bring a metric; '' where none would."""
    fetch = FETCH.search(reason)
    if fetch is not None:
        from paragone.assets import manifest

        known = {asset.name: asset.group for asset in manifest.read("weights")}
        is_default = all(known.get(name) == "default" for name in fetch[1].split())
        return "`paragone weights fetch default`" if is_default else f"`paragone weights fetch {fetch[1]}`"
    download = DOWNLOAD.search(reason)
    if download is not None:
        return download[0]
    return next((option for words, option in GIVEN if words in reason), "")
