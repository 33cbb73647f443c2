"""Prompts as the table of a run tells them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paragone.core.expect import expect_from
from paragone.core.types import Prompt, Reference


def prompt_of(row: Mapping[str, Any]) -> Prompt:
    """A prompt as its row in the table tells it; where its reference image lies is not stored."""
    reference = Reference(Path(), row["reference"]) if row["reference"] else None
    tags, expect = json.loads(row["tags"]), expect_from(json.loads(row["expect"]))
    return Prompt(row["prompt_id"], row["text"], tags, expect, row["origin"], reference, row.get("meaning") or "")
