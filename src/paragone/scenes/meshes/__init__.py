"""Meshes and packs of them, our own and others'."""
