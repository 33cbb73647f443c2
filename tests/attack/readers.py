"""Every way in for a file of a user or a stranger, each with well-formed bytes to begin with."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from paragone.assets import safetensors
from paragone.assets.pickled import read_tensors
from paragone.assets.pickled_arrays import read_arrays
from paragone.assets.pickled_plain import read_plain
from paragone.core.expect import expect_from
from paragone.inputs.captions import read_captions
from paragone.inputs.logits import read_logits
from paragone.inputs.prompts import read_prompts
from paragone.inputs.rows import read_table
from paragone.inputs.statistics import read_statistics
from paragone.rating.study.study_file import read_study
from paragone.scenes.meshes.mesh_file import read_mesh
from paragone.scenes.meshes.pack_manifest import read_manifest as read_pack_manifest
from paragone.scenes.original import read_boxes, read_scenes
from paragone.stages.planning.plan_file import read_plan
from paragone.store.folder import RunFolder
from tests.attack.fuzz import Reader

ROWS = '"id","text","n"\n"1","a ""cat"" asleep",3\n"2","größe",4\n'
LINES = '{"id": 1, "text": "a", "expect": {"objects": [{"label": "dog", "count": 2}]}}\n{"text": "b"}\n'
CAPTIONS = {"annotations": [{"id": 1, "image_id": 7, "caption": "Two cats."}, {"id": 2, "caption": "A dog."}]}
MANIFEST = {"format": 3, "plan": {}, "scenarios": {}, "models": {}, "annotators": {}, "metrics": {}, "protocols": {}}
BOXES = {
    "images": [{"id": 1, "file_name": "a.png"}],
    "categories": [{"id": 1, "name": "dog"}],
    "annotations": [{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4]}],
}
SCENE = {
    "id": "s1",
    "text": "a dog",
    "skill": "object",
    "split": "val",
    "scene": "empty",
    "objects": [{"shape": "dog"}],
}
PLAN = """title = "Two"
metrics = ["blackout", { use = "fid", features = "dinov2", on = ["file"] }]
seeds = [0, 1]
[estimate]
level = 0.9
[[scenarios]]
use = "file"
path = "prompts.csv"
limit = 3
[[models]]
use = "folder"
path = "a"
"""
STUDY = """title = "Which is better"
questions = ["heim.alignment", { name = "mine", kind = "scale", ask = "How good?", options = ["bad", "good"] }]
[raters]
per_item = 3
"""
MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n"
PACK = """name = "mine"
fill = "procedural"
[[asset]]
class = "dog"
file = "dog.obj"
licence = "CC0-1.0"
credit = "me"
scale = 0.5
"""


def file_readers(folder: Path) -> Iterator[Reader]:
    """Tables, captions, plans, studies, meshes, statistics, pickles and weights, read from a file as a user's are."""

    def through(name: str, read: Callable[[Path], object]) -> Callable[[bytes], object]:
        def act(data: bytes) -> object:
            (folder / name).write_bytes(data)
            return read(folder / name)

        return act

    (folder / "dog.obj").write_text(MESH)  # what the pack names

    def reader(name: str, example: bytes, read: Callable[[Path], object]) -> Reader:
        return Reader(name, [example], through(f"fuzzed.{name}", read))

    yield reader("csv", ROWS.encode(), read_table)
    yield reader("tsv", ROWS.replace(",", "\t").encode(), read_table)
    yield reader("jsonl", LINES.encode(), read_prompts)
    yield reader("txt", b"one\ntwo\r\n\n", read_table)
    yield Reader("captions", [json.dumps(CAPTIONS).encode()], through("captions.json", read_captions))
    yield Reader("captions.zip", [_zipped("captions_val.json", CAPTIONS)], through("captions.zip", read_captions))
    yield Reader("plan", [PLAN.encode()], through("plan.toml", read_plan))
    yield Reader("study", [STUDY.encode()], through("study.toml", read_study))
    yield Reader("manifest", [json.dumps(MANIFEST).encode()], through("manifest.json", _manifest))
    yield Reader("expect", [LINES.splitlines()[0].encode()], _expect)
    yield Reader("scenes", [json.dumps({"data": [SCENE]}).encode()], through("scenes.json", read_scenes))
    yield Reader("boxes", [json.dumps(BOXES).encode()], through("boxes.json", read_boxes))
    yield Reader("pack", [PACK.encode()], through("pack.toml", lambda path: read_pack_manifest(path.parent)))
    yield Reader("obj", [MESH.encode()], lambda data: read_mesh(data, "obj", files={}))
    yield Reader("mesh.npz", [_arrays(**_triangle())], lambda data: read_mesh(data, "npz", files={}))
    yield reader("npz", _arrays(mu=np.zeros(3), sigma=np.eye(3)), read_statistics)
    yield Reader("logits", [_arrays(logits=np.eye(4), labels=np.arange(4))], through("logits.npz", read_logits))
    yield reader("pth", _torch_file(), read_tensors)
    yield reader("pickle", pickle.dumps([{"caption": "a dog", "n": 2}], protocol=2), read_plain)
    yield reader("pickled-arrays", pickle.dumps({"a": np.arange(4.0)}, protocol=2), read_arrays)
    yield reader("safetensors", _safetensors(), safetensors.read_tensors)


def _arrays(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def _triangle() -> dict[str, Any]:
    corners = np.eye(3, dtype=np.float32)
    return {"vertices": corners, "triangles": np.array([[0, 1, 2]], np.int32), "colours": np.ones((1, 3), np.float32)}


def _zipped(name: str, value: object) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as bundle:
        bundle.writestr(name, json.dumps(value))
    return file.getvalue()


def _torch_file() -> bytes:
    """{"w": tensor of 3 x 2 floats} as torch writes it."""
    call = b"\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_tensor_v2\n("
    storage = b"(X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000X\x03\x00\x00\x00cpuK\x06tQ"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as bundle:
        bundle.writestr("archive/data.pkl", call + storage + b"K\x00(K\x03K\x02t(K\x02K\x01t\x89}tRs.")
        bundle.writestr("archive/data/0", bytes(24))
    return file.getvalue()


def _safetensors() -> bytes:
    head = json.dumps({"w": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]}}).encode()
    return len(head).to_bytes(8, "little") + head + bytes(16)


def _manifest(path: Path) -> object:
    return RunFolder(path.parent).read_manifest()


def _expect(data: bytes) -> object:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return expect_from(value["expect"]) if isinstance(value, dict) and isinstance(value.get("expect"), dict) else None
