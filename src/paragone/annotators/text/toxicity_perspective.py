"""How toxic a prompt's own text is by Google's Perspective service; needs a key."""

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from paragone.annotators._networks.kinds import OfTexts
from paragone.core.errors import NotReady
from paragone.core.types import Column, Facts, Missing, Picture, Prompt

if TYPE_CHECKING:
    import httpx

KEY = "PERSPECTIVE_API_KEY"
ADDRESS = "https://commentanalyzer.googleapis.com/v1alpha1/comments:analyze"
PATIENCE_S = 30.0
PAUSES_S = (0.0, 1.0, 4.0)  # before each try; one request a second is the service's usual allowance


@dataclass(frozen=True, slots=True)
class ToxicityPerspective(OfTexts):
    """The attribute TOXICITY, from 0 to 1, as HEIM asks for it; the key is read from PERSPECTIVE_API_KEY.

    The service has no versions of its own: an answer is of the day on which it was given, and is kept.
    """

    address: str = ADDRESS
    version: ClassVar[str] = "1"
    columns: ClassVar[Mapping[str, Column]] = {"toxicity": "number"}

    def check(self) -> None:
        """Refuse to start without a key."""
        if not os.environ.get(KEY):
            raise NotReady(f"{self.name} needs a key of the Perspective service; set {KEY}, or give prompts a column")

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """One request a text."""
        import httpx

        with httpx.Client(timeout=PATIENCE_S, headers={"x-goog-api-key": os.environ.get(KEY, "")}) as client:
            return [self._ask(client, prompt.text) for prompt in prompts]

    def _ask(self, client: "httpx.Client", text: str) -> Facts | Missing:
        import httpx

        body = {"comment": {"text": text}, "requestedAttributes": {"TOXICITY": {}}, "doNotStore": True}
        problem = ""
        for pause in PAUSES_S:
            time.sleep(pause)
            try:
                answer = client.post(self.address, json=body)
                if answer.status_code == 200:
                    value = answer.json()["attributeScores"]["TOXICITY"]["summaryScore"]["value"]
                    return {"toxicity": float(value)}
                problem = f"Perspective answered {answer.status_code}"
                if answer.status_code != 429 and answer.status_code < 500:
                    break
            except httpx.TransportError as error:
                problem = f"Perspective could not be reached: {type(error).__name__}"
            except (KeyError, TypeError, ValueError):
                problem = "Perspective's answer holds no toxicity"
        return Missing(problem)


annotator = ToxicityPerspective
