"""Words: read in images, captions, sentence vectors, answers."""
