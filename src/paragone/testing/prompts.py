"""What every scenario and every perturbation keeps."""

import numpy as np

from paragone.core.components import Perturbation, Scenario
from paragone.testing.examples import example_prompts

EVERYTHING = ("text", "tags", "expect", "origin", "reference")


def check_scenario(scenario: Scenario) -> None:
    """It says what it is, has prompts, each with its own id, and gives the same ones each time."""
    assert scenario.name, "a scenario has a name"
    assert scenario.version, "a scenario has a version"
    assert scenario.images is None or scenario.images >= 1, "at least one image a prompt, or None"
    prompts = scenario.load()
    assert prompts, "a scenario has prompts"
    ids = [prompt.id for prompt in prompts]
    assert len(set(ids)) == len(ids), "every prompt has its own id"
    lost = [prompt.origin for prompt in prompts if prompt.origin and prompt.origin not in ids]
    assert not lost, f"a prompt perturbs {lost[:1]}, which is not there"
    keys = [prompt.key(EVERYTHING) for prompt in prompts]  # raises where what is expected cannot be stored
    again = [prompt.key(EVERYTHING) for prompt in scenario.load()]
    assert keys == again, "the same prompts each time"


def check_perturbation(perturbation: Perturbation) -> None:
    """It changes a prompt, names the one it changed, and with the same chance gives the same."""
    assert perturbation.version
    for prompt in example_prompts():
        changed, again = (perturbation.perturb(prompt, np.random.default_rng(3)) for _ in range(2))
        assert changed == again, "the same chance gives the same prompt"
        if changed is None:
            continue
        assert changed.text != prompt.text, "a perturbed prompt is another; give None where nothing can be changed"
        assert changed.id != prompt.id, "a perturbed prompt has an id of its own"
        assert changed.origin == prompt.id, "a perturbed prompt names the one it perturbs"
        assert changed.tags.get("perturbation") == perturbation.name, "a perturbed prompt is tagged with the change"
