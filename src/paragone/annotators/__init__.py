"""Things that look at pictures and state facts, one file each."""
