"""Any service that speaks OpenAI's images/generations protocol, at any base URL."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.keys import Json, key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models._fault import Fault
from paragone.models.services._headers import Headers, check_address, variable
from paragone.models.services._replies import check_status, image_in, json_of
from paragone.models.services._transport import UNKEYED, Reply, Request, Terms, Wire, service

PROTOCOL = "1"  # raise it when the request built from the same options changes


@dataclass(frozen=True, slots=True)
class OpenAIImages(Model):
    """Draws by POST {base_url}/images/generations; the key is read from the environment variable named by `key`.

    `seed_field` names the body's field for the seed, for services that take one (OpenAI's own does not: there, seeds
    are repeats). `body` holds further fields as the service knows them.
    """

    unkeyed: ClassVar[tuple[str, ...]] = ("key", "cost", "threads", *UNKEYED)
    id: str
    base_url: str = "https://api.openai.com/v1"
    key: str = "OPENAI_API_KEY"
    size: str = ""
    quality: str = ""
    response_format: str = ""  # b64_json or url, where the service lets one choose
    seed_field: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    cost: float | None = None  # per image, in the currency of your bill
    threads: int = 4  # requests at once
    tries: int = 5
    timeout_s: float = 120.0
    backoff_s: float = 1.0
    per_minute: float = 0.0  # requests; 0: no limit
    max_mib: float = 64.0  # the largest reply
    allow_private: bool = False  # follow image links into private networks
    _headers: Headers = field(init=False, repr=False, compare=False)
    _wire: Wire = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what would fail on every prompt, and make the client that all threads share."""
        if self.response_format not in ("", "b64_json", "url"):
            raise BadOption(f"response_format is b64_json or url, not {self.response_format!r}")
        key = variable(self.key, "key")
        terms = Terms(self.tries, self.timeout_s, self.backoff_s, self.per_minute, self.max_mib, self.allow_private)
        check_address(self.base_url, "base_url")
        object.__setattr__(self, "_headers", Headers({"Authorization": f"Bearer ${{{key}}}"} if key else {}, self.body))
        object.__setattr__(self, "_wire", service(self.base_url, terms, option="base_url"))

    @property
    def name(self) -> str:
        """The service's name for the model."""
        return self.id

    @property
    def revision(self) -> str:
        """Everything sent but the prompt and the seed; speed, patience and price do not count."""
        return key_of(PROTOCOL, self.id, self.base_url, self._fixed(), self.seed_field)[:12]

    def check(self) -> None:
        """Whether the key is where it should be."""
        self._headers.filled()

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One request per prompt."""
        return [self._draw_one(prompt, seed) for prompt in prompts]

    def _draw_one(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        details: dict[str, Json] = {"prompt_sent": prompt.text, "settings": self._fixed()}
        try:
            reply = self._headers.clean(self._wire.ask(self._request(prompt.text, seed)))
            details |= {"retries": reply.retries, "queue_s": round(reply.queue_s, 3)}
            check_status(reply, self._headers)
            return self._drawing(reply, details)
        except Fault as fault:
            return fault.missing(details, self._headers.scrub)

    def _drawing(self, reply: Reply, details: dict[str, Json]) -> Drawing:
        decoded = json_of(reply)
        images = decoded.get("data") if isinstance(decoded, dict) else None
        first = images[0] if isinstance(images, list) and images else None
        if not isinstance(first, dict):
            raise Fault("the reply holds no image where one was expected", "absent")
        value = first.get("b64_json") or first.get("url")
        image = image_in(value, self._wire, self._headers, page=self._url)
        if isinstance(first.get("revised_prompt"), str):
            details["revised_prompt"] = self._headers.scrub(first["revised_prompt"])[:4000]
        if self.cost is not None:
            details["cost"] = self.cost
        return Drawing(image, seconds=reply.seconds, details=details)

    def _request(self, text: str, seed: int) -> Request:
        body = {**self._fixed(), "prompt": text}
        if self.seed_field:
            body[self.seed_field] = seed
        # The same for every try and every run: a service that knows the header draws, and charges, once.
        key = key_of("images/generations", self.revision, text, seed)
        headers = {**self._headers.filled(), "Content-Type": "application/json", "Idempotency-Key": key}
        return Request("POST", self._url, headers, json.dumps(self._headers.fill_body(body)).encode(), key)

    def _fixed(self) -> dict[str, Any]:
        chosen = {"size": self.size, "quality": self.quality, "response_format": self.response_format}
        return {"model": self.id, "n": 1, **{name: text for name, text in chosen.items() if text}, **self.body}

    @property
    def _url(self) -> str:
        return f"{self.base_url.rstrip('/')}/images/generations"


model = OpenAIImages
