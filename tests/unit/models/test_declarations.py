"""What models declare: what they read of a prompt, whether they compete, and what wrappers pass on."""

import pickle
from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import NotReady

SCENE = {"reads": ("text", "expect")}
DECLARED: dict[str, dict[str, Any]] = {
    "real": {"reads": ("reference",), "role": "ceiling"},
    "scene_oracle": SCENE | {"role": "ceiling"},
    "scene_shuffled": SCENE | {"role": "floor"},
    "scene_damaged": SCENE | {"role": ""},
}
OPTIONS: dict[str, dict[str, Any]] = {
    "diffusers": {"id": "nobody/nothing"},
    "openai_images": {"id": "x", "base_url": "http://127.0.0.1:9/v1"},
    "http": {"base_url": "http://127.0.0.1:9", "preset": "a1111"},
    "command": {"command": "true {prompt_file} {out}"},
    "python": {"function": "textwrap:dedent"},
}


@pytest.mark.parametrize("name", DECLARED)
def test_a_model_declares_what_it_reads_and_whether_it_competes(name: str) -> None:
    made: Model = make("models", name)
    assert {part: getattr(made, part) for part in DECLARED[name]} == DECLARED[name]


@pytest.mark.parametrize("name", OPTIONS)
def test_other_models_read_the_text_and_compete(name: str) -> None:
    made: Model = make("models", name, OPTIONS[name])
    assert (made.reads, made.may_read, made.role, made.needs_weights) == (("text",), (), "", ())
    assert made.name
    assert made.revision == pickle.loads(pickle.dumps(made)).revision


@pytest.mark.parametrize("name", DECLARED)
def test_a_wrapper_reads_the_text_and_what_the_model_behind_it_reads(name: str) -> None:
    inner: Model = make("models", name)
    for wrapper, options in {"affix": {"template": "{prompt}!"}, "rewrite": {"function": "textwrap:dedent"}}.items():
        made: Model = make("models", wrapper, {**options, "model": name})
        assert set(made.reads) == {"text", *inner.reads}
        assert (made.role, made.batch, made.threads) == (inner.role, inner.batch, inner.threads)
        assert made.unkeyed == ("options",)


def test_a_wrapper_is_ready_when_the_model_behind_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    options = {"id": "x", "base_url": "http://127.0.0.1:9/v1", "key": "NO_SUCH_KEY"}
    made: Model = make("models", "affix", {"template": "{prompt}", "model": "openai_images", "options": options})
    with pytest.raises(NotReady, match="NO_SUCH_KEY"):
        made.check()
