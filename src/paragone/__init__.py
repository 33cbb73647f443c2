"""Paragone evaluates text-to-image models: every number with its interval, n and protocol."""

from paragone.version import VERSION as __version__

__all__ = ["__version__"]
