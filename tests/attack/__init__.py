"""Attacks from outside, bounded and seeded: `make attack` runs them for minutes, `make test` a short slice."""
