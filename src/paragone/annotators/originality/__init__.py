"""Marks that somebody else laid over a picture."""
