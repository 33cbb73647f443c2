"""Refusals, blackouts and images unsafe for work."""
