"""Secrets of this machine, kept out of everything that is stored or printed."""

import math
import os
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from paragone.core.errors import BadOption

VARIABLE = re.compile(
    r"(?:^|_)(?:\w*KEY|\w*TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|AUTH|CREDENTIALS?)(?:_|$)", re.IGNORECASE
)
SHORTEST = 8  # shorter values of the environment are words like "true", not secrets
PIECE = 10  # so many letters of a secret, at either end, are cut out too: a message may have been shortened
# How keys of well-known services, and signed tokens, begin.
BEGINNINGS = re.compile(r"(?:sk|pk|rk|hf|r8|fal|key|ghp|gho|ghs|github_pat|xox[abp])[-_]|AKIA|AIza|eyJ|Bearer |Basic ")
LONGEST_WORD = 20  # a run of letters and digits beyond this is no word of a language
BITS = 3.5  # entropy of a letter, in bits: random text of 20 letters has about 4, words have about 3


def secrets_here() -> dict[str, str]:
    """Values of environment variables that are named like secrets, by name; paths of files are none."""
    return {
        name: value
        for name, value in os.environ.items()
        if VARIABLE.search(name) and len(value) >= SHORTEST and not _is_path(value)
    }


def without_secrets(text: str, secrets: Mapping[str, str]) -> str:
    """A text with those values, and long pieces of their ends, replaced by the names of their variables.

    >>> without_secrets("Incorrect key sk-123456", {"MY_KEY": "sk-123456"})
    'Incorrect key ${MY_KEY}'
    >>> without_secrets("cut off: sk-1234567890", {"MY_KEY": "sk-1234567890abcdef"})
    'cut off: ${MY_KEY}'
    """
    for name, secret in sorted(secrets.items(), key=lambda item: -len(item[1])):
        mark = f"${{{name}}}"
        text = text.replace(secret, mark)
        if len(secret) > PIECE and (secret[:PIECE] in text or secret[-PIECE:] in text):
            for size in range(len(secret) - 1, PIECE - 1, -1):
                text = text.replace(secret[:size], mark).replace(secret[-size:], mark)
    return text


def looks_secret(text: str) -> bool:
    """Whether a text is a key by its looks: it begins like one, or is long and as good as random.

    Hashes and UUIDs, which name versions of models, are none.

    >>> looks_secret("hf_abcdefgh12345678"), looks_secret("Qz8vT2mN4xRw7LkP9sJd3F")
    (True, True)
    >>> looks_secret("photographic, 8k"), looks_secret("v1-5-pruned-emaonly.safetensors"), looks_secret("0f" * 32)
    (False, False, False)
    """
    if BEGINNINGS.match(text) and len(text) >= SHORTEST + 4 and re.search(r"\d", text):
        return True
    if not re.fullmatch(rf"[A-Za-z0-9+/=_]{{{LONGEST_WORD},}}", text) or re.fullmatch(r"[0-9a-fA-F]+", text):
        return False
    kinds = [re.search(kind, text) for kind in (r"[a-z]", r"[A-Z]", r"[0-9]")]
    counts = Counter(text).values()
    entropy = -sum(n / len(text) * math.log2(n / len(text)) for n in counts)
    return all(kinds) and entropy >= BITS


def refuse_secrets(text: str, what: str) -> None:
    """Refuse to keep a text that holds the value of an environment variable which is named like a secret."""
    for name, secret in secrets_here().items():
        if secret in text:
            raise BadOption(
                f"{what} holds the value of the environment variable {name}; write ${{{name}}} in its place"
            )


def _is_path(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):
        return False
