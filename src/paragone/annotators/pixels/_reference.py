"""The reference image of a prompt, for annotators that compare with it."""

from paragone.core.errors import BadImage
from paragone.core.types import Missing, Pixels, Prompt
from paragone.images.decode import decode


def reference_of(prompt: Prompt) -> Pixels | Missing:
    """Its pixels, or why there are none."""
    if prompt.reference is None:
        return Missing("the prompt has no reference image")
    try:
        return decode(prompt.reference.path.read_bytes(), name=str(prompt.reference.path)).pixels
    except (OSError, BadImage) as error:
        return Missing(f"the reference image cannot be read: {error}")
