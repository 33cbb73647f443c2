"""Captions of drawn images against reference captions."""
