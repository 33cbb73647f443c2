"""Secrets are known by their variables' names, and left out of every text."""

from pathlib import Path

import pytest

from paragone.core.secrets import secrets_here, without_secrets


@pytest.mark.parametrize(
    ("name", "value", "is_secret"),
    [
        ("MY_API_KEY", "abcdefgh", True),
        ("HF_TOKEN", "abcdefgh", True),
        ("service_password", "abcdefgh", True),
        ("AWS_CREDENTIALS", "abcdefgh", True),
        ("MY_API_KEY", "abcdefg", False),  # seven letters are a word
        ("MONKEYS", "abcdefgh", False),
        ("MY_HOME", "abcdefgh", False),
        ("MY_KEY", "x" * 5000, True),  # too long to be a path
        ("MY_KEY", "a\udcffbcdefgh", True),  # what no file system takes
    ],
)
def test_a_secret_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch, name: str, value: str, is_secret: bool) -> None:
    monkeypatch.setenv(name, value)
    assert (name in secrets_here()) == is_secret
    assert not is_secret or secrets_here()[name] == value


def test_the_path_of_a_file_is_no_secret(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GOOGLE_CREDENTIALS", str(tmp_path))
    assert "GOOGLE_CREDENTIALS" not in secrets_here()
    monkeypatch.setenv("GOOGLE_CREDENTIALS", str(tmp_path / "gone"))
    assert "GOOGLE_CREDENTIALS" in secrets_here()


def test_every_secret_is_replaced_wherever_it_stands() -> None:
    told = without_secrets("one12345 and two12345, one12345", {"A": "one12345", "B": "two12345"})
    assert told == "${A} and ${B}, ${A}"
