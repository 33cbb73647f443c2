"""Any HTTP service that draws: a request template, and the path to the image, its link or its base64 in the reply.

Presets know AUTOMATIC1111 (`preset = "a1111"`) and ComfyUI (`preset = "comfyui"`, `workflow_path` = a workflow saved
in API format, with {prompt} and {seed} where they belong).
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

from paragone.core.components import Model
from paragone.core.errors import BadInput, BadOption
from paragone.core.keys import Json, key_of
from paragone.core.patience import wait
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models._fault import Fault
from paragone.models._template import fill, fill_url, find, steps_of
from paragone.models.services._headers import Headers, check_address
from paragone.models.services._replies import body_image, check_status, image_in, json_of
from paragone.models.services._transport import UNKEYED, Reply, Request, Terms, Wire, service

PROTOCOL = "1"  # raise it when the request built from the same options changes

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "a1111": {
        "url": "/sdapi/v1/txt2img",
        "body": {"prompt": "{prompt}", "seed": "{seed}", "batch_size": 1, "n_iter": 1},
        "image": "images[0]",
    },
    "comfyui": {
        "url": "/prompt",
        "poll": "/history/{prompt_id}",
        "image": "*.outputs.*.images[0]",
        "link": "/view?filename={filename}&subfolder={subfolder}&type={type}",
    },
}


@dataclass(frozen=True, slots=True)
class Http(Model):
    """Draws by one request, and by asking `poll` until `image` is there where drawing takes longer than a reply.

    Addresses may be relative to `base_url`. In `headers`, and in fields of `body` that are named like a secret (key,
    token, password), `${NAME}` stands for an environment variable; secrets go nowhere else. With no `image` path the
    reply itself is the image. `link` builds the image's address from the value at `image`. `body` adds to a preset's.
    """

    unkeyed: ClassVar[tuple[str, ...]] = ("headers", "poll_s", "cost", "threads", *UNKEYED)
    base_url: str
    preset: Literal["", "a1111", "comfyui"] = ""
    url: str = ""
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    workflow_path: str = ""
    image: str = ""
    poll: str = ""
    link: str = ""
    poll_s: float = 1.0
    cost: float | None = None
    threads: int = 1  # most self-hosted services draw one image at a time
    tries: int = 5
    timeout_s: float = 300.0
    backoff_s: float = 1.0
    per_minute: float = 0.0
    max_mib: float = 64.0
    allow_private: bool = False
    revision: str = field(init=False, repr=False)
    _headers: Headers = field(init=False, repr=False, compare=False)
    _wire: Wire = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Lay the options over the preset's, and refuse what would fail on every prompt."""
        preset = PRESETS.get(self.preset, {})
        set_ = object.__setattr__
        for name in ("url", "image", "poll", "link"):
            set_(self, name, getattr(self, name) or preset.get(name, ""))
        set_(self, "body", {**preset.get("body", {}), **self._workflow(), **self.body})
        steps_of(self.image)
        terms = Terms(self.tries, self.timeout_s, self.backoff_s, self.per_minute, self.max_mib, self.allow_private)
        set_(self, "_wire", service(self.base_url, terms, option="base_url"))
        for name in ("base_url", "url", "poll", "link"):
            check_address(getattr(self, name), name)
        set_(self, "_headers", Headers(self.headers, self.body))
        request: list[Any] = [
            PROTOCOL,
            self.base_url,
            self.url,
            self.method,
            self.body,
            self.image,
            self.poll,
            self.link,
        ]
        set_(self, "revision", key_of(*request)[:12])

    @property
    def name(self) -> str:
        """The preset, or the kind of service."""
        return self.preset or "http"

    def check(self) -> None:
        """Whether the secrets that the headers name are there."""
        self._headers.filled()

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One request per prompt."""
        return [self._draw_one(prompt.text, seed) for prompt in prompts]

    def _draw_one(self, text: str, seed: int) -> Drawing | Missing:
        started = time.monotonic()
        # The template of the body: settings as they are, {prompt} and ${NAME} where the text and a key were.
        details: dict[str, Json] = {"prompt_sent": text, "settings": dict(self.body)}
        try:
            reply = self._ask(self._request(text, seed))
            details |= {"retries": reply.retries, "queue_s": round(reply.queue_s, 3)}
            image = self._image(reply, deadline=started + self.timeout_s)
        except Fault as fault:
            return fault.missing(details, self._headers.scrub)
        if self.cost is not None:
            details["cost"] = self.cost
        seconds = time.monotonic() - started - reply.queue_s if self.poll else reply.seconds
        return Drawing(image, seconds=seconds, details=details)

    def _image(self, reply: Reply, deadline: float) -> bytes:
        if not self.image:
            return body_image(reply)
        decoded = json_of(reply)
        value = self._wait(decoded, deadline) if self.poll else find(decoded, self.image)
        if self.link:
            value = self._absolute(fill_url(self.link, value))
        return image_in(value, self._wire, self._headers, page=self._absolute(self.url))

    def _wait(self, decoded: Any, deadline: float) -> Any:
        request = Request("GET", self._absolute(fill_url(self.poll, decoded)), self._headers.filled())
        while time.monotonic() < deadline:
            state = json_of(self._ask(request))
            try:
                return find(state, self.image)
            except Fault:
                problem = failure_in(state)
                if problem:
                    raise Fault(self._headers.scrub(f"the service gave up: {problem}")) from None
            wait(min(self.poll_s, max(deadline - time.monotonic(), 0.0)))
        raise Fault(f"no image within {self.timeout_s:g} s", "timed out")

    def _ask(self, request: Request) -> Reply:
        reply = self._headers.clean(self._wire.ask(request))
        check_status(reply, self._headers)
        return reply

    def _request(self, text: str, seed: int) -> Request:
        values = {"prompt": text, "seed": seed}
        key = key_of("http", self.revision, text, seed)
        headers = {"Idempotency-Key": key, **self._headers.filled()}
        content = b""
        if self.body:
            headers["Content-Type"] = "application/json"
            content = json.dumps(fill(self._headers.fill_body(self.body), values)).encode()
        return Request(self.method, self._absolute(fill_url(self.url, values)), headers, content, key)

    def _absolute(self, url: str) -> str:
        return url if "://" in url[:10] else self.base_url.rstrip("/") + url

    def _workflow(self) -> dict[str, Any]:
        if not self.workflow_path:
            if self.preset == "comfyui" and "prompt" not in self.body:
                raise BadOption("the preset comfyui needs workflow_path: a workflow saved in API format")
            return {}
        try:
            workflow = json.loads(Path(self.workflow_path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadInput(f"cannot read the workflow {self.workflow_path}: {error}; save it in API format") from error
        if "{prompt}" not in json.dumps(workflow):
            raise BadInput(f"the workflow {self.workflow_path} has no {{prompt}}; put it where the text belongs")
        return {"prompt": workflow}


def failure_in(state: Any) -> str:
    """What a job's state says went wrong, in ComfyUI's words and those of the usual queues; '' while it runs."""
    for path in ("*.status.status_str", "status", "state"):
        try:
            word = str(find(state, path)).lower()
        except Fault:
            continue
        if word in ("error", "failed", "failure", "canceled", "cancelled", "request moderated", "content moderated"):
            return word
    return ""


model = Http
