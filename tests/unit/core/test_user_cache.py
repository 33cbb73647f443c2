"""A user's caches lie where each system keeps such things, or where the environment says."""

from pathlib import Path

import pytest

from paragone.core.user_cache import user_cache


def test_an_environment_variable_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_CACHE", "~/mine")
    assert user_cache("MY_CACHE", "runs") == Path.home() / "mine"


def test_each_system_has_its_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache("MY_CACHE") == tmp_path / "paragone"
    assert user_cache("MY_CACHE", "runs") == tmp_path / "paragone" / "runs"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert user_cache("MY_CACHE") == Path.home() / ".cache" / "paragone"
    monkeypatch.setattr("sys.platform", "darwin")
    assert user_cache("MY_CACHE") == Path.home() / "Library" / "Caches" / "paragone"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert user_cache("MY_CACHE") == tmp_path / "paragone"
    monkeypatch.delenv("LOCALAPPDATA")
    assert user_cache("MY_CACHE") == Path.home() / "AppData" / "Local" / "paragone"
