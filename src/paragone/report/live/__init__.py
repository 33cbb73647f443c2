"""The live site: the same pages, made when asked for."""
