"""An image beside its prompt's own reference image."""
