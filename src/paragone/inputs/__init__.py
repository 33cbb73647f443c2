"""Files that users give us: tables of rows, and the paths written in them."""
