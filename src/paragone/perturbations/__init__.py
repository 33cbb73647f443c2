"""Prompts changed in ways that should not matter, or in one way that should; one file each."""
