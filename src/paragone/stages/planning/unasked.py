"""Why a metric of a plan judges none of its prompts."""

from paragone.core.components import Metric
from paragone.stages.planning.prepared import Made, Prepared


def unasked_reason(prepared: Prepared, made: Made[Metric]) -> str:
    """Why a metric judges no prompt of the plan."""
    if made.on and not set(made.on) & set(prepared.scenarios):
        more = f" and {len(made.on) - 1} more" if len(made.on) > 1 else ""
        return f"it is for {made.on[0]}{more} alone, left out as well"
    prompts = [prompt for one in prepared.scenarios.values() for prompt in one.prompts]
    offered = {name for prompt in prompts for name in prompt.offers()}
    lacking = [name for name in made.requires if name not in offered]
    if "reference" in lacking:
        return "compares each image with its own reference image: name both alike, or give prompts with `reference`"
    if "text" in lacking:
        return "compares with the prompt: give prompts"
    if lacking:
        return f"checks what a prompt asks for: give prompts with {lacking[0]!r} in their `expect`"
    return "no prompt asks for what it checks"
