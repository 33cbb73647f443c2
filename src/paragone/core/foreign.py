"""Files of others: whatever their readers raise becomes one line that says what the file was taken for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from paragone.core.errors import BadInput, ParagoneError

MOST_SAID = 200  # characters of what a reader said


@contextmanager
def reading(refusal: Callable[[str], str]) -> Iterator[None]:
    """Damaged bytes make a reader raise anything, `MemoryError` and `NotImplementedError` among them.

    Our own errors pass; any other becomes a `BadInput` whose line is `refusal` of what was said.
    """
    try:
        yield
    except ParagoneError:
        raise
    except Exception as error:
        words = " ".join(str((isinstance(error, OSError) and error.strerror) or error).split())
        raise BadInput(refusal(words[:MOST_SAID] or type(error).__name__)) from error
