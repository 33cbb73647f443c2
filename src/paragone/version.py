"""The version of Paragone."""

VERSION = "0.1.0"
