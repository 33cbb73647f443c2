"""Lists of words written as one text, as they are easier to read and to mend so."""


def words_of(text: str) -> tuple[str, ...]:
    """The words between the blanks.

    >>> words_of("two  words")
    ('two', 'words')
    """
    return tuple(text.split())
