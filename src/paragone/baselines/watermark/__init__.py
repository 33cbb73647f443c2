"""A small detector of visible watermarks, trained on marks that are laid over photographs and simulator scenes."""
