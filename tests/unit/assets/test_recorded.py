"""Files of which no hash is known: the first one is recorded, and another is refused from then on."""

from pathlib import Path

import pytest
from tests.unit.assets.loopback import Site

from paragone.assets import cache
from paragone.assets.fetch import Fetcher
from paragone.assets.manifest import Asset, Source
from paragone.core.errors import BadInput


def asset(url: str) -> Asset:
    return Asset(
        "sheet", "optional", "a sheet", "none", "none", False, "data", "sheet.csv", sources=(Source("url", url),)
    )


def test_the_first_download_is_held(tmp_path: Path, site: Site) -> None:
    root = tmp_path / "data"
    site.files["/sheet.csv"] = b"a,b\n"
    one = asset(f"{site.url}/sheet.csv")
    (first,) = Fetcher(root).fetch([one])
    assert first.problem == ""
    assert cache.state(one, root) == "here"
    held = cache.expected(one, root)
    assert held == cache.sha256_of(root / "sheet.csv")
    (root / "sheet.csv").write_bytes(b"tampered")
    assert cache.state(one, root) == "wrong"
    (root / "sheet.csv").unlink()
    site.files["/sheet.csv"] = b"another\n"
    (again,) = Fetcher(root).fetch([one])
    assert "refused" in again.problem
    assert cache.state(one, root) == "absent"


def test_removing_by_name_forgets_what_was_held(tmp_path: Path) -> None:
    root = tmp_path / "data"
    one = asset("http://localhost/none")
    (tmp_path / "mine.csv").write_bytes(b"mine")
    cache.take_in_one(one, tmp_path / "mine.csv", root)
    (tmp_path / "mine.csv").write_bytes(b"other")
    with pytest.raises(BadInput, match="so it is not sheet"):
        cache.take_in_one(one, tmp_path / "mine.csv", root)
    cache.remove([one], root)
    cache.take_in_one(one, tmp_path / "mine.csv", root)
    assert cache.state(one, root) == "here"


def test_a_large_file_is_hashed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGE", 4)
    one = asset("http://localhost/none")
    (tmp_path / "mine.csv").write_bytes(b"longer than four")
    root = tmp_path / "data"
    cache.take_in_one(one, tmp_path / "mine.csv", root)
    assert cache.state(one, root) == "here"
    cache._digest_of.cache_clear()
    monkeypatch.setattr(cache, "sha256_of", lambda path: pytest.fail("it was hashed again"))
    assert cache.state(one, root) == "here"
    monkeypatch.setattr(cache, "sha256_of", lambda path: "0" * 64)
    (root / "sheet.csv").write_bytes(b"something else entirely")
    assert cache.state(one, root) == "wrong"
