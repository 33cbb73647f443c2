"""Images that are already there."""
