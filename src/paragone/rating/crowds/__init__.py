"""Crowds and other tools: studies out, answers in."""
