"""Protocol identity: what a number was made under, in words and as a short key."""

from typing import Any

from paragone.core.keys import key_of
from paragone.stages.planning.match import below
from paragone.stages.planning.plan import is_path_option
from paragone.stages.planning.prepared import Prepared


def protocol_of(prepared: Prepared, scenario: str, metric: str) -> dict[str, Any]:
    """Everything that can change a number apart from the model: two numbers compare only if this is equal."""
    made = prepared.metrics[metric]
    asked = prepared.asked(metric, scenario)
    # What is drawn counts whoever reads it: the text always, and the real image where one is compared with.
    reads = {"text", *made.reads, *(("reference",) if prepared.needs_real(metric) else ())}
    prompts = prepared.scenarios[scenario]
    protocol: dict[str, Any] = {
        "scenario": scenario,
        "prompts": len(asked),
        "prompt_set": key_of([[prompt.id, prompts.key(prompt, sorted(reads))] for prompt in asked]),
        "seeds": list(prompts.seeds),
        "metric": made.spec.use,
        "metric_version": made.instance.version,
        "metric_options": {name: value for name, value in made.spec.options.items() if not is_path_option(name)},
        "annotators": {
            name: {
                "version": prepared.annotators[name].instance.version,
                "identity": prepared.annotators[name].identity,
            }
            for name in below(prepared, made.instance.needs)
        },
    }
    if prepared.needs_real(metric) and prepared.real is not None:
        protocol["reference"] = prepared.real.identity
    return protocol


def protocol_key(protocol: dict[str, Any]) -> str:
    """The short name of a protocol, as tables carry it."""
    return key_of("protocol", protocol)[:12]
