"""Content keys."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.core.keys import canonical, content_hash, key_of

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_a_key_never_changes() -> None:
    # Were it to change, every stored run would be drawn again. By hand, the first 32 digits of
    # printf '%s' '["draw",{"a":[true,null],"b":1.5},"f\\u00fcr \\ud83d\\ude00"]' | sha256sum
    assert key_of("draw", {"b": 1.5, "a": [True, None]}, "für 😀") == "0943dcf4fda8732610660e43a6e90200"


@given(st.dictionaries(st.text(), json_values, max_size=5))
def test_the_order_of_a_mapping_does_not_count(value: dict[str, Any]) -> None:
    assert key_of(value) == key_of(dict(reversed(list(value.items()))))


@given(json_values, json_values)
def test_different_values_have_different_keys(one: Any, other: Any) -> None:
    # 1 and True, 1 and 1.0 are equal to Python but not to a key.
    assert (key_of(one) == key_of(other)) == (canonical(one) == canonical(other))


def test_the_hash_seed_of_the_process_does_not_count() -> None:
    code = "from paragone.core.keys import key_of; print(key_of({'x': 1, 'y': {'b': 2, 'a': 3}}))"
    keys = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(keys) == 1


@pytest.mark.parametrize("value", [np.float32(1), float("nan"), float("inf"), {1: 2}, {"a": {1, 2}}, b"bytes"])
def test_a_value_that_would_print_differently_elsewhere_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="a key"):
        key_of(value)


def test_a_text_that_is_no_unicode_has_a_key_of_its_own() -> None:
    # A file name of a foreign encoding comes as lone surrogates.
    assert key_of("\udcff") != key_of("\udcfe")
    assert content_hash(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
