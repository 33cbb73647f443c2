"""Faces, their parts and what they look like."""
