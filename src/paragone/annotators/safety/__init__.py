"""Networks that judge whether an image is unsafe."""
