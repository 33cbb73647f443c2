from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.assets.test_fetch import asset

from paragone.assets import cache, manifest
from paragone.assets.manifest import Asset
from paragone.core.errors import BadInput, NotReady, UnknownName

CONTENT = b"weights" * 100
ENTRY = asset("a", CONTENT)


def test_the_folder_is_the_one_the_user_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path))
    assert cache.folder() == tmp_path
    monkeypatch.delenv("PARAGONE_WEIGHTS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert cache.folder().name == "weights"


def test_a_file_that_changes_is_noticed(tmp_path: Path) -> None:
    assert cache.state(ENTRY, tmp_path) == "absent"
    (tmp_path / "a.bin").write_bytes(CONTENT)
    assert cache.state(ENTRY, tmp_path) == "here"
    (tmp_path / "a.bin").write_bytes(CONTENT[:-1])
    assert cache.state(ENTRY, tmp_path) == "wrong"


def test_a_wrong_file_is_never_handed_out(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="run `paragone weights fetch centerface`"):
        cache.path_of("centerface", tmp_path)
    (tmp_path / "centerface.onnx").write_bytes(b"not the network")
    with pytest.raises(NotReady, match="so it is not used"):
        cache.path_of("centerface", tmp_path)


def test_weights_of_a_hub_have_no_path_here(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="openai/clip-vit-large-patch14"):
        cache.path_of("clip-vit-l-14", tmp_path)


def test_what_is_exported_can_be_imported_under_any_name(tmp_path: Path) -> None:
    here, carried, there = tmp_path / "here", tmp_path / "carried", tmp_path / "there"
    here.mkdir()
    (here / "a.bin").write_bytes(CONTENT)
    cache.export([ENTRY], carried, here)
    assert (carried / "SHA256SUMS").read_text() == f"{ENTRY.sha256}  a.bin\n"
    (carried / "a.bin").rename(carried / "renamed")
    assert cache.take_in([ENTRY], carried, there) == [there / "a.bin"]
    assert cache.state(ENTRY, there) == "here"


def test_a_file_with_a_wrong_hash_is_neither_exported_nor_imported(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"x" * len(CONTENT))
    with pytest.raises(NotReady, match="nothing to export"):
        cache.export([ENTRY], tmp_path / "out", tmp_path)
    assert cache.take_in([ENTRY], tmp_path, tmp_path / "in") == []


def test_importing_from_what_is_no_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a folder"):
        cache.take_in([ENTRY], tmp_path / "none")


def test_remove_deletes_only_what_was_named(tmp_path: Path) -> None:
    other = asset("b", b"b")
    for entry in (ENTRY, other):
        (tmp_path / entry.file).write_bytes(b"")
    assert cache.remove([ENTRY], tmp_path) == [tmp_path / "a.bin"]
    assert (tmp_path / "b.bin").exists()


def test_a_derived_file_is_made_once(tmp_path: Path) -> None:
    made = []

    def make() -> bytes:
        made.append(1)
        return b"converted"

    first, second = (cache.derived("a-1.onnx", make, tmp_path) for _ in range(2))
    assert first == second
    assert first.read_bytes() == b"converted"
    assert len(made) == 1


def test_names_groups_and_annotators_choose_weights() -> None:
    def names(chosen: list[Asset]) -> list[str]:
        return [entry.name for entry in chosen]

    assert names(manifest.choose(["centerface"])) == ["centerface"]
    assert names(manifest.choose(["faces_mtcnn"])) == ["mtcnn-pnet", "mtcnn-rnet", "mtcnn-onet"]
    assert "nudenet-320n" not in names(manifest.choose(["default"]))
    with pytest.raises(UnknownName, match="did you mean centerface"):
        manifest.choose(["centrface"])


@pytest.mark.parametrize("entry", manifest.read(), ids=lambda entry: entry.name)
def test_every_entry_says_what_a_careful_user_asks(entry: Asset) -> None:
    assert entry.role
    assert entry.architecture or entry.kind == "data"
    assert entry.licence
    assert entry.citation
    if entry.group in ("default", "optional"):
        assert entry.is_fetchable
        assert bool(entry.bytes) == bool(entry.sha256)
        assert entry.sources
        assert entry.used_by
        assert Path(entry.file).name == entry.file
    elif entry.group == "import":
        assert entry.is_kept
        assert not entry.is_fetchable
        assert bool(entry.bytes) == bool(entry.sha256)
        assert entry.origin
    else:
        assert entry.hub


def test_files_have_names_of_their_own() -> None:
    files = [entry.file for entry in manifest.read() if entry.is_kept]
    assert len(files) == len(set(files))


def test_a_default_is_free_to_use() -> None:
    licences = " ".join(entry.licence for entry in manifest.choose(["default"]))
    assert "GPL" not in licences


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('sha256 = "12"', "64 hexadecimal digits"),
        ('group = "other"', "there are default"),
        ("colour = 1", "unexpected keyword argument 'colour'"),
    ],
)
def test_a_wrong_manifest_names_the_entry(tmp_path: Path, line: str, complaint: str) -> None:
    entry = replace(ENTRY, sources=())
    rows = {name: getattr(entry, name) for name in ("name", "group", "role", "architecture")}
    key = line.partition(" ")[0]
    text = "[[asset]]\n" + "".join(f'{name} = "{value}"\n' for name, value in rows.items() if name != key)
    text += 'code_licence = "x"\nlicence = "x"\ncitation = "x"\nran = false\n' + line + "\n"
    path = tmp_path / "manifest.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=complaint):
        manifest.read(path=path)
