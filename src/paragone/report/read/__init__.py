"""Reads the tables of a run for the report."""
