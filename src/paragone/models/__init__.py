"""Things that draw, one file each."""
