"""Scores of a prompt made from those of its images."""
