"""What a metric with options is called: whose facts it reads always, other options where they differ."""

from dataclasses import MISSING, Field, fields
from typing import Any, ClassVar, Protocol

SOURCES = ("features", "encoder", "detector", "captions")  # whose facts are read: always part of the name


class Optioned(Protocol):
    """A dataclass instance."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def named(metric: str, made: Optioned) -> str:
    """The name of a metric with its options, such as `fid(inception_fid)` or `precision(dinov2, k=3)`.

    >>> from paragone.metrics.fidelity.fid import Fid
    >>> Fid().name, Fid(features="dinov2", protocol="thesis").name
    ('fid(inception_fid)', 'fid(dinov2, thesis)')
    """
    shown = [str(getattr(made, field.name)) for field in fields(made) if field.name in SOURCES]
    for field in fields(made):
        value = getattr(made, field.name)
        if field.name in SOURCES or (field.default is not MISSING and value == field.default):
            continue
        shown.append(value if isinstance(value, str) else f"{field.name}={value}")
    return f"{metric}({', '.join(shown)})"
