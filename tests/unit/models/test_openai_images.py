"""The images/generations client against a service on loopback that misbehaves on request."""

import ipaddress
import logging
import pickle
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.practice_payloads import picture
from tests.practice_service import Service, running

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.services._addresses import is_public

SECRET = "sk-practice-0123456789abcdef"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with running() as started:
        yield started


@pytest.fixture(scope="module")
def shared(service: Service) -> Model:
    return client(service, key="")


@pytest.fixture(autouse=True)
def _key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRACTICE_KEY", SECRET)
        yield


def client(service: Service, **options: Any) -> Model:
    given = {"id": "practice-1", "base_url": f"{service.url}/v1", "key": "PRACTICE_KEY", "backoff_s": 0.01, **options}
    model: Model = make("models", "openai_images", given)
    return model


def ask(model: Model, text: str, seed: int = 0) -> Drawing | Missing:
    (answer,) = model.draw([Prompt("p", text)], seed)
    return answer


def drawn(answer: Drawing | Missing) -> Drawing:
    assert isinstance(answer, Drawing), answer
    return answer


def missing(answer: Drawing | Missing) -> Missing:
    assert isinstance(answer, Missing), answer
    return answer


def test_the_image_of_the_reply_is_kept_byte_for_byte(service: Service) -> None:
    answer = drawn(ask(client(service, cost=0.04, size="8x8"), "a cat"))
    assert answer.image == picture("a cat")
    assert answer.seconds is not None
    assert answer.details["cost"] == 0.04
    assert answer.details["prompt_sent"] == "a cat"
    assert answer.details["settings"] == {"model": "practice-1", "n": 1, "size": "8x8"}


def test_the_real_client_library_gets_the_same_image(service: Service) -> None:
    openai = pytest.importorskip("openai", reason="pip install openai (the extra `test`) to compare with it")
    peer = openai.OpenAI(base_url=f"{service.url}/v1", api_key=SECRET, max_retries=3)
    reply = peer.images.generate(model="practice-1", prompt="[429x1] two cats", n=1)
    ours = drawn(ask(client(service), "[429x1] two cats"))
    assert reply.data[0].b64_json is not None
    assert ours.image == picture("[429x1] two cats")
    with pytest.raises(openai.BadRequestError, match="Blocked"):
        peer.images.generate(model="practice-1", prompt="[refuse] three cats", n=1)
    peer.close()


@pytest.mark.parametrize("fault", ["429x2", "500x2", "503x1", "reset x1", "truncated x2"])
def test_passing_failures_are_tried_again(service: Service, fault: str) -> None:
    answer = drawn(ask(client(service), f"[{fault}] a dog"))
    assert answer.details["retries"] == int(fault[-1])


def test_failures_that_do_not_pass_are_one_row_with_the_number_of_tries(service: Service) -> None:
    answer = missing(ask(client(service, tries=3), "[503] a dog"))
    assert answer == Missing("the service answered HTTP 503, after 3 tries", "failed")
    assert service.asked["[503] a dog"] == 3


def test_retry_after_is_honoured_by_every_thread(service: Service) -> None:
    model = client(service, threads=2)
    started = time.monotonic()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(ask, model, "[wait x1:1] a slow start")
        time.sleep(0.3)
        second = drawn(pool.submit(ask, model, "a patient one").result())
        assert isinstance(second.details["queue_s"], float)
        assert second.details["queue_s"] > 0.4
        drawn(first.result())
    assert time.monotonic() - started >= 1


def test_a_wait_beyond_reason_is_a_row(service: Service) -> None:
    assert "asks to wait 86,400 s" in missing(ask(client(service), "[wait:86400] a dog")).reason


def test_all_waits_for_one_image_take_no_longer_than_the_time_out(service: Service) -> None:
    began = time.monotonic()
    answer = missing(ask(client(service, timeout_s=2.0, tries=5), "[wait:30] a cat"))
    assert time.monotonic() - began < 5
    assert "asks to wait 30 s; 2 s are left for waiting" in answer.reason
    assert answer.details["may_pass"] is True


def test_requests_are_paced(service: Service) -> None:
    model = client(service, per_minute=1200)  # one in 50 ms
    started = time.monotonic()
    with ThreadPoolExecutor(5) as pool:
        list(pool.map(lambda number: ask(model, f"paced {number}"), range(6)))
    assert time.monotonic() - started >= 5 * 0.05


@pytest.mark.parametrize("fault", ["refuse", "filtered"])
def test_a_content_policy_refusal_is_a_refusal_and_is_not_tried_again(service: Service, fault: str) -> None:
    text = f"[{fault}] something rude"
    assert missing(ask(client(service), text)).outcome == "refused"
    assert service.asked[text] == 1


def test_a_time_out_is_not_tried_again_for_it_may_be_charged(service: Service) -> None:
    for fault in ("slow", "drip", "drip_head", "processing"):
        started = time.monotonic()
        answer = missing(ask(client(service, timeout_s=0.4), f"[{fault}] a snail"))
        assert answer == Missing("no reply within 0.4 s", "timed out")
        assert service.asked[f"[{fault}] a snail"] == 1
        assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    ("fault", "outcome", "words"),
    [
        ("html", "failed", "an HTML page (Welcome & hello) where JSON was expected"),
        ("deep", "failed", "where JSON was expected"),
        ("empty", "absent", "no image"),
        ("odd", "absent", "no image"),
        ("base64", "undecodable", "base64 is broken"),
        ("text", "undecodable", "not an image"),
        ("png_bomb", "undecodable", "60000 x 60000"),
        ("gzip_bomb", "failed", "larger than 8,388,608 bytes"),
        ("brotli", "failed", "packed as 'br'"),
        ("huge", "failed", "larger than 8,388,608 bytes"),
        ("moved:http://10.0.0.1/", "failed", "redirects to http://10.0.0.1/"),
        ("link:file:///etc/passwd", "failed", "only http and https"),
        ("link:ftp://example.org/a.png", "failed", "only http and https"),
        ("link:http://169.254.169.254/latest/meta-data", "failed", "a private address"),
        ("link:http://[::ffff:127.0.0.1]:1/a.png", "failed", "a private address"),
        ("link:http://2130706433/a.png", "failed", "a private address"),
        ("link:http://localhost:1/a.png", "failed", "a private address"),
        ("link:http://user@example.org/a.png", "failed", "a user name"),
        ("link:HERE/redirect?to=file:///etc/passwd", "failed", "only http and https"),
        ("link:HERE/redirect?to=http://192.168.0.1/a.png", "failed", "a private address"),
        ("link:HERE/loop", "failed", "leads on more than 3 times"),
        ("link:HERE/html", "undecodable", "an HTML page (Sign in)"),
        ("link:http://[::1", "failed", "no URL"),
    ],
)
def test_a_hostile_reply_is_one_clear_row(service: Service, fault: str, outcome: str, words: str) -> None:
    model = client(service, max_mib=8, tries=2)
    answer = missing(ask(model, f"[{fault}] x"))
    assert (answer.outcome, words in answer.reason) == (outcome, True), answer
    assert "\n" not in answer.reason


@pytest.mark.parametrize("bomb", ["gzip_bomb", "huge"])
def test_memory_stays_bounded_while_a_bomb_is_read(service: Service, bomb: str) -> None:
    model = client(service, max_mib=8, tries=1)
    ask(model, "warm up")
    tracemalloc.start()
    try:
        ask(model, f"[{bomb}] again")
        peak_mib = tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()
    assert peak_mib < 30  # the bombs hold 512 MiB and 2 GiB; a reply may take 8, and the service has some of its own


def test_links_to_the_service_itself_are_followed_with_its_key_and_others_without(service: Service) -> None:
    with running() as other:
        model = client(service, allow_private=True)
        assert drawn(ask(model, "[link:HERE/image/1.png] x")).image == picture("/image/1.png")
        assert service.seen[-1][1]["Authorization"] == f"Bearer {SECRET}"
        assert drawn(ask(model, f"[link:{other.url}/image/2.png] x")).image == picture("/image/2.png")
        assert "Authorization" not in other.seen[-1][1]
        assert other.seen[-1][1]["Host"] == other.url.removeprefix("http://")
        assert missing(ask(client(service), f"[link:{other.url}/image/2.png] x")).outcome == "failed"


def test_no_cookie_is_kept(service: Service) -> None:
    model = client(service)
    ask(model, "one")
    ask(model, "two")
    assert not any("Cookie" in headers for _, headers in service.seen[-2:])


def test_a_packed_reply_is_unpacked(service: Service) -> None:
    assert drawn(ask(client(service), "[gzip] x")).image == picture("packed")


def test_secrets_show_nowhere(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    model = client(service)
    with caplog.at_level(logging.DEBUG):
        answer = missing(ask(model, "[echo] my key"))
        drawn(ask(model, "fine"))
    everything = f"{answer} {model!r} {model.revision} {model.__dict__} {pickle.dumps(model)!r} {caplog.text}"
    assert "bad header Bearer ${PRACTICE_KEY}" in answer.reason
    assert SECRET not in everything


def test_a_key_given_in_place_of_its_name_is_refused_without_showing_it(service: Service) -> None:
    with pytest.raises(BadOption) as error:
        client(service, key=SECRET)
    assert SECRET not in str(error.value)
    with pytest.raises(BadOption, match="without a user name") as error:
        client(service, base_url=f"http://me:{SECRET}@localhost/v1")
    assert SECRET not in str(error.value)


def test_what_is_wrong_for_every_prompt_stops_the_run(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotReady, match="check PRACTICE_KEY"):
        ask(client(service), "[401] x")
    with pytest.raises(NotReady, match="no such address or model"):
        ask(client(service), "[404] x")
    with pytest.raises(NotReady, match="quota"):
        ask(client(service), "[quota] x")
    monkeypatch.delenv("PRACTICE_KEY")
    with pytest.raises(NotReady, match="PRACTICE_KEY is not set"):
        ask(client(service), "x")
    monkeypatch.setenv("PRACTICE_KEY", f"{SECRET}\nX-Other: 1")
    with pytest.raises(NotReady, match="cannot be sent"):
        ask(client(service), "x")


def test_patience_and_price_do_not_change_the_revision_but_what_is_sent_does(service: Service) -> None:
    plain = client(service)
    assert client(service, threads=9, tries=2, cost=1.0, timeout_s=5.0, key="OTHER").revision == plain.revision
    assert client(service, size="512x512").revision != plain.revision
    assert client(service, body={"style": "vivid"}).revision != plain.revision


def test_the_seed_is_sent_where_the_service_takes_one(service: Service) -> None:
    model = client(service, seed_field="seed")
    assert drawn(ask(model, "a cat", seed=3)).image == picture("a cat3")
    assert drawn(ask(pickle.loads(pickle.dumps(model)), "a cat", seed=4)).image == picture("a cat4")


@settings(deadline=None)
@given(text=st.text(st.characters(), max_size=60).map(lambda text: f" {text}"))
def test_any_prompt_arrives_as_it_is(service: Service, shared: Model, text: str) -> None:
    ask(shared, text)
    assert service.bodies[-1]["prompt"] == text


def account(model: Model, prompts: Sequence[str], threads: int) -> list[Drawing | Missing]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda text: ask(model, text), prompts))


def test_every_prompt_of_many_with_a_fifth_faulty_is_accounted_for_and_charged_once() -> None:
    faults = ["429x1", "500x2", "truncated x1", "refuse", "base64", "503", "reset x1", "html"]
    prompts = [f"[{faults[i // 5 % len(faults)]}] prompt {i}" if i % 5 == 0 else f"prompt {i}" for i in range(200)]
    with running() as service:
        answers = account(client(service, threads=8, tries=3), prompts, 8)
        images = [answer for answer in answers if isinstance(answer, Drawing)]
        reasons = [answer for answer in answers if isinstance(answer, Missing)]
        assert len(images) + len(reasons) == 200
        assert len(reasons) == 20  # 40 faulty ones, of which refuse, base64, 503 and html, 5 each, do not pass
        assert sum(answer.outcome == "refused" for answer in reasons) == 5
        assert max(service.charged.values()) == 1
        assert sum(service.drawn.values()) == len(images)


@pytest.mark.parametrize("text", ["192.0.0.192", "::127.0.0.1", "::10.0.0.1", "64:ff9b:1::7f00:1", "fec0::1", "::1"])
def test_addresses_that_only_look_public_are_not(text: str) -> None:
    assert not is_public(ipaddress.ip_address(text))


def test_wrapped_addresses_are_what_they_wrap() -> None:
    inside = [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "::1",
        "::",
    ]
    inside += ["fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "224.0.0.1", "ff02::1"]
    assert [text for text in inside if is_public(ipaddress.ip_address(text))] == []
    assert is_public(ipaddress.ip_address("64:ff9b::808:808"))
    assert is_public(ipaddress.ip_address("::ffff:8.8.8.8"))
    assert is_public(ipaddress.ip_address("2606:4700::1111"))
