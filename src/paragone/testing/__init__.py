"""Contracts that every component keeps; authors of plug-ins call these in their own tests.

from paragone.testing import check_metric
from my_package import MyMetric

def test_my_metric_keeps_the_contract() -> None:
    check_metric(MyMetric())

Each is called on generated prompts, pictures and facts: what it gives must be within what it declares, the same each
time, and the same whether or not there is more to see than it says it reads.
"""

from paragone.testing.annotators import check_annotator
from paragone.testing.examples import example_facts, example_pictures, example_prompts
from paragone.testing.metrics import check_metric
from paragone.testing.models import check_model, check_model_declaration
from paragone.testing.prompts import check_perturbation, check_scenario
from paragone.testing.rankings import check_ranking

__all__ = [
    "check_annotator",
    "check_metric",
    "check_model",
    "check_model_declaration",
    "check_perturbation",
    "check_ranking",
    "check_scenario",
    "example_facts",
    "example_pictures",
    "example_prompts",
]
