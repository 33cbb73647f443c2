"""What a metric with options is called: whose facts it reads always, other options where they differ."""

from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, ClassVar, Protocol

from paragone.core.components import file_name

SOURCES = ("features", "encoder", "detector", "captions")  # whose facts are read: always part of the name


class Optioned(Protocol):
    """A dataclass instance."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


class NamedByOptions:
    """A metric whose name follows from its options."""

    __slots__ = ()

    @property
    def name(self: Optioned) -> str:
        """With whose facts are read, and the other options that were changed."""
        return named(self)


@dataclass(frozen=True)
class Named(NamedByOptions):
    """A metric whose name and title follow from its options."""

    known_as: ClassVar[str]  # for people

    @property
    def title(self) -> str:
        """With the options that were changed."""
        return titled(self.known_as, self)


def named(made: Optioned) -> str:
    """The name of a metric with its options, such as `fid(inception_fid)` or `precision(dinov2, k=3)`.

    >>> from paragone.metrics.fidelity.fid import Fid
    >>> Fid().name, Fid(features="dinov2", protocol="thesis").name
    ('fid(inception_fid)', 'fid(dinov2, thesis)')
    """
    shown = [str(getattr(made, field.name)) for field in fields(made) if field.name in SOURCES]
    return f"{file_name(made)}({', '.join(shown + _changed(made, leave_out=SOURCES))})"


def titled(title: str, made: Optioned, *, leave_out: tuple[str, ...] = ()) -> str:
    """A title for people with the options that were changed, so that two of a kind can be told apart.

    >>> from paragone.metrics.fidelity.fid import Fid
    >>> titled("FID", Fid()), titled("FID", Fid(protocol="thesis"))
    ('FID', 'FID (thesis)')
    """
    changed = _changed(made, leave_out=leave_out)
    return f"{title} ({', '.join(changed)})" if changed else title


def _changed(made: Optioned, *, leave_out: tuple[str, ...] = ()) -> list[str]:
    """Options that differ from their defaults; text by itself, numbers with the option's name."""
    shown = []
    for field in fields(made):
        value = getattr(made, field.name)
        if field.name not in leave_out and (field.default is MISSING or value != field.default):
            shown.append(value if isinstance(value, str) else f"{field.name}={value}")
    return shown
