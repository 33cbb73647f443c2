"""Lists of prompts, one file each."""
