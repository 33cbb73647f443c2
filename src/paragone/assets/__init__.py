"""Model files: what there is, where it comes from, and whether it is here; trusted by SHA-256 only."""
