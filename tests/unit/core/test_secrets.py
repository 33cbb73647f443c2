"""Secrets are known by their variables' names, and left out of every text."""

from pathlib import Path

import pytest

from paragone.core.errors import BadOption
from paragone.core.secrets import looks_secret, refuse_secrets, secrets_here, without_secrets


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


def test_the_longest_secret_is_replaced_first_and_its_ends_as_well() -> None:
    secrets = {"SHORT": "abcdefgh1234", "LONG": "abcdefgh1234-and-more"}
    assert without_secrets("x abcdefgh1234-and-more y abcdefgh1234", secrets).startswith("x ${LONG} y ")
    key = {"K": "0123456789abcdefghij"}
    assert without_secrets("at 0123456789", key) == "at ${K}"  # ten letters of its beginning
    assert without_secrets("at abcdefghij", key) == "at ${K}"  # and of its end
    assert without_secrets("at 012345678 bcdefghij", key) == "at 012345678 bcdefghij"  # nine are a word
    assert without_secrets("at 0123456789abcde!", key) == "at ${K}!"
    assert without_secrets("0123456789 abcdefghij", key) == "${K} ${K}"


@pytest.mark.parametrize(
    ("text", "is_secret"),
    [
        ("sk-abcdefgh1", True),
        ("sk-abcdefg1", False),  # too short
        ("sk-abcdefghi", False),  # no digit
        ("not sk-abcdefgh1", False),
        ("Bearer abcdef123", True),
        ("Qz8vT2mN4xRw7LkP9sJd", True),  # twenty letters
        ("Qz8vT2mN4xRw7LkP9sJ", False),
        ("Qz8vT2mN4x Rw7LkP9sJd3F", False),  # two words
        ("qz8vt2mn4xrw7lkp9sjd3f", False),  # no capital
        ("QzAvTbmNcxRwdLkPesJdfF", False),  # no digit
        ("QZ8VT2MN4XRW7LKP9SJD3F", False),  # no small letter
        ("Aa1Aa1Aa1Aa1Aa1Aa1Aa1", False),  # always the same
        ("0123456789abcdefABCDEF", False),  # a hash
    ],
)
def test_a_key_is_known_by_its_looks(text: str, is_secret: bool) -> None:
    assert looks_secret(text) == is_secret


def test_a_text_that_holds_a_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "abcdefgh")
    refuse_secrets("a cat", "the prompt")
    with pytest.raises(BadOption, match=r"^the prompt holds the value of the environment variable MY_API_KEY; write"):
        refuse_secrets("a cat abcdefgh", "the prompt")
