"""How an image looks by itself."""
