"""Networks that find objects."""
