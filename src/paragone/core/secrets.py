"""Secrets of this machine, kept out of everything that is stored or printed."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

VARIABLE = re.compile(r"(?:^|_)(?:\w*KEY|\w*TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_|$)", re.IGNORECASE)
SHORTEST = 8  # shorter values of the environment are words like "true", not secrets


def secrets_here() -> dict[str, str]:
    """Values of environment variables that are named like secrets, by name; paths of files are none."""
    return {
        name: value
        for name, value in os.environ.items()
        if VARIABLE.search(name) and len(value) >= SHORTEST and not _is_path(value)
    }


def without_secrets(text: str, secrets: Mapping[str, str]) -> str:
    """A text with those values replaced by the names of their variables.

    >>> without_secrets("Incorrect key sk-123456", {"MY_KEY": "sk-123456"})
    'Incorrect key ${MY_KEY}'
    """
    for name, secret in secrets.items():
        text = text.replace(secret, f"${{{name}}}")
    return text


def _is_path(value: str) -> bool:
    try:
        return Path(value).exists()
    except (OSError, ValueError):
        return False
