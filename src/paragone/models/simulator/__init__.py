"""Models that draw with our 3D simulator."""
