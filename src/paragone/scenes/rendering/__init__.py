"""From a scene to pixels: camera, rasteriser, backgrounds."""
