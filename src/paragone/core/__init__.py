"""The nouns, content keys, the catalogue and the error tree; numpy and the standard library only."""
