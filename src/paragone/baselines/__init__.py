"""Models trained by us, one folder each, readable top to bottom."""
