"""The templated client against a service on loopback that answers as AUTOMATIC1111, ComfyUI and others do."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.practice_payloads import picture
from tests.practice_service import Service, running

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models._fault import Fault
from paragone.models._template import fill, fill_url, find, steps_of
from paragone.models.services.http import failure_in

QUOTES = 'say "hi", {seed} and \\ {prompt}\n'


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running() as started:
        yield started


def ask(model: Model, text: str, seed: int = 0) -> Drawing | Missing:
    (answer,) = model.draw([Prompt("p", text)], seed)
    return answer


def client(service: Service, **options: Any) -> Model:
    model: Model = make("models", "http", {"base_url": service.url, "backoff_s": 0.01, "poll_s": 0.01, **options})
    return model


def drawn(answer: Drawing | Missing) -> bytes:
    assert isinstance(answer, Drawing), answer
    assert isinstance(answer.image, bytes)
    return answer.image


def test_the_a1111_preset_draws_whatever_quotes_the_prompt_holds(service: Service) -> None:
    assert drawn(ask(client(service, preset="a1111"), QUOTES, seed=5)) == picture(f"{QUOTES}5")
    assert service.bodies[-1] == {"prompt": QUOTES, "seed": 5, "batch_size": 1, "n_iter": 1}


def test_options_add_to_a_preset_and_are_recorded(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_KEY", "very-secret-value")
    answer = ask(client(service, preset="a1111", body={"steps": 20, "api_key": "${HTTP_KEY}"}), "a cat")
    settings = answer.details["settings"]
    assert isinstance(settings, dict)
    assert (settings["steps"], settings["prompt"], settings["api_key"]) == (20, "{prompt}", "${HTTP_KEY}")
    assert service.bodies[-1]["api_key"] == "very-secret-value"
    assert service.bodies[-1]["steps"] == 20
    assert service.bodies[-1]["prompt"] == "a cat"


def test_the_comfyui_preset_queues_waits_and_fetches(service: Service, tmp_path: Path) -> None:
    workflow = tmp_path / "workflow.json"
    workflow.write_text(json.dumps({"6": {"inputs": {"text": "{prompt}"}}, "3": {"inputs": {"seed": "{seed}"}}}))
    model = client(service, preset="comfyui", workflow_path=str(workflow))
    assert drawn(ask(model, QUOTES, seed=9)) == picture("job-1.png")
    assert service.bodies[-1]["prompt"] == {"6": {"inputs": {"text": QUOTES}}, "3": {"inputs": {"seed": 9}}}
    assert service.asked["job-1"] == 2  # not ready, then ready


def test_a_workflow_without_a_place_for_the_prompt_is_refused(service: Service, tmp_path: Path) -> None:
    workflow = tmp_path / "workflow.json"
    workflow.write_text("{}")
    with pytest.raises(BadInput, match=r"has no {prompt}"):
        client(service, preset="comfyui", workflow_path=str(workflow))
    with pytest.raises(BadOption, match="needs workflow_path"):
        client(service, preset="comfyui")


def test_a_reply_that_is_the_image_itself_needs_no_path(service: Service) -> None:
    model = client(service, url="/draw/{prompt}/{seed}", method="GET")
    assert drawn(ask(model, "cats & dogs/../..", seed=2)) == picture("/draw/cats%20%26%20dogs%2F..%2F../2")


def test_any_other_service_is_a_template_and_a_path(service: Service) -> None:
    model = client(service, url="/v1/images/generations", body={"prompt": "{prompt}"}, image="$.data[0].b64_json")
    assert drawn(ask(model, "a cat")) == picture("a cat")
    assert drawn(ask(pickle.loads(pickle.dumps(model)), "a cat")) == picture("a cat")
    elsewhere = client(service, url="/v1/images/generations", body={"prompt": "{prompt}"}, image="output.url")
    assert ask(elsewhere, "a cat") == Missing("the reply has nothing at 'output.url'", "absent")


def test_secrets_are_filled_into_templates_only(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_KEY", "very-secret-value")
    model = client(service, preset="a1111", headers={"X-Key": "${HTTP_KEY}"}, body={"note": "${HTTP_KEY}"})
    ask(model, "a cat")
    assert service.seen[-1][1]["X-Key"] == "very-secret-value"
    assert service.bodies[-1]["note"] == "very-secret-value"  # a field of the template that is nothing but a secret
    assert "very-secret-value" not in repr(model)
    ask(model, "${HTTP_KEY}")
    assert service.bodies[-1]["prompt"] == "${HTTP_KEY}"  # a prompt is nobody's template


def test_a_service_that_never_finishes_times_out(service: Service) -> None:
    options = {"url": "/prompt", "body": {"prompt": "{prompt}"}, "poll": "/history/{prompt_id}", "image": "nowhere"}
    assert ask(client(service, timeout_s=0.3, **options), "x") == Missing("no image within 0.3 s", "timed out")


def test_a_path_that_cannot_be_read_is_refused_at_once(service: Service) -> None:
    with pytest.raises(BadOption, match="cannot read the path"):
        client(service, url="/", image="data[?(@.x)]")
    with pytest.raises(BadOption, match="no preset 'a1112'"):
        client(service, preset="a1112")


def test_a_failed_job_is_told_from_a_running_one() -> None:
    assert failure_in({"job": {"status": {"status_str": "error"}}}) == "error"
    assert failure_in({"status": "Failed"}) == "failed"
    assert failure_in({"status": "processing"}) == ""
    assert failure_in({}) == ""


TEXT = st.text(st.characters(exclude_characters="{"), max_size=8)
LEAVES = TEXT | st.none() | st.integers()
JSON = LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(TEXT, st.lists(LEAVES, max_size=2), max_size=3)


@settings(deadline=None)
@given(prompt=st.text(), template=JSON)
def test_filling_changes_places_only_and_puts_the_prompt_in_as_it_is(prompt: str, template: Any) -> None:
    assert fill({"a": "{prompt}", "b": template}, {"prompt": prompt, "seed": 1}) == {"a": prompt, "b": template}


@settings(deadline=None)
@given(value=st.text(min_size=1))
def test_a_value_cannot_leave_its_place_in_an_address(value: str) -> None:
    filled = fill_url("http://host/{prompt}?seed=1", {"prompt": value.encode("utf-8", "replace").decode()})
    assert filled.startswith("http://host/")
    assert filled.endswith("?seed=1")
    assert not set(filled[12:-7]) & set("/?#&@: ")


def test_paths_take_the_first_that_fits() -> None:
    value = {"a": [{"b": None}, {"c": 1}], "d": {"c": 2}}
    assert find(value, "a[*].c") == 1
    assert find(value, "*.c") == 2
    assert find(value, "a[0].b") is None
    assert find([1, 2], "[1]") == 2
    assert steps_of("") == []
    with pytest.raises(Fault, match="nothing at"):
        find(value, "a[7]")
