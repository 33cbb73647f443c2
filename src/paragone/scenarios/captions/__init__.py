"""Scenarios made by rule from a file of captions."""
