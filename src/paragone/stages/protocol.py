"""Protocol identity: what a number was made under, in words and as a short key."""

from typing import Any

from paragone.core.keys import key_of
from paragone.stages.plan import is_path_option
from paragone.stages.prepare import Prepared


def protocol_of(prepared: Prepared, scenario: str, metric: str) -> dict[str, Any]:
    """Everything that can change a number apart from the model: two numbers compare only if this is equal."""
    made = prepared.metrics[metric]
    prompts = prepared.scenarios[scenario].prompts
    protocol: dict[str, Any] = {
        "scenario": scenario,
        "prompts": len(prompts),
        "prompt_set": key_of([prompt.key for prompt in prompts]),
        "seeds": list(prepared.plan.seeds),
        "metric": made.spec.use,
        "metric_version": made.part.version,
        "metric_options": {name: value for name, value in made.spec.options.items() if not is_path_option(name)},
        "annotators": {
            name: {"version": prepared.annotators[name].part.version, "identity": prepared.annotators[name].identity}
            for name in made.part.needs
        },
    }
    if made.part.kind == "set" and made.part.needs_real and prepared.reference:
        protocol["reference"] = prepared.models[prepared.reference].identity
    return protocol


def protocol_key(protocol: dict[str, Any]) -> str:
    """The short name of a protocol, as tables carry it."""
    return key_of("protocol", protocol)[:12]
