"""How well an image fits its prompt, by encoders."""
