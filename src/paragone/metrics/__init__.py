"""Pure functions from prompts and facts to scores, one file each."""
