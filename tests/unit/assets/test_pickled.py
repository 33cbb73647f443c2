import io
import json
import os
import pickle
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.assets import safetensors
from paragone.assets.pickled import read_tensors
from paragone.core.errors import BadInput


def save_zip(path: Path, pickled: bytes, storages: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as bundle:
        bundle.writestr("archive/data.pkl", pickled)
        for key, data in storages.items():
            bundle.writestr(f"archive/data/{key}", data)


def tensor_pickle(size: tuple[int, ...], stride: tuple[int, ...], offset: int = 0) -> bytes:
    """{"w": tensor} as torch writes it, by hand: a call of _rebuild_tensor_v2 on a persistent storage."""
    out = io.BytesIO()
    out.write(b"\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_tensor_v2\n(")
    out.write(b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x06tQ")
    out.write(b"K" + bytes([offset]))
    for numbers in (size, stride):
        out.write(b"(" + b"".join(b"K" + bytes([number]) for number in numbers) + b"t")
    out.write(b"\x89}tRs.")
    return out.getvalue()


def test_a_tensor_is_read_with_its_strides(tmp_path: Path) -> None:
    values = np.arange(6, dtype=np.float32)
    save_zip(tmp_path / "a.pt", tensor_pickle((3, 2), (1, 3)), {"0": values.tobytes()})
    np.testing.assert_array_equal(read_tensors(tmp_path / "a.pt")["w"], values.reshape(2, 3).T)


def test_a_tensor_that_reaches_beyond_its_storage_is_refused(tmp_path: Path) -> None:
    save_zip(tmp_path / "a.pt", tensor_pickle((3, 2), (2, 1), offset=1), {"0": np.zeros(6, np.float32).tobytes()})
    with pytest.raises(BadInput, match="beyond its storage"):
        read_tensors(tmp_path / "a.pt")


def test_a_tensor_that_repeats_a_few_numbers_for_ever_is_refused(tmp_path: Path) -> None:
    save_zip(tmp_path / "a.pt", tensor_pickle((200, 200), (0, 0)), {"0": np.zeros(6, np.float32).tobytes()})
    with pytest.raises(BadInput, match="more numbers than its storage"):
        read_tensors(tmp_path / "a.pt")


class Hostile:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("touch hostile",)


@pytest.mark.parametrize("zipped", [True, False])
def test_code_in_a_pickle_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped: bool) -> None:
    monkeypatch.chdir(tmp_path)
    hostile = pickle.dumps({"w": Hostile()}, protocol=2)
    if zipped:
        save_zip(tmp_path / "a.pt", hostile, {})
    else:
        (tmp_path / "a.pt").write_bytes(hostile)
    with pytest.raises(BadInput, match="which no file of weights needs"):
        read_tensors(tmp_path / "a.pt")
    assert not (tmp_path / "hostile").exists()


def test_a_file_that_is_no_pickle_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.pt").write_bytes(b"hello")
    with pytest.raises(BadInput, match="not a file of plain tensors"):
        read_tensors(tmp_path / "a.pt")


@pytest.mark.parametrize("zipped", [True, False])
def test_both_forms_of_torch_are_read_as_torch_reads_them(tmp_path: Path, zipped: bool) -> None:
    torch = pytest.importorskip("torch", reason="install the torch extra to compare with torch itself")
    state = {"a.weight": torch.arange(6.0).reshape(2, 3).T, "a.count": torch.tensor(7), "b": torch.ones(2).half()}
    torch.save(state, tmp_path / "a.pt", _use_new_zipfile_serialization=zipped)
    found = read_tensors(tmp_path / "a.pt")
    assert set(found) == set(state)
    for name, tensor in state.items():
        np.testing.assert_array_equal(found[name], tensor.numpy())


def test_safetensors_are_read_by_name(tmp_path: Path) -> None:
    values = np.arange(6, dtype=np.float32)
    head = json.dumps({"__metadata__": {}, "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}).encode()
    (tmp_path / "a").write_bytes(struct.pack("<Q", len(head)) + head + values.tobytes())
    np.testing.assert_array_equal(safetensors.read_tensors(tmp_path / "a")["w"], values.reshape(2, 3))


def test_a_truncated_safetensors_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(struct.pack("<Q", 1000) + b'{"w": {"dty')
    with pytest.raises(BadInput, match="not a safetensors file"):
        safetensors.read_tensors(tmp_path / "a")
