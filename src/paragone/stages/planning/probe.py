"""Draw one image with each model, to see that it can: nothing is stored."""

import time
from collections.abc import Iterator

from paragone.core.components import Model
from paragone.core.errors import ParagoneError
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Missing, Prompt
from paragone.images.decode import decode
from paragone.stages.planning.prepare import Finding
from paragone.stages.planning.prepared import Made, Prepared


def probe_models(prepared: Prepared) -> Iterator[Finding]:
    """What became of one drawing by each model that could be made."""
    for label, made in prepared.models.items():
        places = [(name, prompt) for name, scenario in prepared.scenarios.items() for prompt in scenario.prompts]
        for scenario, prompt in places:
            if set(made.requires) <= prompt.offers():
                yield _probe(label, made, prompt, prepared.seeds_of(label, scenario)[0])
                break


def _probe(label: str, made: Made[Model], prompt: Prompt, seed: int) -> Finding:
    what, began = f"probe {label}", time.perf_counter()
    try:
        [drawing] = made.instance.draw([prompt.only(made.reads)], seed)
        if isinstance(drawing, Missing):
            reason = without_secrets(drawing.reason, secrets_here())
            return Finding(what, problem=f"prompt {prompt.id}: not drawn ({drawing.outcome}): {reason}")
        pixels = decode(drawing.image).pixels if isinstance(drawing.image, bytes) else drawing.image
    except ParagoneError as error:
        return Finding(what, problem=without_secrets(str(error), secrets_here()))
    height, width = pixels.shape[:2]
    return Finding(what, f"drew {width} x {height} in {time.perf_counter() - began:.1f} s")
