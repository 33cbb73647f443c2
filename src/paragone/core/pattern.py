"""Names and titles that follow from options, in one line: `title = Pattern("Detection, {self.skill}")`."""


class Pattern:
    """A text that a component says of itself, with its own attributes in braces."""

    def __init__(self, text: str) -> None:
        """As `str.format` reads it, with the component as `self`."""
        self._text = text

    def __get__(self, made: object, owner: type | None = None) -> str:
        """The text of one component.

        >>> class Detection:
        ...     skill = "count"
        ...     title = Pattern("Detection, {self.skill}")
        >>> Detection().title
        'Detection, count'
        """
        return self._text.format(self=made)
