"""Models that change a prompt before another draws it."""
