"""Decode with limits, named resize policies, encode."""
