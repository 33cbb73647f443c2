"""The 3D simulator: scenes, meshes, a renderer, and damage."""
