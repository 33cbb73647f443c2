"""From a plan to all that it needs: read, made, matched with its prompts, and checked."""
